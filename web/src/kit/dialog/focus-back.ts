import { useEffect } from 'react'

/** useFocusBack gives the focus back, when a dialog goes, to where it was before. The library does so only for dialogs that were there closed. */
export function useFocusBack(open = true) {
  useEffect(() => {
    if (!open) return
    const before = document.activeElement
    return () => {
      if (before instanceof HTMLElement && before.isConnected) before.focus({ preventScroll: true })
    }
  }, [open])
}
