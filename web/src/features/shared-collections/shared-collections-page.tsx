import { IconShare, IconTrash } from '@tabler/icons-react'
import { useList } from '../../kit/api/lists'
import type { SharedCollection } from '../../kit/api/schema.gen'
import { number } from '../../kit/format/numbers'
import { specOf, type View } from '../../kit/resource/ask'
import { RowLink, Text } from '../../kit/resource/columns'
import { askToDelete } from '../../kit/resource/sentences'
import { DataTable } from '../../kit/table/data-table'
import { useTable } from '../../kit/table/state'
import type { Action, Column } from '../../kit/table/types'
import { paths } from '../../paths'
import { PageLayout } from '../../ui/page-layout'
import { Tick } from '../../ui/tick'
import { Accepted, PartnerLink, told, UserLink } from './shared'
import classes from './shared-collections.module.css'

const view: View<'shared-collections'> = {
  path: 'shared-collections',
  sort: '-created_at',
  filters: [
    { name: 'partner', label: 'Partner', as: 'picker', from: 'options/partners', any: 'All Partners' },
    { name: 'type', label: 'Type', as: 'picker', from: 'options/shared-collection-types', initial: 'user-accepted' },
    { name: 'collection_id', label: 'Collection', as: 'picker', from: 'search/collections', more: true },
    { name: 'user_id', label: 'User', as: 'picker', from: 'search/users', more: true },
  ],
}

const spec = specOf(view)

const columns: Column<SharedCollection>[] = [
  {
    key: 'name',
    label: 'Collection',
    width: '28%',
    least: 200,
    fixed: true,
    card: 'title',
    cell: ({ id, name }) => (
      <RowLink to={paths.sharedCollection(id)} title={name}>
        <Text>{name}</Text>
      </RowLink>
    ),
  },
  { key: 'partner', label: 'Partner', width: '18%', least: 140, card: 'bare', cell: ({ collection }) => <PartnerLink of={collection} /> },
  { key: 'user', label: 'User', width: '18%', least: 140, card: 'bare', cell: ({ user }) => <UserLink user={user} /> },
  { key: 'has_personal_message', label: 'Personal message', cell: ({ has_personal_message }) => <Tick on={has_personal_message} /> },
  {
    key: 'personalisations_count',
    label: 'Personalisations',
    sort: 'personalisations_count',
    down: true,
    align: 'end',
    cell: ({ personalisations_count: count }) => <span className={count === 0 ? classes.zero : undefined}>{number(count)}</span>,
  },
  { key: 'created_at', label: 'Accepted', sort: 'created_at', down: true, align: 'end', cell: (row) => <Accepted row={row} /> },
]

const actions: Action<SharedCollection>[] = [{ label: 'Delete', icon: IconTrash, danger: true, run: (row) => void askToDelete(told, row) }]

/** SharedCollectionsPage lists which users have accepted which collections. */
export function SharedCollectionsPage() {
  const table = useTable(spec)
  const list = useList('shared-collections', table.params)
  return (
    <PageLayout title="Shared collections" about="Collections that users have accepted, and what they made of them for their clients">
      <DataTable
        name="shared-collections"
        label="Shared collections"
        table={table}
        list={list}
        columns={columns}
        search="Search shared collections"
        filters={view.filters}
        actions={actions}
        empty={{ icon: IconShare, title: 'No shared collections yet', text: 'They are here as soon as a user accepts a collection.' }}
      />
    </PageLayout>
  )
}
SharedCollectionsPage.resource = view
