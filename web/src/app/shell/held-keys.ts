import { type RefObject, useEffect } from 'react'

/** HeldKeys keeps what is typed while the palette is being loaded, which begins with it. */
export function HeldKeys({ typed, onClose }: { typed: RefObject<string>; onClose: () => void }) {
  useEffect(() => {
    function handleKeyDown(event: KeyboardEvent) {
      const { key, ctrlKey, metaKey, altKey, isComposing } = event
      if (ctrlKey || metaKey || altKey || isComposing) return
      if (key === 'Escape') onClose()
      else if (key === 'Backspace') typed.current = typed.current.slice(0, -1)
      else if (key.length === 1) typed.current += key
      else return
      event.preventDefault()
      event.stopPropagation()
    }
    addEventListener('keydown', handleKeyDown, { capture: true })
    return () => removeEventListener('keydown', handleKeyDown, { capture: true })
  }, [typed, onClose])
  return null
}
