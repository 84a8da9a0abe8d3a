import {
  IconBooks,
  IconBuildingStore,
  IconCalendarOff,
  IconCopy,
  IconExternalLink,
  IconFolderPlus,
  IconMapPin,
  IconMapPinOff,
  IconPencil,
  IconPencilMinus,
  IconPhotoEdit,
  IconSend,
  IconTags,
  IconTagsOff,
  IconTrash,
} from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { type ReactNode, Suspense, useMemo, useState } from 'react'
import { useList } from '../../kit/api/lists'
import type { ItemRow } from '../../kit/api/schema.gen'
import { lazyComponent } from '../../kit/lazy'
import { useMerge } from '../../kit/merge/use-merge'
import { specOf, tableNameOf, type View } from '../../kit/resource/view'
import { useIsAdmin } from '../../kit/session/session'
import { DataTable } from '../../kit/table/data-table'
import { useTable } from '../../kit/table/state'
import type { Action, BulkAction, Column, Empty, Selected } from '../../kit/table/types'
import { paths } from '../../paths'
import { PageLayout } from '../../ui/page-layout'
import type { LinkChange } from './add-to-dialog'
import type { StatusChange } from './bulk-status'
import { askToRemove, duplicate } from './item-actions'
import { safeUrl } from './safe-url'
import { statusActions } from './status'
import { useStatusChanges } from './use-status-changes'

const AddToDialog = lazyComponent(() => import('./add-to-dialog').then((file) => file.AddToDialog))
const FeaturedImageDialog = lazyComponent(() => import('./featured-image-dialog').then((file) => file.FeaturedImageDialog))

type Props = {
  title: string
  about: string
  view: View<'content'>
  columns: readonly Column<ItemRow>[]
  /** Shown above the table, next to the title. */
  header?: ReactNode
  /** Rows can be selected for bulk actions. */
  bulk?: boolean
  empty: Empty
}

/** What is merged are items, because content has no plural. */
const items = { path: 'content', one: 'Item', many: 'Items', name: ({ title }: ItemRow) => title }

/** ItemsPage is a list of content and images with row actions. */
export function ItemsPage({ title, about, view, columns, header, bulk, empty }: Props) {
  const spec = useMemo(() => specOf(view), [view])
  const table = useTable(spec)
  const list = useList(view.path, table.params)
  useStatusChanges(list.data?.items, list.dataUpdatedAt, list.refetch)
  const actions = useItemActions()
  const bulkActions = useBulkActions()
  const merge = useMerge(items, list.data?.items, useIsAdmin() && bulk === true)
  return (
    <PageLayout
      title={title}
      about={about}
      actions={
        <>
          {merge.button}
          {header}
        </>
      }
    >
      <DataTable
        name={tableNameOf(view)}
        label={title}
        from={view.path}
        imports={bulk}
        table={table}
        list={list}
        columns={columns}
        tabs={view.tabs?.list}
        search="Search by title or URL"
        filters={view.filters}
        actions={actions.list}
        bulk={bulk ? [...bulkActions.actions, ...(merge.action ? [merge.action] : [])] : undefined}
        empty={empty}
      />
      <Suspense>
        {actions.dialog}
        {bulkActions.dialog}
        {merge.dialogs}
      </Suspense>
    </PageLayout>
  )
}

/** useItemActions returns the row actions, and the dialog of one of them. */
function useItemActions() {
  const navigate = useNavigate()
  const [imageItem, setImageItem] = useState<ItemRow | null>(null)
  const list = useMemo<Action<ItemRow>[]>(() => {
    const edit = (item: Pick<ItemRow, 'id' | 'block_type'>) => void navigate({ to: paths.editItem(item) })
    return [
      { label: 'Edit', icon: IconPencil, run: edit },
      { label: 'Open page', icon: IconExternalLink, show: ({ content_url }) => safeUrl(content_url) !== null, href: (row) => row.content_url },
      { label: 'Duplicate', icon: IconCopy, run: (row) => void duplicate(row).then((copy) => copy && edit(copy)) },
      { label: 'Edit featured image', icon: IconPhotoEdit, run: setImageItem },
      ...statusActions,
      { label: 'Delete', icon: IconTrash, danger: true, run: (row) => void askToRemove(row) },
    ]
  }, [navigate])
  return { list, dialog: imageItem && <FeaturedImageDialog item={imageItem} onClose={() => setImageItem(null)} /> }
}

type PendingChange = { change: LinkChange; selected: Selected; resolve: (done: boolean) => void }

/** useBulkActions returns the bulk actions, and the dialog that asks for the target of some. */
function useBulkActions() {
  const [pending, setPending] = useState<PendingChange | null>(null)
  const actions = useMemo(() => {
    const set = (label: string, icon: BulkAction['icon'], change: StatusChange, group?: string): BulkAction => ({
      label,
      icon,
      group,
      danger: change === 'delete',
      all: true,
      run: async (selected) => (await import('./bulk-status')).changeSelected(change, selected),
    })
    const link = (change: LinkChange, icon: BulkAction['icon']): BulkAction => {
      const group = change.adds ? 'Add to' : 'Remove from'
      return {
        label: `${group} ${change.target}`,
        icon,
        group,
        all: true,
        run: (selected) => new Promise((resolve) => setPending({ change, selected, resolve })),
      }
    }
    return [
      set('Publish', IconSend, 'publish', 'Status'),
      set('Revert to draft', IconPencilMinus, 'draft', 'Status'),
      set('Expire', IconCalendarOff, 'expire', 'Status'),
      link({ adds: true, target: 'collection' }, IconFolderPlus),
      link({ adds: true, target: 'library' }, IconBooks),
      link({ adds: true, target: 'publisher' }, IconBuildingStore),
      link({ adds: true, target: 'subject area' }, IconTags),
      link({ adds: true, target: 'destination' }, IconMapPin),
      link({ adds: false, target: 'subject area' }, IconTagsOff),
      link({ adds: false, target: 'destination' }, IconMapPinOff),
      set('Delete', IconTrash, 'delete'),
    ]
  }, [])
  function close(done: boolean) {
    setPending(null)
    pending?.resolve(done)
  }
  return { actions, dialog: pending && <AddToDialog change={pending.change} selected={pending.selected} onClose={close} /> }
}
