import type { AnyRouter } from '@tanstack/react-router'

const urls = new Map<string, string>()

/** rememberUrls keeps the last URL of every page, with the filters, sort order and page of its list. */
export function rememberUrls(router: AnyRouter) {
  router.subscribe('onResolved', ({ toLocation: { pathname, search } }) => {
    // Dialogs that were open are not opened again.
    const kept = Object.fromEntries(Object.entries(search).filter(([name]) => !/(^|\.)(edit|new|add)$/.test(name)))
    urls.delete(pathname) // the most recent page comes last
    urls.set(pathname, pathname + router.options.stringifySearch(kept))
  })
}

/** lastUrl returns the URL at which a list was last seen in this tab, so that links back to it keep its filters and page. */
export const lastUrl = (path: string) => urls.get(path) ?? path

/** lastSeen returns the one of several lists that was seen last: the one from which a page was opened. */
export function lastSeen<L extends { to: string }>(first: L, ...others: L[]): L {
  const order = [...urls.keys()]
  return others.reduce((last, list) => (order.indexOf(list.to) > order.indexOf(last.to) ? list : last), first)
}
