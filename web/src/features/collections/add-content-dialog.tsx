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
  const { inside, press } = useInside(collection)
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
        cell: (item) => <Switch item={item} inside={inside?.has(item.id)} onPress={press} />,
      },
    ],
    [inside, press],
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

/** useInside returns the ids in the collection, and a function that adds or removes an item. */
function useInside(collection: number) {
  const params = { path: { id: String(collection) } }
  const queryKey = useMemo(() => [contentOf(collection), 'ids'], [collection])
  const { data } = useQuery({
    queryKey,
    queryFn: async ({ signal }) => bodyOf(await api.GET('/api/admin/collections/{id}/content/ids', { params, signal })).ids,
    staleTime: 0,
  })
  const inside = useMemo(() => data && new Set(data), [data])
  const now = useRef({ inside, params })
  now.current = { inside, params }
  const busy = useRef(new Set<number>())
  const changed = useRef(false)
  // Refresh the table behind the dialog, however it is closed.
  useEffect(() => () => void (changed.current && reloadContents()), [])

  const press = useMemo(
    () =>
      async ({ id, title }: ItemRow) => {
        const { inside, params } = now.current
        if (!inside || busy.current.has(id)) return // ignore a second click while the first request is pending
        busy.current.add(id)
        const out = inside.has(id)
        const body = { content_ids: [id] }
        try {
          if (out) await api.POST('/api/admin/collections/{id}/content/remove', { params, body })
          else await api.POST('/api/admin/collections/{id}/content', { params, body })
          changed.current = true
          queries.setQueryData<number[]>(queryKey, (ids = []) => (out ? ids.filter((one) => one !== id) : [...ids, id]))
          notify.done(<Rich text={`**{title}** has been ${out ? 'removed from' : 'added to'} this collection`} values={{ title }} />)
        } catch (error) {
          notify.failed(messageOf(error))
          void queries.invalidateQueries({ queryKey }) // a colleague may have changed the collection
        }
        busy.current.delete(id)
      },
    [queryKey],
  )
  return { inside, press }
}

/** Switch is one button for both directions, so that it keeps the focus. The second click of a double-click is ignored. */
function Switch({ item, inside, onPress }: { item: ItemRow; inside: boolean | undefined; onPress: (item: ItemRow) => void }) {
  return (
    <span className={classes.switch}>
      {inside && (
        <Badge tone="good">
          <IconCheck size={12} stroke={3} aria-hidden /> Added
        </Badge>
      )}
      <Button
        size="xs"
        variant={inside ? 'subtle' : 'default'}
        color="gray"
        data-waiting={inside === undefined || undefined}
        onKeyDown={(event) => event.repeat && event.preventDefault()}
        onClick={(event) => event.detail < 2 && onPress(item)}
      >
        {inside ? 'Remove' : 'Add'}
        <span className="visually-hidden"> {item.title}</span>
      </Button>
    </span>
  )
}
