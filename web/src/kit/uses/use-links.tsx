import { Link, useRouter } from '@tanstack/react-router'
import type { CountedUse } from '../api/schema.gen'
import { number } from '../format/numbers'
import { labelOf } from '../format/values'

type Use = Pick<CountedUse, 'kind' | 'count' | 'path'> & Partial<CountedUse>

/** UseLinks lists what uses a record. Each link opens the list of exactly these rows. */
export function UseLinks({ uses, onFollow }: { uses: readonly Use[]; onFollow: () => void }) {
  const router = useRouter()
  if (uses.length === 0) return null
  // A path without a screen is shown as text.
  const hasScreen = (path: string | undefined) => path && router.matchRoutes(path.replace(/\?.*/, '')).at(-1)?.routeId !== '/$'
  return (
    <ul>
      {uses.map(({ kind, count, path, count_is_capped }) => {
        const text = `${labelOf(kind)}: ${number(count)}${count_is_capped ? '+' : ''}`
        return (
          <li key={kind}>
            {hasScreen(path) ? (
              <Link to={path} onClick={onFollow}>
                {text}
              </Link>
            ) : (
              text
            )}
          </li>
        )
      })}
    </ul>
  )
}
