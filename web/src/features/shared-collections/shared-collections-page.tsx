import { IconShare, IconTrash } from '@tabler/icons-react'
import { useList } from '../../kit/api/lists'
import type { SharedCollection } from '../../kit/api/schema.gen'
import { askToDelete } from '../../kit/resource/sentences'
import { prefetch, specOf, type View } from '../../kit/resource/view'
import { DataTable } from '../../kit/table/data-table'
import { useTable } from '../../kit/table/state'
import type { Action } from '../../kit/table/types'
import { PageLayout } from '../../ui/page-layout'
import { sharedColumns, sharedTexts } from './shared'

const view: View<'shared-collections'> = {
  path: 'shared-collections',
  sort: '-created_at',
  filters: [
    { name: 'partner', label: 'Partner', as: 'picker', from: 'options/partners', anyLabel: 'All Partners' },
    { name: 'type', label: 'Type', as: 'picker', from: 'options/shared-collection-types', initial: 'user-accepted' },
    { name: 'collection_id', label: 'Collection', as: 'picker', from: 'search/collections', more: true },
    { name: 'user_id', label: 'User', as: 'picker', from: 'search/users', more: true },
  ],
}

const spec = specOf(view)

const actions: Action<SharedCollection>[] = [{ label: 'Delete', icon: IconTrash, danger: true, run: (row) => void askToDelete(sharedTexts, row) }]

/** SharedCollectionsPage lists the collections that users have accepted. */
export function SharedCollectionsPage() {
  const table = useTable(spec)
  const list = useList('shared-collections', table.params)
  return (
    <PageLayout title="Shared collections" about="Collections accepted by users, and how they personalised them for clients">
      <DataTable
        name="shared-collections"
        label="Shared collections"
        from="shared-collections"
        table={table}
        list={list}
        columns={sharedColumns}
        search="Search shared collections"
        filters={view.filters}
        actions={actions}
        empty={{ icon: IconShare, title: 'No shared collections yet', text: 'Collections appear here when a user accepts them.' }}
      />
    </PageLayout>
  )
}
SharedCollectionsPage.prefetch = prefetch(view)
