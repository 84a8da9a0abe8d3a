import { useEffect } from 'react'
import { preload } from '../../kit/preload'
import { store } from '../../kit/store'

/** shortcutsShown says whether the list of shortcuts is open. */
export const shortcutsShown = store(false)

/** useShortcuts handles the keys that work on every screen. The palette is loaded with the first key of its shortcut. Keys without a modifier do nothing while someone types or a dialog is open. */
export function useShortcuts(togglePalette: () => void, loadPalette: () => Promise<unknown>) {
  useEffect(() => {
    function handleKeyDown(event: KeyboardEvent) {
      const { key, ctrlKey, metaKey, altKey, target, defaultPrevented } = event
      if (key === 'Control' || key === 'Meta') preload(loadPalette)
      if (key.toLowerCase() === 'k' && (ctrlKey || metaKey)) {
        event.preventDefault()
        return togglePalette()
      }
      const typing = target instanceof Element && target.closest('input, textarea, select, [contenteditable]')
      if (ctrlKey || metaKey || altKey || defaultPrevented || typing || document.querySelector('[role=dialog], [role=menu]')) return
      const handle = { '/': () => focusSearch() || togglePalette(), n: clickNew, '?': () => shortcutsShown.set(true) }[key]
      if (!handle) return
      event.preventDefault() // otherwise the character would be typed into the field that gets the focus
      handle()
    }
    addEventListener('keydown', handleKeyDown)
    return () => removeEventListener('keydown', handleKeyDown)
  }, [togglePalette, loadPalette])
}

function focusSearch(): boolean {
  const field = document.querySelector<HTMLInputElement>('main input[type=search]')
  field?.focus()
  field?.select()
  return field !== null
}

/** clickNew presses the button of the screen that creates a record, if the user may. */
function clickNew() {
  document.querySelector<HTMLElement>('main [data-new]')?.click()
}
