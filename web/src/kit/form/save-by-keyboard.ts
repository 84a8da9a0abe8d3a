import type { RefObject } from 'react'
import type { Form } from './form'

/** formInFront is the form of the topmost dialog, or of the page: the one with the focus, if there are several. */
function formInFront(): Element | null {
  const front = [...document.querySelectorAll('[role="dialog"]')].at(-1) ?? document
  const forms = [...front.querySelectorAll('form')]
  return forms.find((form) => form.contains(document.activeElement)) ?? (forms.length === 1 ? forms[0] : undefined) ?? null
}

/** saveByKeyboard saves a form with Ctrl+S and Ctrl+Enter (⌘ on a Mac) while it is in front. It returns a function that stops this. */
export function saveByKeyboard<V extends object>(root: RefObject<HTMLFormElement | null>, form: Form<V>) {
  async function save(event: KeyboardEvent) {
    if (!(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey || event.isComposing) return
    if ((event.key !== 's' && event.key !== 'Enter') || root.current === null || formInFront() !== root.current) return
    event.preventDefault()
    event.stopPropagation() // an open list would take Enter as a choice
    // Some fields take over what was typed when they lose the focus.
    const focused = document.activeElement
    if (!(focused instanceof HTMLElement) || !root.current.contains(focused)) return void form.submit()
    focused.blur()
    await form.submit()
    if (focused.isConnected && document.activeElement === document.body) focused.focus({ preventScroll: true })
  }
  addEventListener('keydown', save, { capture: true })
  return () => removeEventListener('keydown', save, { capture: true })
}
