import { useEffect } from 'react'

const events = ['pointerover', 'focusin'] as const

/** preload loads code that a click will need. The click reports a problem. */
export function preload(load: () => Promise<unknown>) {
  load().catch(() => {})
}

/** usePreload loads code when the pointer or the focus first reaches a button of the page: a click may follow, and needs it. */
export function usePreload(load: () => Promise<unknown>) {
  useEffect(() => {
    const stop = () => {
      for (const event of events) document.removeEventListener(event, listen)
    }
    function listen({ target }: Event) {
      if (!(target instanceof Element && target.closest('main button'))) return
      stop()
      preload(load)
    }
    for (const event of events) document.addEventListener(event, listen)
    return stop
  }, [load])
}
