import { useNavigate, useSearch } from '@tanstack/react-router'
import { useCallback } from 'react'

type Search = Record<string, string | undefined>

/** useOpen keeps what is open over a table in URL parameters: it can be linked to, and the back button closes it. */
export function useOpen<W extends string>(...params: W[]) {
  const search = useSearch({ strict: false }) as Search
  const navigate = useNavigate()
  const key = params.join()
  const show = useCallback(
    (next: { [word in W]?: string }) => {
      const closed = Object.fromEntries(key.split(',').map((word) => [word, undefined]))
      void navigate({ to: '.', search: (now: Search) => ({ ...now, ...closed, ...next }), resetScroll: false })
    },
    [navigate, key],
  )
  const close = useCallback(() => show({}), [show])
  return { open: search as { [word in W]?: string }, show, close }
}
