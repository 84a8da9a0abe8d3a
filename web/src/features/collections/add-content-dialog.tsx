import { Button } from '@mantine/core'
import { IconArticleOff, IconCheck } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useMemo, useRef } from 'react'
import { api, bodyOf, queries } from '../../kit/api/client'
import { messageOf } from '../../kit/api/error'
import { useList } from '../../kit/api/lists'
import type { ItemRow } from '../../kit/api/schema.gen'
import { Dialog } from '../../kit/dialog/dialog'
import { notify } from '../../kit/dialog/notices'
import { Rich } from '../../kit/format/rich'
import { Pictured } from '../../kit/resource/columns'
import { DataTable } from '../../kit/table/data-table'
import { useLocalTable } from '../../kit/table/state'
import type { Column } from '../../kit/table/types'
import { Badge } from '../../ui/badge'
import { Thumb } from '../../ui/thumb'
import classes from './contents.module.css'
import { contentOf, reloadContents } from './contents-calls'

const spec = { sort: '-created_at', perPage: 10 }

type Props = { collection: number; onClose: () => void }

/** AddContentDialog searches content, and adds it to a collection or removes it again. */
export function AddContentDialog({ collection, onClose }: Props) {
  const table = useLocalTable(spec)
  const list = useList('content', table.params)
  const { includedIds, toggle } = useMembership(collection)
  const columns = useMemo<Column<ItemRow>[]>(
    () => [
      {
        key: 'title',
        label: 'Title',
        fixed: true,
        card: 'title',
        width: '99%',
        cell: ({ title, type, featured_image }) => (
          <Pictured picture={<Thumb src={featured_image?.thumb_url} />} name={title} about={type?.name ?? 'Image'} />
        ),
      },
      {
        key: 'inside',
        label: 'In this collection',
        fixed: true,
        align: 'end',
        card: 'line',
        cell: (item) => <MembershipButton item={item} included={includedIds?.has(item.id)} onToggle={toggle} />,
      },
    ],
    [includedIds, toggle],
  )
  return (
    <Dialog title="Add content" size={680} yOffset="4vh" classNames={{ body: classes.body }} onClose={onClose}>
      <DataTable
        inDialog
        name="add-content"
        label="Content to add"
        table={table}
        list={list}
        columns={columns}
        search="Search by title or URL"
        empty={{ icon: IconArticleOff, title: 'No content yet', text: 'Content you can add appears here.' }}
      />
    </Dialog>
  )
}

/** useMembership returns the ids in the collection, and a function that adds or removes an item. */
function useMembership(collection: number) {
  const params = { path: { id: String(collection) } }
  const queryKey = useMemo(() => [contentOf(collection), 'ids'], [collection])
  const { data } = useQuery({
    queryKey,
    queryFn: async ({ signal }) => bodyOf(await api.GET('/api/admin/collections/{id}/content/ids', { params, signal })).ids,
    staleTime: 0,
  })
  const includedIds = useMemo(() => data && new Set(data), [data])
  const latest = useRef({ includedIds, params })
  latest.current = { includedIds, params }
  const busy = useRef(new Set<number>())
  const changed = useRef(false)
  // Refresh the table behind the dialog, however it is closed.
  useEffect(() => () => void (changed.current && reloadContents()), [])

  const toggle = useMemo(
    () =>
      async ({ id, title }: ItemRow) => {
        const { includedIds, params } = latest.current
        if (!includedIds || busy.current.has(id)) return // ignore a second click while the first request is pending
        busy.current.add(id)
        const included = includedIds.has(id)
        const body = { content_ids: [id] }
        try {
          if (included) await api.POST('/api/admin/collections/{id}/content/remove', { params, body })
          else await api.POST('/api/admin/collections/{id}/content', { params, body })
          changed.current = true
          queries.setQueryData<number[]>(queryKey, (ids = []) => (included ? ids.filter((other) => other !== id) : [...ids, id]))
          notify.done(<Rich text={`**{title}** has been ${included ? 'removed from' : 'added to'} this collection`} values={{ title }} />)
        } catch (error) {
          notify.failed(messageOf(error))
          void queries.invalidateQueries({ queryKey }) // a colleague may have changed the collection
        }
        busy.current.delete(id)
      },
    [queryKey],
  )
  return { includedIds, toggle }
}

/** MembershipButton is one button for both directions, so that it keeps the focus. The second click of a double-click is ignored. */
function MembershipButton({ item, included, onToggle }: { item: ItemRow; included: boolean | undefined; onToggle: (item: ItemRow) => void }) {
  return (
    <span className={classes.switch}>
      {included && (
        <Badge tone="good">
          <IconCheck size={12} stroke={3} aria-hidden /> Added
        </Badge>
      )}
      <Button
        size="xs"
        variant={included ? 'subtle' : 'default'}
        color="gray"
        data-waiting={included === undefined || undefined}
        onKeyDown={(event) => event.repeat && event.preventDefault()}
        onClick={(event) => event.detail < 2 && onToggle(item)}
      >
        {included ? 'Remove' : 'Add'}
        <span className="visually-hidden"> {item.title}</span>
      </Button>
    </span>
  )
}
