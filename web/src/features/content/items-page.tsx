import { IconBooks, IconBuildingStore, IconCopy, IconFolderPlus, IconPencil, IconPhotoEdit, IconTrash } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { type ReactNode, Suspense, useMemo, useState } from 'react'
import { useList } from '../../kit/api/lists'
import type { ItemRow } from '../../kit/api/schema.gen'
import { lazyComponent } from '../../kit/lazy'
import { specOf, tableNameOf, type View } from '../../kit/resource/view'
import { DataTable } from '../../kit/table/data-table'
import { useTable } from '../../kit/table/state'
import type { Action, BulkAction, Column, Empty, Selected } from '../../kit/table/types'
import { paths } from '../../paths'
import { PageLayout } from '../../ui/page-layout'
import type { Target } from './add-to-dialog'
import { askToRemove, duplicate } from './item-actions'
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
  /** Rows can be selected and added to a collection, library or publisher. */
  bulk?: boolean
  empty: Empty
}

/** ItemsPage is a list of content and images with row actions. */
export function ItemsPage({ title, about, view, columns, header, bulk, empty }: Props) {
  const spec = useMemo(() => specOf(view), [view])
  const table = useTable(spec)
  const list = useList(view.path, table.params)
  useStatusChanges(list.data?.items, list.dataUpdatedAt, list.refetch)
  const actions = useItemActions()
  const addTo = useAddToActions()
  return (
    <PageLayout title={title} about={about} actions={header}>
      <DataTable
        name={tableNameOf(view)}
        label={title}
        from={view.path}
        table={table}
        list={list}
        columns={columns}
        tabs={view.tabs?.list}
        search="Search by title or URL"
        filters={view.filters}
        actions={actions.list}
        bulk={bulk ? addTo.actions : undefined}
        empty={empty}
      />
      <Suspense>
        {actions.dialog}
        {addTo.dialog}
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
      { label: 'Duplicate', icon: IconCopy, run: (row) => void duplicate(row).then((copy) => copy && edit(copy)) },
      { label: 'Edit featured image', icon: IconPhotoEdit, run: setImageItem },
      ...statusActions,
      { label: 'Delete', icon: IconTrash, danger: true, run: (row) => void askToRemove(row) },
    ]
  }, [navigate])
  return { list, dialog: imageItem && <FeaturedImageDialog item={imageItem} onClose={() => setImageItem(null)} /> }
}

type PendingAddition = { to: Target; selected: Selected; resolve: (done: boolean) => void }

/** useAddToActions returns the bulk actions, and the dialog that asks for their target. */
function useAddToActions() {
  const [pending, setPending] = useState<PendingAddition | null>(null)
  const actions = useMemo(() => {
    const add = (to: Target, icon: BulkAction['icon']): BulkAction => ({
      label: `Add to ${to}`,
      icon,
      all: true,
      run: (selected) => new Promise((resolve) => setPending({ to, selected, resolve })),
    })
    return [add('collection', IconFolderPlus), add('library', IconBooks), add('publisher', IconBuildingStore)]
  }, [])
  function close(done: boolean) {
    setPending(null)
    pending?.resolve(done)
  }
  return { actions, dialog: pending && <AddToDialog to={pending.to} selected={pending.selected} onClose={close} /> }
}
