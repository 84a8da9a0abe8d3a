import { Button } from '@mantine/core'
import { IconArrowRight, IconCircleMinus, IconCopy, IconFolderOpen, IconPencil, IconPlus } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { Suspense, useMemo, useState } from 'react'
import { type ListPath, useList } from '../../kit/api/lists'
import type { Collection, CollectionItem } from '../../kit/api/schema.gen'
import { Moment } from '../../kit/format/moment'
import { lazyComponent } from '../../kit/lazy'
import { Pictured, RowLink, Text } from '../../kit/resource/columns'
import { DataTable } from '../../kit/table/data-table'
import { useOpen } from '../../kit/table/open'
import { useTable } from '../../kit/table/state'
import type { Action, BulkAction, Column, Selected } from '../../kit/table/types'
import { paths } from '../../paths'
import { IconTile } from '../../ui/icon'
import { Thumb } from '../../ui/thumb'
import classes from './contents.module.css'
import { askToRemoveContent, contentOf } from './contents-calls'
import type { CopyOrMove } from './move-copy-dialog'

const AddContentDialog = lazyComponent(() => import('./add-content-dialog').then((file) => file.AddContentDialog))
const MoveCopyDialog = lazyComponent(() => import('./move-copy-dialog').then((file) => file.MoveCopyDialog))

const spec = { name: 'collection-content', sort: 'title' }

const columns: Column<CollectionItem>[] = [
  {
    key: 'type',
    label: 'Type',
    card: 'bare',
    cell: ({ type }) => (
      <span className={classes.type}>
        <IconTile name={type?.icon ?? ''} />
        <Text>{type?.name ?? ''}</Text>
      </span>
    ),
  },
  {
    key: 'title',
    label: 'Title',
    sort: 'title',
    fixed: true,
    card: 'title',
    width: '74%',
    minWidth: 220,
    cell: (item) => (
      <RowLink to={paths.editItem(item)} title={item.title}>
        <Pictured picture={<Thumb src={item.featured_image?.thumb_url} />} name={item.title} />
      </RowLink>
    ),
  },
  { key: 'added', label: 'Added', sort: 'added_at', descendingFirst: true, align: 'end', cell: (item) => <Moment at={item.added_at} /> },
]

/** ContentsTable lists the content of a collection with its actions. */
export function ContentsTable({ collection: { id, contents_count } }: { collection: Pick<Collection, 'id' | 'contents_count'> }) {
  const navigate = useNavigate()
  const table = useTable(spec)
  const list = useList(contentOf(id) as 'collections/{id}/content' & ListPath, table.params)
  const { open, show, close } = useOpen('add')
  const bulk = useBulkActions(id)
  const actions = useMemo<Action<CollectionItem>[]>(
    () => [
      { label: 'Edit', icon: IconPencil, run: (item) => void navigate({ to: paths.editItem(item) }) },
      { label: 'Remove', icon: IconCircleMinus, danger: true, run: (item) => void askToRemoveContent(id, { ids: [item.id], count: 1 }) },
    ],
    [navigate, id],
  )
  const add = (
    <Button leftSection={<IconPlus size={16} />} onClick={() => show({ add: '1' })}>
      Add content
    </Button>
  )
  return (
    <div className={classes.table}>
      <DataTable
        name="collection-content"
        label="Content"
        from={contentOf(id)}
        title="Content"
        header={add}
        table={table}
        list={list}
        expectedRows={contents_count}
        columns={columns}
        search="Search by title"
        actions={actions}
        bulk={bulk.actions}
        empty={{
          icon: IconFolderOpen,
          title: 'Nothing in this collection yet',
          text: 'Add articles, videos and images to show on its landing page.',
          action: add,
        }}
      />
      <Suspense>
        {open.add !== undefined && <AddContentDialog collection={id} onClose={close} />}
        {bulk.dialog}
      </Suspense>
    </div>
  )
}

type PendingAction = { action: CopyOrMove; selected: Selected; resolve: (done: boolean) => void }

/** useBulkActions returns the bulk actions for the content of a collection, and their dialog. */
function useBulkActions(id: number) {
  const [pending, setPending] = useState<PendingAction | null>(null)
  const actions = useMemo<BulkAction[]>(() => {
    const copyOrMove = (label: string, action: CopyOrMove, icon: BulkAction['icon']): BulkAction => ({
      label,
      icon,
      all: true,
      run: (selected) => new Promise((resolve) => setPending({ action, selected, resolve })),
    })
    return [
      copyOrMove('Move to another collection', 'move', IconArrowRight),
      copyOrMove('Copy to another collection', 'copy', IconCopy),
      { label: 'Remove', icon: IconCircleMinus, danger: true, all: true, run: (selected) => askToRemoveContent(id, selected) },
    ]
  }, [id])
  function close(done: boolean) {
    setPending(null)
    pending?.resolve(done)
  }
  return { actions, dialog: pending && <MoveCopyDialog action={pending.action} from={id} selected={pending.selected} onClose={close} /> }
}
