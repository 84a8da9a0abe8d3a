import { fetchList, type ListPath, type RowOf } from '../kit/api/lists'
import { paths } from '../paths'

export type Found = { key: string; label: string; hint?: string; to: string }

/** Source is one kind of record the palette finds. Features add theirs here as they arrive. */
export type Source = { label: string; admin?: boolean; find: (query: string, signal: AbortSignal) => Promise<Found[]> }

const most = 5

function source<P extends ListPath>(
  label: string,
  path: P,
  describe: (row: RowOf<P>) => Omit<Found, 'key'> & { id: number },
  more: { byId?: ListPath; admin?: boolean } = {},
): Source {
  return {
    label,
    admin: more.admin,
    async find(query, signal) {
      const [byNumber, byName] = await Promise.all([
        more.byId && /^\d+$/.test(query) ? fetchList(more.byId, { ids: query }, signal) : undefined,
        fetchList(path, { query, per_page: most }, signal),
      ])
      const rows = [...(byNumber?.items ?? []), ...byName.items] as RowOf<P>[]
      const found = rows.map(describe).map(({ id, ...one }) => ({ ...one, key: `${path}/${id}` }))
      return [...new Map(found.map((one) => [one.key, one])).values()].slice(0, most)
    },
  }
}

export const sources: Source[] = [
  source('Publishers', 'publishers', ({ id, name }) => ({ id, label: name, to: paths.publishers({ edit: id }) }), { byId: 'options/publishers' }),
  source('Global tags', 'global-tags', ({ id, name }) => ({ id, label: name, to: paths.globalTags({ edit: id }) })),
  source(
    'Media types',
    'content-types',
    ({ id, name, description }) => ({ id, label: name, hint: description, to: paths.mediaTypes({ edit: id }) }),
    {
      byId: 'options/content-types',
    },
  ),
  source('Staff', 'staff', ({ id, full_name, email }) => ({ id, label: full_name, hint: email, to: paths.staff({ edit: id }) }), { admin: true }),
]
