import { type KeyboardEvent, startTransition, useEffect, useRef, useState } from 'react'
import { preload } from '../preload'

/**
 * useFirstOpen is for a button whose popover or menu is loaded on the first click. The loaded component renders the button
 * again, which must get the focus back.
 */
export function useFirstOpen(load: () => Promise<unknown>) {
  const [used, setUsed] = useState(false)
  const [opened, setOpened] = useState(false)
  const ref = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    if (!used) return
    ref.current?.focus()
    setOpened(true)
  }, [used])
  const onClick = () => (used ? setOpened(!opened) : startTransition(() => setUsed(true)))
  // Escape right after Enter, while the focus is still on its way into what has opened.
  const onKeyDown = ({ key }: KeyboardEvent) => key === 'Escape' && setOpened(false)
  return { used, opened, setOpened, button: { ref, 'aria-expanded': opened, onPointerEnter: () => preload(load), onClick, onKeyDown } }
}
