import type { AnyRouter } from '@tanstack/react-router'
import type { ComponentProps } from 'react'

const preloadDelay = 50 // ms, as with the router's own links

type Props = Omit<ComponentProps<'a'>, 'href'> & { to: string /** Opens something over the page, which keeps its scroll position. */; over?: boolean }

/**
 * RouteLink is a link in a row. The router's own Link renders again on every navigation, so that a list of 100 rows with five of
 * them each took a tenth of a second to answer a click on a column head. This one is a plain element; followRouteLinks handles it.
 */
export const RouteLink = ({ to, over, ...rest }: Props) => <a {...rest} href={to} data-route={over ? 'over' : ''} />

/** followRouteLinks opens RouteLinks without loading the page again, and loads the code of a screen when the pointer or the focus reaches its link. */
export function followRouteLinks(router: AnyRouter) {
  let timer = 0
  function handleClick(event: MouseEvent) {
    const link = linkOf(event)
    if (!link || event.defaultPrevented || event.button !== 0 || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return
    event.preventDefault()
    void router.navigate({ to: link.getAttribute('href') ?? '', resetScroll: link.dataset.route !== 'over' })
  }
  function handleIntent(event: Event) {
    clearTimeout(timer)
    const link = linkOf(event)
    if (!link || link.dataset.route === 'over') return
    timer = window.setTimeout(() => router.preloadRoute({ to: link.getAttribute('href') ?? '' }).catch(() => {}), preloadDelay)
  }
  document.addEventListener('click', handleClick)
  document.addEventListener('pointerover', handleIntent)
  document.addEventListener('focusin', handleIntent)
}

const linkOf = ({ target }: Event) => (target instanceof Element ? target.closest<HTMLAnchorElement>('a[data-route]') : null)
