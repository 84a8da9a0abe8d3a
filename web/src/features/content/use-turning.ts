import { useEffect } from 'react'
import type { ItemRow } from '../../kit/api/schema.gen'

type Dated = Pick<ItemRow, 'status' | 'published_at' | 'expires_at'>

/** nextTurn is the moment at which the first of some items becomes another status by itself: goes live, or runs out. */
export function nextTurn(items: readonly Dated[]): number | null {
  const moments = items.flatMap(({ status, published_at, expires_at }) => [
    status === 'scheduled' ? published_at : null,
    status === 'expired' ? null : expires_at,
  ])
  const turns = moments.filter((moment) => moment !== null).map((moment) => new Date(moment).getTime())
  return turns.length > 0 ? Math.min(...turns) : null
}

/** Further ahead than this a page is not left open without being read again. */
const horizon = 86_400_000
/** The server's clock may be a little behind this one: until it says so too, it is asked again. */
const again = 3_000

/** useTurning reads a list again when the next of its items turns. `readAt`: when it was last read. */
export function useTurning(items: readonly Dated[] | undefined, readAt: number, read: () => unknown) {
  useEffect(() => {
    const turn = nextTurn(items ?? [])
    const now = Date.now()
    if (turn === null || turn - now > horizon || readAt === 0) return
    const timer = setTimeout(read, turn > now ? turn - now + 200 : again)
    return () => clearTimeout(timer)
  }, [items, readAt, read])
}
