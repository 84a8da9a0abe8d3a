import { Button, Skeleton } from '@mantine/core'
import { IconMapQuestion, IconTrash } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Message } from '../../ui/message'
import { reload } from '../api/lists'
import type { Trashed } from '../api/schema.gen'
import { Moment } from '../format/moment'
import { labelOf } from '../format/values'
import { nameOf, restore, trashedQuery } from './restore'
import { type TrashKind, trashKindOf } from './trash-kinds'

/** MissingRecord is shown instead of the page of a record that does not exist. A record in the trash can be restored. */
export function MissingRecord({ path, id }: { path: string; id: string }) {
  const kind = trashKindOf(path)
  return kind && /^[1-9]\d{0,14}$/.test(id) ? <MaybeDeleted path={path} kind={kind} id={Number(id)} /> : <NotFound />
}

const NotFound = () => (
  <Message
    icon={IconMapQuestion}
    title="Not found"
    text="This record doesn’t exist. It may have been deleted permanently, or the address may be mistyped."
  >
    <Button variant="default" onClick={() => history.back()}>
      Go back
    </Button>
  </Message>
)

function MaybeDeleted({ path, kind, id }: { path: string; kind: TrashKind; id: number }) {
  const { data: entry, isPending } = useQuery({ ...trashedQuery(kind, id), staleTime: 0 })
  if (isPending) return <Skeleton height={28} width={240} />
  return entry ? <Deleted path={path} entry={entry} /> : <NotFound />
}

function Deleted({ path, entry }: { path: string; entry: Trashed }) {
  const [busy, setBusy] = useState(false)
  async function handleRestore() {
    setBusy(true)
    if (await restore(entry)) await reload(path)
    setBusy(false)
  }
  const by = entry.deleted_by_name ? ` by ${entry.deleted_by_name}` : ''
  return (
    <Message
      icon={IconTrash}
      title={`${nameOf(entry)} was deleted`}
      text={
        <>
          {labelOf(entry.kind)} deleted{by} on <Moment at={entry.deleted_at} as="time" />. It will be deleted permanently on{' '}
          <Moment at={entry.purges_at} />.
        </>
      }
    >
      {entry.can_restore ? (
        <Button loading={busy} onClick={() => void handleRestore()}>
          Restore {labelOf(entry.kind).toLowerCase()}
        </Button>
      ) : (
        <p className="flat dimmed">Ask an admin to restore it.</p>
      )}
    </Message>
  )
}
