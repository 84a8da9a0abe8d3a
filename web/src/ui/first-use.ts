import { type ClipboardEvent, type ComponentType, type KeyboardEvent, type RefObject, useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'

type Field = HTMLInputElement | HTMLButtonElement

/** A component that is loaded later, and kept: from then on a stand-in is replaced before the next key is pressed. */
type Source<P> = { loaded?: ComponentType<P>; load: () => Promise<ComponentType<P>> }

export function loadedLater<P>(load: () => Promise<ComponentType<P>>): Source<P> {
  const source: Source<P> = {
    async load() {
      source.loaded ??= await load()
      return source.loaded
    },
  }
  return source
}

/** What has happened to a stand-in. */
type Use = {
  pressed: boolean
  clicked: boolean
  entered?: boolean
  typed: string
  selection: [number, number] | null
  replaced?: boolean
  /** The focus was somewhere else when the component had loaded. */
  left?: boolean
}

type Handlers = {
  /** Takes the text that was typed, when Enter is pressed or the field is left. */
  onEnter?: (text: string) => void
  /** Takes the text in the field and the text pasted after it. */
  onPaste?: (text: string) => void
  /** Called in an empty field. */
  onBackspace?: () => void
  /** Prepares the state of the loaded component, in the same render. */
  onLoad?: () => void
}

/** The handlers of a stand-in. */
export type FirstUse = {
  ref: RefObject<Field | null>
  onPointerEnter: () => void
  onPointerDown: () => void
  onFocus: () => void
  onBlur: (event: { currentTarget: Field }) => void
  onClick: () => void
  onKeyDown: (event: KeyboardEvent<Field>) => void
  onPaste: (event: ClipboardEvent<Field>) => void
  onChange: (event: { currentTarget: Field }) => void
}

/**
 * useFirstUse loads a large field component when its stand-in is first used, and then hands over the focus, the click and the
 * text typed so far. Pages with many pickers are shown without the code of their lists and calendars. Keys that arrive before
 * the component has loaded are not lost: the arrows open the list, and Enter chooses a match instead of submitting the form.
 * Text in a field that was left in the meantime is handed over too, without the focus.
 */
export function useFirstUse<P>(source: Source<P>, handlers: Handlers = {}) {
  const [Loaded, setLoaded] = useState<ComponentType<P> | null>(null)
  const [failure, setFailure] = useState<unknown>(null)
  const standIn = useRef<Field>(null)
  const field = useRef<Field>(null)
  const use = useRef<Use>({ pressed: false, clicked: false, typed: '', selection: null })
  if (failure) throw failure

  useEffect(() => {
    if (Loaded && field.current) handOver(field.current, use.current)
  }, [Loaded])

  async function begin() {
    try {
      await null // React does not render while it handles an event
      const component = source.loaded ?? (await source.load())
      const input = standIn.current
      if (!input) return
      use.current.left = document.activeElement !== input
      if (use.current.left && !use.current.typed) return // there is nothing to hand over
      if (input instanceof HTMLInputElement) use.current.selection = [input.selectionStart ?? 0, input.selectionEnd ?? 0]
      use.current.replaced = true
      // flushSync also runs the effects, so that no key is pressed and no focus moved before the component has taken over.
      flushSync(() => {
        handlers.onLoad?.()
        setLoaded(() => component)
      })
    } catch (error) {
      setFailure(error)
    }
  }
  /** take gives a text to a handler instead of to the loaded component. */
  function take(input: Field, text: string, handler: (text: string) => void) {
    handler(text)
    input.value = ''
    use.current.typed = ''
  }
  const firstUse: FirstUse = {
    ref: standIn,
    onPointerEnter: () => void source.load().catch(() => {}), // the click reports the problem
    onPointerDown() {
      use.current.pressed = true // the field must not be replaced between pressing and releasing the button
    },
    onFocus: () => void (use.current.pressed || begin()),
    onBlur(event) {
      use.current.pressed = false
      const input = event.currentTarget
      if (handlers.onEnter && input.value && !use.current.replaced) take(input, input.value, handlers.onEnter)
    },
    onClick() {
      use.current = { ...use.current, pressed: false, clicked: true }
      standIn.current?.focus()
      void begin()
    },
    onKeyDown(event) {
      const input = event.currentTarget
      if (event.key === 'ArrowDown' || event.key === 'ArrowUp') use.current.clicked = true
      if (input instanceof HTMLButtonElement) return
      if (event.key === 'Backspace' && input.value === '') handlers.onBackspace?.()
      if (event.key !== 'Enter') return
      event.preventDefault()
      use.current.entered = true
      if (handlers.onEnter) take(input, input.value, handlers.onEnter)
    },
    onPaste(event) {
      if (!handlers.onPaste) return
      event.preventDefault()
      take(event.currentTarget, event.currentTarget.value + event.clipboardData.getData('text/plain'), handlers.onPaste)
    },
    onChange(event) {
      use.current = { ...use.current, typed: event.currentTarget.value, entered: false }
      void begin()
    },
  }
  return { Loaded, field, firstUse }
}

function handOver(field: Field, { clicked, typed, entered, selection, left }: Use) {
  if (!left) field.focus({ preventScroll: true })
  if (clicked && !left) field.click()
  // Reached by Tab, the browser selects the text only after this: the next key replaces the choice.
  if (!typed && selection && field instanceof HTMLInputElement) {
    const [from, to] = clicked ? selection : [0, field.value.length]
    field.setSelectionRange(from, to)
  }
  if (!typed) return
  // React listens to the input event and compares the value with the one that it has set itself.
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(field, typed)
  field.dispatchEvent(new InputEvent('input', { bubbles: true }))
  if (entered) field.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true, cancelable: true }))
  if (left) field.dispatchEvent(new FocusEvent('focusout', { bubbles: true })) // closes the list or calendar that the text has opened
}
