import { Button } from '@mantine/core'
import { IconArticleOff } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { api, bodyOf } from '../../kit/api/client'
import { messageOf } from '../../kit/api/error'
import { useList } from '../../kit/api/lists'
import type { ItemRow } from '../../kit/api/schema.gen'
import { Dialog } from '../../kit/dialog/dialog'
import { notify } from '../../kit/dialog/notices'
import { number, pluralise } from '../../kit/format/numbers'
import { StatusBadge } from '../../kit/format/status-badge'
import { NameList, Pictured } from '../../kit/resource/columns'
import { DataTable } from '../../kit/table/data-table'
import { useLocalTable } from '../../kit/table/state'
import type { Column, Filter } from '../../kit/table/types'
import { Badge } from '../../ui/badge'
import { IconTile } from '../../ui/icon'
import classes from './add-content-dialog.module.css'
import { contentOf, includeContent, reloadContents } from './contents-calls'

const filters: Filter[] = [
  { name: 'type_id', label: 'Media type', as: 'picker', from: 'options/content-types', several: true },
  { name: 'published', label: 'Status', as: 'picker', from: 'options/content-published', several: true },
  { name: 'language_id', label: 'Language', as: 'picker', from: 'options/languages', several: true, more: true },
  { name: 'library_id', label: 'Library', as: 'picker', from: 'options/libraries', several: true, more: true },
  { name: 'destination_id', label: 'Destination', as: 'picker', from: 'search/destinations', several: true, more: true },
  { name: 'tag_id', label: 'Subject area', as: 'picker', from: 'options/tags', several: true, more: true },
]
const spec = { sort: '-created_at', perPage: 10, filters: filters.map(({ name }) => name) }

const title: Column<ItemRow> = {
  key: 'title',
  label: 'Title',
  fixed: true,
  card: 'title',
  sort: 'title',
  width: '80%',
  minWidth: 220,
  cell: ({ title, type }) => <Pictured picture={<IconTile name={type?.icon ?? 'image'} />} name={title} />,
}
const libraries: Column<ItemRow> = {
  key: 'libraries',
  label: 'Libraries',
  fixed: true,
  card: 'bare',
  width: '20%',
  minWidth: 120,
  cell: (item) => <NameList names={item.libraries.map(({ name }) => name)} />,
}
const status: Column<ItemRow> = { key: 'status', label: 'Status', fixed: true, card: 'bare', cell: (item) => <StatusBadge status={item.status} /> }

type Props = { collection: number; onClose: () => void }

/**
 * AddContentDialog adds content to a collection and removes it: one item with its button, or all selected ones at once, which
 * stay selected while other content is searched.
 */
export function AddContentDialog({ collection, onClose }: Props) {
  const table = useLocalTable(spec)
  const list = useList('content', table.params)
  const included = useIncludedIds(collection)
  const columns = useMemo<Column<ItemRow>[]>(
    () => [
      title,
      libraries,
      status,
      {
        key: 'inside',
        label: 'In this collection',
        fixed: true,
        card: 'bare',
        cell: (item) => <Membership collection={collection} item={item} inside={included?.has(item.id)} />,
      },
    ],
    [collection, included],
  )
  return (
    <Dialog title="Add content" size={920} yOffset="4vh" classNames={{ body: classes.body }} onClose={onClose}>
      <DataTable
        inDialog
        name="add-content"
        label="Content to add"
        table={table}
        list={list}
        columns={columns}
        search="Search by title or URL"
        filters={filters}
        choose={(selection) => <Footer collection={collection} ids={[...selection.ids].filter((id) => !included?.has(id))} onClose={onClose} />}
        lockedIds={included}
        empty={{ icon: IconArticleOff, title: 'No content yet', text: 'Content you can add appears here.' }}
      />
    </Dialog>
  )
}

/** useIncludedIds loads the ids of the content that is in the collection already. */
function useIncludedIds(collection: number) {
  const { data } = useQuery({
    queryKey: [contentOf(collection), 'ids'],
    queryFn: async ({ signal }) =>
      bodyOf(await api.GET('/api/admin/collections/{id}/content/ids', { params: { path: { id: String(collection) } }, signal })).ids,
    staleTime: 0,
  })
  return useMemo(() => data && new Set(data), [data])
}

type MembershipProps = { collection: number; item: ItemRow; inside: boolean | undefined /** It is not known before the ids have loaded. */ }

/** Membership says whether an item is in the collection, with the button that adds or removes it. */
function Membership({ collection, item: { id, title }, inside }: MembershipProps) {
  const [busy, setBusy] = useState(false)
  const verb = inside ? 'Remove' : 'Add'
  async function change() {
    if (busy) return
    setBusy(true)
    try {
      await includeContent(collection, id, !inside)
      notify.done(`${title} has been ${inside ? 'removed from' : 'added to'} this collection`)
      await reloadContents()
    } catch (error) {
      notify.failed(messageOf(error))
    }
    setBusy(false)
  }
  return (
    <span className={classes.membership}>
      {inside && <Badge tone="good">Added</Badge>}
      <Button
        size="compact-xs"
        variant="default"
        aria-label={`${verb} ${title}`}
        aria-busy={busy} // disabling it would lose the focus
        disabled={inside === undefined}
        onClick={() => void change()}
      >
        {verb}
      </Button>
    </span>
  )
}

/** Footer has the buttons of the dialog, which stay in view. */
function Footer({ collection, ids, onClose }: Props & { ids: number[] }) {
  const [busy, setBusy] = useState(false)
  const count = ids.length
  async function add() {
    setBusy(true)
    try {
      const request = { params: { path: { id: String(collection) } }, body: { content_ids: ids } }
      const { added } = bodyOf(await api.POST('/api/admin/collections/{id}/content', request))
      notify.done(`${pluralise(added, 'item')} added to this collection`)
      void reloadContents()
      onClose()
    } catch (error) {
      notify.failed(messageOf(error))
      setBusy(false)
    }
  }
  return (
    <div className={classes.footer} data-bar>
      <span className="grow small" role="status">
        {count > 0 ? `${number(count)} selected` : 'Select the content to add.'}
      </span>
      <Button variant="default" onClick={onClose}>
        Cancel
      </Button>
      <Button loading={busy} disabled={count === 0} onClick={() => void add()}>
        {count > 0 ? `Add ${pluralise(count, 'item')}` : 'Add'}
      </Button>
    </div>
  )
}
