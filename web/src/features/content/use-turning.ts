import { useEffect } from 'react'
import type { ItemRow } from '../../kit/api/schema.gen'

type Dated = Pick<ItemRow, 'status' | 'published_at' | 'expires_at'>

/** nextTurn returns the time at which the status of the first item changes by itself: it is published or expires. */
export function nextTurn(items: readonly Dated[]): number | null {
  const moments = items.flatMap(({ status, published_at, expires_at }) => [
    status === 'scheduled' ? published_at : null,
    status === 'expired' ? null : expires_at,
  ])
  const turns = moments.filter((moment) => moment !== null).map((moment) => new Date(moment).getTime())
  return turns.length > 0 ? Math.min(...turns) : null
}

/** Changes further ahead are ignored: the list is reloaded before, for other reasons. */
const horizon = 86_400_000
/** The server's clock may be slightly behind: the list is reloaded until the status has changed. */
const again = 3_000

/** useTurning reloads a list when the status of one of its items changes. `readAt` is the time of the last load. */
export function useTurning(items: readonly Dated[] | undefined, readAt: number, read: () => unknown) {
  useEffect(() => {
    const turn = nextTurn(items ?? [])
    const now = Date.now()
    if (turn === null || turn - now > horizon || readAt === 0) return
    const timer = setTimeout(read, turn > now ? turn - now + 200 : again)
    return () => clearTimeout(timer)
  }, [items, readAt, read])
}
