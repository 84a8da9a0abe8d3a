import { IconCircleCheck, IconInbox, IconMapPin } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { fetchItems, type ItemOf, type ListPath, listKey } from '../../kit/api/lists'
import { Moment } from '../../kit/format/moment'
import { RecordLink, RowLink, Text } from '../../kit/resource/columns'
import { DataTable } from '../../kit/table/data-table'
import { type TableSpec, useTable } from '../../kit/table/state'
import type { Column, Empty, Row } from '../../kit/table/types'
import { paths } from '../../paths'

type RecentTableProps<P extends ListPath> = { path: P; title: string; spec: TableSpec; columns: readonly Column<ItemOf<P> & Row>[]; empty: Empty }

/** RecentTable is one table. Rows without an id are identified by their index. */
function RecentTable<P extends ListPath>({ path, title, spec, columns, empty }: RecentTableProps<P>) {
  const table = useTable(spec)
  const list = useQuery({
    queryKey: listKey(path, table.params),
    queryFn: ({ signal }) => fetchItems(path, table.params, signal),
    placeholderData: keepPreviousData,
    select: ({ items, meta }) => ({ items: items.map((item, index) => ({ ...item, id: (item as Partial<Row>).id ?? index })), meta }),
  })
  return <DataTable name={path} from={path} label={title} title={title} table={table} list={list} columns={columns} empty={empty} />
}

const spec = (prefix: string): TableSpec => ({ perPage: 10, prefix })

function Item({ item }: { item: { id: number; title: string; block_type: string } }) {
  return (
    <RowLink to={paths.editItem(item)} title={item.title}>
      <Text>{item.title}</Text>
    </RowLink>
  )
}

const addedToCollections: RecentTableProps<'dashboard/content-added-to-collections'> = {
  path: 'dashboard/content-added-to-collections',
  title: 'Content Added to User Collections',
  spec: spec('added.'),
  columns: [
    { key: 'content', label: 'Content', width: '46%', fixed: true, card: 'title', cell: ({ content }) => <Item item={content} /> },
    {
      key: 'collection',
      label: 'Collection',
      width: '34%',
      card: 'bare',
      cell: ({ collection }) => <RecordLink to={paths.collection(collection.id)}>{collection.name}</RecordLink>,
    },
    { key: 'added_at', label: 'Added', align: 'end', card: 'bare', cell: ({ added_at }) => <Moment at={added_at} as="ago" /> },
  ],
  empty: { icon: IconInbox, title: 'Nothing added yet', text: 'Content that users add to collections appears here.' },
}

const userContent: RecentTableProps<'dashboard/content-added-by-users'> = {
  path: 'dashboard/content-added-by-users',
  title: 'New User Content',
  spec: spec('made.'),
  columns: [
    { key: 'title', label: 'Title', width: '34%', fixed: true, card: 'title', cell: (item) => <Item item={item} /> },
    { key: 'user', label: 'User', width: '24%', card: 'bare', cell: ({ user }) => <User user={user} /> },
    {
      key: 'partner',
      label: 'Partner',
      width: '24%',
      card: 'bare',
      cell: ({ partner }) => <RecordLink to={paths.partner(partner.id)}>{partner.name}</RecordLink>,
    },
    { key: 'created_at', label: 'Created', align: 'end', card: 'bare', cell: ({ created_at }) => <Moment at={created_at} as="ago" /> },
  ],
  empty: { icon: IconInbox, title: 'No user content yet', text: 'Content created by users appears here.' },
}

function User({ user }: { user: ItemOf<'dashboard/content-added-by-users'>['user'] | null }) {
  return user ? <RecordLink to={paths.user(user.id)}>{user.full_name || user.email.toLowerCase()}</RecordLink> : <Text>{''}</Text>
}

const noResults: RecentTableProps<'dashboard/searches-with-no-results'> = {
  path: 'dashboard/searches-with-no-results',
  title: 'No Result Searches',
  spec: spec('missed.'),
  columns: [
    { key: 'term', label: 'Search term', width: '36%', fixed: true, card: 'title', cell: ({ term }) => <Text>{term}</Text> },
    { key: 'filters', label: 'Filters', width: '40%', card: 'line', cell: ({ filtered_by }) => <Text>{filtered_by.join(' · ')}</Text> },
    { key: 'created_at', label: 'When', align: 'end', card: 'bare', cell: ({ created_at }) => <Moment at={created_at} as="ago" /> },
  ],
  empty: { icon: IconCircleCheck, title: 'Every search returned results', text: 'Searches of the last month without results appear here.' },
}

const noDestination: RecentTableProps<'dashboard/content-with-no-destination'> = {
  path: 'dashboard/content-with-no-destination',
  title: 'No Destination Content',
  spec: spec('nowhere.'),
  columns: [
    { key: 'title', label: 'Title', width: '56%', fixed: true, card: 'title', cell: (item) => <Item item={item} /> },
    { key: 'created_at', label: 'Created', align: 'end', cell: ({ created_at }) => <Moment at={created_at} as="ago" /> },
    { key: 'updated_at', label: 'Updated', align: 'end', cell: ({ updated_at }) => <Moment at={updated_at} as="ago" /> },
  ],
  empty: { icon: IconMapPin, title: 'All content has a destination', text: 'Content without a destination appears here.' },
}

export const AddedToCollections = () => <RecentTable {...addedToCollections} />
export const UserContentTable = () => <RecentTable {...userContent} />
export const NoResults = () => <RecentTable {...noResults} />
export const NoDestination = () => <RecentTable {...noDestination} />
