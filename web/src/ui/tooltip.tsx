import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import classes from './tooltip.module.css'

type Side = 'top' | 'right'
type Tip = { text: string; side: Side; of: DOMRect }

const delay = 400
const gap = 6
const margin = 8

/** tooltip returns the attributes of a button whose name is shown when it is hovered or focused. It also needs an aria-label. */
export const tooltip = (label: string, side: Side = 'top') => ({ 'data-tooltip': label, 'data-tooltip-side': side })

/** TooltipLayer is rendered once and shows the tooltip of the element under the pointer or with the focus. */
export function TooltipLayer() {
  const [tip, setTip] = useState<Tip | null>(null)
  useEffect(() => listen(setTip), [])
  return tip && <Bubble tip={tip} />
}

function listen(show: (tip: Tip | null) => void) {
  let timer = 0
  const hide = () => {
    clearTimeout(timer)
    show(null)
  }
  const over = (event: Event) => {
    const of = event.target instanceof Element ? event.target.closest<HTMLElement>('[data-tooltip]') : null
    hide()
    if (!of || (event.type === 'focusin' && !of.matches(':focus-visible'))) return
    const { tooltip, tooltipSide } = of.dataset
    timer = window.setTimeout(() => {
      if (of.isConnected) show({ text: tooltip ?? '', side: tooltipSide as Side, of: of.getBoundingClientRect() })
    }, delay)
  }
  const shows = ['pointerover', 'focusin']
  const hides = ['pointerdown', 'keydown', 'scroll', 'focusout']
  for (const name of shows) document.addEventListener(name, over)
  for (const name of hides) document.addEventListener(name, hide, true)
  return () => {
    clearTimeout(timer)
    for (const name of shows) document.removeEventListener(name, over)
    for (const name of hides) document.removeEventListener(name, hide, true)
  }
}

/** Bubble is placed beside its element, inside the window. */
function Bubble({ tip: { text, side, of } }: { tip: Tip }) {
  const root = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    const bubble = root.current
    if (!bubble) return
    const { width, height } = bubble.getBoundingClientRect()
    const above = of.top - height - gap
    const left = side === 'right' ? of.right + gap : of.left + (of.width - width) / 2
    const top = side === 'right' ? of.top + (of.height - height) / 2 : above < margin ? of.bottom + gap : above
    bubble.style.left = `${Math.max(margin, Math.min(left, innerWidth - width - margin))}px`
    bubble.style.top = `${top}px`
  }, [side, of])
  return (
    <div ref={root} role="tooltip" className={classes.tooltip}>
      {text}
    </div>
  )
}
