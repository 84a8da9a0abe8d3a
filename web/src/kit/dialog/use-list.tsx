import { Link, useRouter } from '@tanstack/react-router'
import type { Use } from '../api/schema.gen'
import { number } from '../format/numbers'
import { labelOf } from '../format/values'

/** UseList lists what uses a record, with links. */
export function UseList({ uses, onFollow }: { uses: Use[]; onFollow: () => void }) {
  const router = useRouter()
  // A path without a screen is shown as text.
  const hasScreen = (path: string | undefined) => path && router.matchRoutes(path.replace(/\?.*/, '')).at(-1)?.routeId !== '/$'
  return (
    <>
      This can’t be deleted because it is used by:
      <ul>
        {uses.map((use) => {
          const text = `${labelOf(use.kind)}: ${number(use.count)}`
          return (
            <li key={use.kind}>
              {hasScreen(use.path) ? (
                <Link to={use.path} onClick={onFollow}>
                  {text}
                </Link>
              ) : (
                text
              )}
            </li>
          )
        })}
      </ul>
    </>
  )
}
