import type { ItemRow } from '../../kit/api/schema.gen'
import { Moment } from '../../kit/format/moment'
import { CountLink, NameList, Pictured, RowLink, Text } from '../../kit/resource/columns'
import type { Column } from '../../kit/table/types'
import { paths } from '../../paths'
import { IconTile } from '../../ui/icon'
import { Thumb } from '../../ui/thumb'
import { LinkBadge } from './link-badge'
import { StatusMenu } from './status'

/** hostOf returns the host of the page that an item links to. Images have none. */
function hostOf({ block_type, content_url }: ItemRow): string {
  if (block_type === 'image') return ''
  return URL.canParse(content_url) ? new URL(content_url).hostname.replace(/^www\./, '') : content_url
}

type Count = Extract<keyof ItemRow, `${string}_count`>

const count = (key: Count, label: string, to: (query: { content_id: number }) => string, card?: 'none'): Column<ItemRow> => ({
  key,
  label,
  card,
  align: 'end',
  cell: (row) => <CountLink count={row[key]} to={to({ content_id: row.id })} />,
})

/** TypeIcon shows the media type of an item by its icon. An image is its own icon. */
function TypeIcon({ block_type, type, featured_image }: ItemRow) {
  const name = type?.name ?? 'Image'
  if (block_type !== 'image') return <IconTile name={type?.icon ?? ''} label={name} />
  return (
    <span role="img" aria-label={name} title={name}>
      <Thumb src={featured_image?.thumb_url} />
    </span>
  )
}

/** columns are the columns of the content lists. */
export const columns = {
  type: { key: 'type', label: 'Type', fixed: true, card: 'picture', cell: (row) => <TypeIcon {...row} /> },
  title: {
    key: 'title',
    label: 'Title',
    sort: 'title',
    fixed: true,
    card: 'title',
    width: '80%',
    minWidth: 200,
    cell: (row) => (
      <RowLink to={paths.editItem(row)} title={row.title}>
        <Text>{row.title}</Text>
      </RowLink>
    ),
  },
  pictured: {
    key: 'title',
    label: 'Title',
    sort: 'title',
    fixed: true,
    card: 'title',
    width: '50%',
    minWidth: 260,
    cell: (row) => (
      <RowLink to={paths.editItem(row)} title={row.title}>
        <Pictured picture={<Thumb src={row.featured_image?.thumb_url} />} name={row.title} />
      </RowLink>
    ),
  },
  namedType: {
    key: 'type',
    label: 'Type',
    card: 'bare',
    cell: ({ type }) => <Text>{type?.name ?? 'Image'}</Text>,
  },
  host: { key: 'host', label: 'Site', card: 'none', extra: true, width: '12%', minWidth: 140, cell: (row) => <Text>{hostOf(row)}</Text> },
  image: { key: 'image', label: 'Image', card: 'none', extra: true, cell: (row) => <Thumb src={row.featured_image?.thumb_url} /> },
  libraries: {
    key: 'libraries',
    label: 'Libraries',
    card: 'none',
    width: '10%',
    minWidth: 104,
    cell: ({ libraries }) => <NameList names={libraries.map(({ name }) => name)} />,
  },
  destinations: count('destinations_count', 'Destinations', paths.destinations, 'none'),
  tags: count('tags_count', 'Tags', paths.subjectAreas, 'none'),
  collections: count('collections_count', 'Collections', paths.collections),
  libraryCount: { ...count('libraries_count', 'Library count', paths.libraries, 'none'), extra: 'narrow' },
  publishers: count('publishers_count', 'Publishers', paths.publishers, 'none'),
  status: { key: 'status', label: 'Status', card: 'line', cell: (row) => <StatusMenu item={row} /> },
  link: { key: 'link', label: 'Link', card: 'none', extra: true, cell: (row) => row.content_url && <LinkBadge status={row.link_status} /> },
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
    extra: 'narrow',
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
