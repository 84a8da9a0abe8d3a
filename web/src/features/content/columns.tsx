import type { ItemRow } from '../../kit/api/schema.gen'
import { Moment } from '../../kit/format/moment'
import { CountLink, NameList, Pictured, RowLink } from '../../kit/resource/columns'
import type { Column } from '../../kit/table/types'
import { paths } from '../../paths'
import { IconTile } from '../../ui/icon'
import { Thumb } from '../../ui/thumb'
import { StatusMenu } from './status'

/** about returns the line under a title: media type and host. */
function about({ block_type, content_url, type }: ItemRow): string {
  if (block_type === 'image') return 'Image'
  const host = URL.canParse(content_url) ? new URL(content_url).hostname.replace(/^www\./, '') : content_url
  return type ? `${type.name} · ${host}` : host
}

type Count = Extract<keyof ItemRow, `${string}_count`>

const count = (key: Count, label: string, to: (query: { content_id: number }) => string, short?: string, card?: 'none'): Column<ItemRow> => ({
  key,
  label,
  short,
  card,
  align: 'end',
  cell: (row) => <CountLink count={row[key]} to={to({ content_id: row.id })} />,
})

/** columns are the columns of the content lists. */
export const columns = {
  type: {
    key: 'type',
    label: 'Type',
    card: 'none', // shown under the title
    cell: ({ type }) => (
      <span className="block fit" title={type?.name}>
        <IconTile name={type?.icon ?? ''} />
        <span className="visually-hidden">{type?.name}</span>
      </span>
    ),
  },
  namedType: {
    key: 'type',
    label: 'Type',
    card: 'none',
    cell: ({ type }) => type && <Pictured picture={<IconTile name={type.icon} />} name={type.name} />,
  },
  title: {
    key: 'title',
    label: 'Title',
    sort: 'title',
    fixed: true,
    card: 'title',
    width: '34%',
    minWidth: 240,
    cell: (row) => (
      <RowLink to={paths.editItem(row)} title={row.title}>
        <Pictured picture={<Thumb src={row.featured_image?.thumb_url} />} name={row.title} about={about(row)} />
      </RowLink>
    ),
  },
  libraries: {
    key: 'libraries',
    label: 'Libraries',
    card: 'none',
    width: '11%',
    minWidth: 96,
    cell: ({ libraries }) => <NameList names={libraries.map(({ name }) => name)} />,
  },
  destinations: count('destinations_count', 'Destinations', paths.destinations, 'Dest.', 'none'),
  tags: count('tags_count', 'Tags', paths.subjectAreas, undefined, 'none'),
  collections: count('collections_count', 'Collections', paths.collections, 'Coll.'),
  libraryCount: count('libraries_count', 'Library count', paths.libraries, 'Libs', 'none'),
  publishers: count('publishers_count', 'Publishers', paths.publishers, 'Pubs', 'none'),
  status: { key: 'status', label: 'Status', card: 'line', cell: (row) => <StatusMenu item={row} /> },
  published: {
    key: 'published',
    label: 'Published',
    sort: 'published_at',
    descendingFirst: true,
    align: 'end',
    extra: true,
    cell: (row) => <Moment at={row.published_at} as="date" />,
  },
  created: {
    key: 'created',
    label: 'Created',
    sort: 'created_at',
    descendingFirst: true,
    align: 'end',
    cell: (row) => <Moment at={row.created_at} />,
  },
  added: {
    key: 'added',
    label: 'Added',
    card: 'none',
    sort: 'added_at',
    descendingFirst: true,
    align: 'end',
    cell: (row) => <Moment at={row.added_at} />,
  },
  expired: {
    key: 'expired',
    label: 'Expired',
    sort: 'expires_at',
    descendingFirst: true,
    align: 'end',
    cell: (row) => <Moment at={row.expires_at} as="date" />,
  },
} as const satisfies Record<string, Column<ItemRow>>
