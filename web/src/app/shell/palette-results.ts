import { useDebouncedValue } from '@mantine/hooks'
import { useQueries } from '@tanstack/react-query'
import { fetchList } from '../../kit/api/lists'
import { fold } from '../../kit/format/fold'
import { useMe } from '../../kit/session/session'
import { type GroupName, groups, screens, screensOf } from '../screens'
import type { SearchResult } from '../search'

export type Section = { label: string; entries: SearchResult[] }

/** usePaletteResults returns the sections that match a text: a pasted link, screens, and records found by the server. */
export function usePaletteResults(text: string): { sections: Section[]; searching: boolean } {
  const admin = useMe().staff_role === 'admin'
  const [query] = useDebouncedValue(text.trim(), 150)
  const enabled = query.length > 1 || /^\d+$/.test(query)
  const results = useQueries({
    queries: screens.flatMap(({ title, search, admin: adminOnly }) =>
      search && (admin || !adminOnly)
        ? {
            queryKey: ['palette', title, query],
            queryFn: async ({ signal }: { signal: AbortSignal }) => ({ label: title, entries: await search(fetchList, query, signal) }),
            enabled,
            staleTime: 10_000,
          }
        : [],
    ),
  })
  const records = enabled ? results.flatMap((result) => (result.data ? [result.data] : [])) : []
  return {
    sections: [...pastedLink(text), ...matchingScreens(text, admin), ...records].filter((section) => section.entries.length > 0),
    searching: enabled && (query !== text.trim() || results.some((result) => result.isFetching)),
  }
}

/** matchingScreens returns the screens whose name or group contains every word. */
function matchingScreens(text: string, admin: boolean): Section[] {
  const words = fold(text).split(/\s+/).filter(Boolean)
  const matches = (...names: string[]) => words.every((word) => names.some((name) => fold(name).includes(word)))
  return (Object.keys(groups) as GroupName[]).map((name) => {
    const { label: group } = groups[name]
    const entries = screensOf(name, admin).map(({ path, title, label = title }) => ({ key: path, label, to: path }))
    return { label: group, entries: entries.filter(({ label }) => matches(label, group)) }
  })
}

/** pastedLink recognises a URL of this console, such as a link from a colleague. */
function pastedLink(text: string): Section[] {
  const url = text.trim()
  if (!url.startsWith(`${location.origin}/`)) return []
  const to = url.slice(location.origin.length)
  return [{ label: 'Link', entries: [{ key: `to ${to}`, label: to, to }] }]
}
