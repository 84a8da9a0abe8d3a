import { useLayoutEffect } from 'react'

let locks = 0

/**
 * ScrollLock keeps the page from scrolling behind a dialog. The library would do so with a variable on the body, for which the browser
 * computes the styles of every element of the page again: 60 ms with 100 rows, when a dialog opens and when it closes.
 */
export function ScrollLock() {
  useLayoutEffect(() => {
    const { documentElement: root, body } = document
    if (locks++ === 0) {
      body.style.paddingRight = `${innerWidth - root.clientWidth}px` // the place of the scroll bar
      root.style.overflow = 'hidden'
    }
    return () => {
      if (--locks > 0) return
      body.style.paddingRight = ''
      root.style.overflow = ''
    }
  }, [])
  return null
}
