import { useEffect } from 'react'

const events = ['pointerover', 'focusin'] as const

/** usePreload loads code when the pointer or the focus first reaches a button of the page: a click may follow, and needs it. */
export function usePreload(load: () => Promise<unknown>) {
  useEffect(() => {
    const stop = () => {
      for (const event of events) document.removeEventListener(event, listen)
    }
    function listen({ target }: Event) {
      if (!(target instanceof Element && target.closest('main button'))) return
      stop()
      load().catch(() => {}) // the click reports the problem
    }
    for (const event of events) document.addEventListener(event, listen)
    return stop
  }, [load])
}
