import { useEffect } from 'react'
import type { ItemRow } from '../../kit/api/schema.gen'

type Dated = Pick<ItemRow, 'status' | 'published_at' | 'expires_at'>

/** nextStatusChange returns the time at which the status of the first item changes by itself: it is published or expires. */
export function nextStatusChange(items: readonly Dated[]): number | null {
  const moments = items.flatMap(({ status, published_at, expires_at }) => [
    status === 'scheduled' ? published_at : null,
    status === 'expired' ? null : expires_at,
  ])
  const times = moments.filter((moment) => moment !== null).map((moment) => new Date(moment).getTime())
  return times.length > 0 ? Math.min(...times) : null
}

/** Changes further ahead are ignored: the list is reloaded before, for other reasons. */
const horizon = 86_400_000
/** The server's clock may be slightly behind: the list is reloaded until the status has changed. */
const retryDelay = 3_000

/** useStatusChanges reloads a list when the status of one of its items changes. `readAt` is the time of the last load. */
export function useStatusChanges(items: readonly Dated[] | undefined, readAt: number, reload: () => unknown) {
  useEffect(() => {
    const next = nextStatusChange(items ?? [])
    const now = Date.now()
    if (next === null || next - now > horizon || readAt === 0) return
    const timer = setTimeout(reload, next > now ? next - now + 200 : retryDelay)
    return () => clearTimeout(timer)
  }, [items, readAt, reload])
}
