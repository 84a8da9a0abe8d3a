import { type ComponentType, type KeyboardEvent, type RefObject, useEffect, useRef, useState } from 'react'

type Field = HTMLInputElement | HTMLButtonElement

type Keys = {
  /** Takes the text that was typed. */
  onEnter?: (text: string) => void
  /** Called in an empty field. */
  onBackspace?: () => void
}

/** The handlers of a stand-in. */
export type FirstUse = {
  ref: RefObject<Field | null>
  onPointerEnter: () => void
  onPointerDown: () => void
  onFocus: () => void
  onBlur: () => void
  onClick: () => void
  onKeyDown: (event: KeyboardEvent<Field>) => void
  onChange: (event: { currentTarget: Field }) => void
}

/**
 * useFirstUse loads a large field component when its stand-in is first used, and then hands over the focus, the click and the
 * text typed so far. Pages with many pickers are shown without the code of their lists and calendars. Keys that arrive before
 * the component has loaded are not lost: the arrows open the list, and Enter does not submit the form.
 */
export function useFirstUse<P>(load: () => Promise<ComponentType<P>>, keys: Keys = {}) {
  const [Loaded, setLoaded] = useState<ComponentType<P> | null>(null)
  const [failure, setFailure] = useState<unknown>(null)
  const standIn = useRef<Field>(null)
  const field = useRef<Field>(null)
  const use = useRef({ pressed: false, clicked: false, typed: '' })
  if (failure) throw failure

  useEffect(() => {
    if (Loaded && field.current) handOver(field.current, use.current)
  }, [Loaded])

  async function begin() {
    try {
      const component = await load()
      // If the focus has moved on, it stays where it is.
      if (standIn.current && document.activeElement === standIn.current) setLoaded(() => component)
    } catch (error) {
      setFailure(error)
    }
  }
  const firstUse: FirstUse = {
    ref: standIn,
    onPointerEnter: () => void load().catch(() => {}), // the click reports the problem
    onPointerDown() {
      use.current.pressed = true // the field must not be replaced between pressing and releasing the button
    },
    onFocus: () => void (use.current.pressed || begin()),
    onBlur() {
      use.current.pressed = false
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
      if (event.key === 'Backspace' && input.value === '') keys.onBackspace?.()
      if (event.key !== 'Enter') return
      event.preventDefault()
      if (!keys.onEnter) return
      keys.onEnter(input.value)
      input.value = ''
      use.current.typed = ''
    },
    onChange(event) {
      use.current.typed = event.currentTarget.value
      void begin()
    },
  }
  return { Loaded, field, firstUse }
}

function handOver(field: Field, { clicked, typed }: { clicked: boolean; typed: string }) {
  field.focus({ preventScroll: true })
  if (clicked) field.click()
  if (!typed) return
  // React listens to the input event and compares the value with the one that it has set itself.
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(field, typed)
  field.dispatchEvent(new InputEvent('input', { bubbles: true }))
}
