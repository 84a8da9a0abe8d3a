import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { api, bodyOf } from '../../kit/api/client'
import type { Hit } from '../../kit/api/schema.gen'
import { labelOf } from '../../kit/format/values'
import { useMe } from '../../kit/session/session'
import { paths } from '../../paths'
import { type GroupName, groups, recordKinds, screensOf } from '../screens'
import { actionsFor } from './palette-actions'
import { type Entry, matchOf } from './palette-entry'

export type Section = { label: string; entries: Entry[] }

const ownOrigin = `${location.origin}/`

const ranks: Record<Hit['match'], number> = { exact: 0, start: 1, word: 2, part: 3, other: 4 }

/** worthSearching reports whether a text may name a record. A link of this console names its own screen. */
const worthSearching = (text: string) => (text.length > 1 || /^\d$/.test(text)) && !text.startsWith(ownOrigin)

/** usePaletteResults returns the screens, actions and records that match a text, best match first. Without a text it lists all screens. */
export function usePaletteResults(text: string): { sections: Section[]; searching: boolean; failed: boolean } {
  const admin = useMe().staff_role === 'admin'
  const typed = text.trim()
  const [query] = useDebouncedValue(typed, 120)
  const { data, isError } = useQuery({
    queryKey: ['palette', query],
    queryFn: async ({ signal }) => ({ query, items: bodyOf(await api.GET('/api/admin/search', { params: { query: { query } }, signal })).items }),
    enabled: worthSearching(query),
    placeholderData: keepPreviousData,
    staleTime: 10_000,
  })
  if (!typed) return { sections: allScreens(admin), searching: false, failed: false }
  const current = data?.query === typed
  const searching = worthSearching(typed) && !current && !(isError && query === typed)
  // Until the response has arrived, the records of the previous one are shown that still match.
  const records = (worthSearching(typed) && data ? data.items : []).flatMap((hit) => {
    const rank = current ? ranks[hit.match] : matchOf(typed, hit.name)
    return rank === undefined ? [] : [{ rank, entry: recordEntry(hit) }]
  })
  const found = [...pastedURL(typed), ...matching(typed, screenEntries(admin)), ...matching(typed, actionsFor(admin)), ...records]
  const entries = found.sort((a, b) => a.rank - b.rank).map(({ entry }) => entry)
  return { sections: [{ label: 'Results', entries }], searching, failed: isError && !searching }
}

const matching = (typed: string, entries: Entry[]) =>
  entries.flatMap((entry) => {
    const rank = matchOf(typed, entry.label, ...(entry.also ?? []))
    return rank === undefined ? [] : [{ rank, entry }]
  })

const recordEntry = ({ kind, id, name, hint }: Hit): Entry => ({
  key: `${kind}/${id}`,
  label: name,
  hint,
  kind: `${labelOf(kind)} #${id}`,
  to: recordKinds.get(kind)?.(id) ?? paths.notFound(),
})

const screensIn = (group: GroupName, admin: boolean): Entry[] =>
  screensOf(group, admin).map(({ path, title, label = title }) => ({
    key: path,
    label,
    kind: groups[group].label,
    also: [groups[group].label],
    to: path,
  }))

const groupNames = Object.keys(groups) as GroupName[]

const screenEntries = (admin: boolean) => groupNames.flatMap((name) => screensIn(name, admin))

function allScreens(admin: boolean): Section[] {
  const sections = groupNames.map((name) => ({ label: groups[name].label, entries: screensIn(name, admin) }))
  return [...sections, { label: 'Actions', entries: actionsFor(admin) }]
}

/** pastedURL recognises a URL of this console, such as a link from a colleague, and any other URL, which can be added as content. */
function pastedURL(typed: string): { rank: number; entry: Entry }[] {
  if (!/^https?:\/\/[^\s/]+\.?[^\s]*$/i.test(typed)) return []
  if (typed.startsWith(ownOrigin)) {
    const to = typed.slice(location.origin.length)
    return [{ rank: 0, entry: { key: `to ${to}`, label: to, kind: 'Link', to } }]
  }
  // An item that already has this URL is an exact match, and comes first.
  return [{ rank: 1, entry: { key: 'add', label: 'Add as content', hint: typed, kind: 'Action', to: paths.newContent({ url: typed }) } }]
}
