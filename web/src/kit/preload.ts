import { useEffect } from 'react'

const signs = ['pointerover', 'focusin'] as const

/** usePreload loads code when the pointer or the focus first reaches a button of the page: a click may follow, and needs it. */
export function usePreload(load: () => Promise<unknown>) {
  useEffect(() => {
    const stop = () => {
      for (const sign of signs) document.removeEventListener(sign, listen)
    }
    function listen({ target }: Event) {
      if (!(target instanceof Element && target.closest('main button'))) return
      stop()
      load().catch(() => {}) // the click reports the problem
    }
    for (const sign of signs) document.addEventListener(sign, listen)
    return stop
  }, [load])
}
