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
  source('Content', 'content', (item) => ({ id: item.id, label: item.title, hint: item.type?.name, to: paths.editItem(item) })),
  source('Collections', 'collections', ({ id, name, owner }) => ({ id, label: name, hint: owner?.name, to: paths.collection(id) })),
  source('Libraries', 'libraries', ({ id, name, owner }) => ({ id, label: name, hint: owner?.name, to: paths.libraries({ edit: id }) }), {
    byId: 'options/libraries',
  }),
  source('Destinations', 'destinations', ({ id, label }) => ({ id, label, to: paths.destinations({ edit: id }) })),
  source('Subject areas', 'tags', ({ id, tag }) => ({ id, label: tag, to: paths.subjectAreas({ edit: id }) })),
  source('Publishers', 'publishers', ({ id, name }) => ({ id, label: name, to: paths.publishers({ edit: id }) }), { byId: 'options/publishers' }),
  source('Facades', 'facades', ({ id, term, destination }) => ({ id, label: term, hint: destination?.label, to: paths.facades({ edit: id }) })),
  source('Content domains', 'content-domains', ({ id, display_name, host }) => ({
    id,
    label: display_name,
    hint: host,
    to: paths.contentDomains({ edit: id }),
  })),
  source('Global tags', 'global-tags', ({ id, name }) => ({ id, label: name, to: paths.globalTags({ edit: id }) })),
  source(
    'Media types',
    'content-types',
    ({ id, name, description }) => ({ id, label: name, hint: description, to: paths.mediaTypes({ edit: id }) }),
    {
      byId: 'options/content-types',
    },
  ),
  source('Content depths', 'content-depths', ({ id, name, description }) => ({
    id,
    label: name,
    hint: description,
    to: paths.contentDepths({ edit: id }),
  })),
  source('Countries', 'countries', ({ id, name, alpha2 }) => ({ id, label: name, hint: alpha2, to: paths.country(id) })),
  source('Regions', 'regions', ({ id, name }) => ({ id, label: name, to: paths.regions({ edit: id }) })),
  source('Languages', 'languages', ({ id, name, alpha2 }) => ({ id, label: name, hint: alpha2, to: paths.languages({ edit: id }) })),
  source('Partner markets', 'partner-markets', ({ id, name, partner }) => ({
    id,
    label: name,
    hint: partner?.name,
    to: paths.partnerMarkets({ edit: id }),
  })),
  source('Partners', 'partners', ({ id, name, account_type }) => ({ id, label: name, hint: account_type?.name, to: paths.partner(id) }), {
    byId: 'options/partners',
  }),
  source('Users', 'users', ({ id, called, full_name, email }) => ({ id, label: called, hint: full_name ? email : undefined, to: paths.user(id) })),
  source('Account types', 'account-types', ({ id, name }) => ({ id, label: name, to: paths.accountType(id) }), { byId: 'options/account-types' }),
  source('Collaborators', 'collaborators', ({ id, name }) => ({ id, label: name, to: paths.collaborator(id) })),
  source('Consortia', 'consortia', ({ id, name }) => ({ id, label: name, to: paths.consortia({ edit: id }) })),
  source('Host agencies', 'host-agencies', ({ id, name }) => ({ id, label: name, to: paths.hostAgencies({ edit: id }) })),
  source('Staff', 'staff', ({ id, full_name, email }) => ({ id, label: full_name, hint: email, to: paths.staff({ edit: id }) }), { admin: true }),
]
