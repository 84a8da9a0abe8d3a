import { useEffect, useRef } from 'react'

type Layer = { close: () => void }

const layers: Layer[] = []

function handleKeyDown(event: KeyboardEvent) {
  if (event.key !== 'Escape' || event.isComposing) return
  const handledByList = event.target instanceof Element && event.target.getAttribute('data-mantine-stop-propagation') === 'true'
  if (!handledByList) layers.at(-1)?.close() // an open list or menu inside the dialog handles Escape itself
}

/**
 * useLayer passes Escape only to the topmost dialog. Otherwise all dialogs would handle the same key press, and a
 * confirmation opened by it would be closed by it, too.
 */
export function useLayer(opened: boolean, close: () => void) {
  const layer = useRef<Layer>({ close })
  useEffect(() => {
    layer.current.close = close
  })
  useEffect(() => {
    if (!opened) return
    const entry = layer.current
    if (layers.push(entry) === 1) addEventListener('keydown', handleKeyDown, { capture: true })
    return () => {
      layers.splice(layers.indexOf(entry), 1)
      if (layers.length === 0) removeEventListener('keydown', handleKeyDown, { capture: true })
    }
  }, [opened])
}
