import { Button, Skeleton } from '@mantine/core'
import { IconArrowBackUp, IconArrowRight } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { messageOf } from '../../kit/api/error'
import type { Activity } from '../../kit/api/schema.gen'
import { Copy } from '../../kit/dialog/copy'
import { Dialog } from '../../kit/dialog/dialog'
import { undoChange } from '../../kit/dialog/undo'
import { exactTime } from '../../kit/format/dates'
import { useRecordKinds } from '../../kit/page/record-kinds'
import { find } from '../../kit/resource/calls'
import { Facts, MultilineText } from '../../ui/facts'
import classes from './activity.module.css'
import { changesOf, describeEntry, recordUrl, signInActions } from './words'

type Props = { id: number; entry: Activity | undefined; onClose: () => void }

/** EntryDialog shows a change set in full. One from the table is not loaded again. */
export function EntryDialog({ id, entry, onClose }: Props) {
  const found = useQuery({
    queryKey: ['activity', 'one', id],
    queryFn: () => find('activity', id),
    initialData: entry,
    staleTime: Number.POSITIVE_INFINITY,
  })
  const shown = found.data
  return (
    <Dialog onClose={onClose} title={shown ? describeEntry(shown).done : 'Activity'} size={760}>
      {shown ? <Entry entry={shown} onClose={onClose} /> : found.isError ? <p role="alert">{messageOf(found.error)}</p> : <Skeleton height={160} />}
    </Dialog>
  )
}

function Entry({ entry, onClose }: { entry: Activity; onClose: () => void }) {
  const { name } = describeEntry(entry)
  const to = recordUrl(entry, useRecordKinds())
  const none = <span className="dimmed">—</span>
  return (
    <div className="stack">
      {(name || to) && (
        <div className="row top spread wrap gap-12">
          <p className={classes.name}>{name}</p>
          {to && (
            <Button component={Link} to={to} variant="default" rightSection={<IconArrowRight size={16} />}>
              Open {entry.kind}
            </Button>
          )}
        </div>
      )}
      <Facts
        list={[
          ['User', entry.user_name || 'System'],
          [
            'Time',
            <time key="when" dateTime={entry.created_at}>
              {exactTime(entry.created_at)}
            </time>,
          ],
          ['Program', entry.program || none],
          ['IP address', entry.ip_address || none],
          ['Request ID', entry.request_id ? <Request key="request" id={entry.request_id} /> : none],
        ]}
      />
      <Changes entry={entry} />
      {entry.entries > 1 && <p className="flat dimmed">This is the first of {entry.entries} records that were changed together.</p>}
      <Undo entry={entry} onDone={onClose} />
    </div>
  )
}

function Undo({ entry, onDone }: { entry: Activity; onDone: () => void }) {
  if (!entry.undoable) return entry.undo_refused ? <p className="flat dimmed">{entry.undo_refused}</p> : null
  function handleUndo() {
    onDone()
    void undoChange(entry.id)
  }
  return (
    <div>
      <Button variant="default" leftSection={<IconArrowBackUp size={16} />} onClick={handleUndo}>
        Undo
      </Button>
    </div>
  )
}

function Request({ id }: { id: string }) {
  return (
    <span className="row inline gap-4">
      {id} <Copy value={id} label="Copy request ID" />
    </span>
  )
}

function Changes({ entry }: { entry: Activity }) {
  const list = changesOf(entry)
  if (entry.action in signInActions) return null
  if (list.length === 0) return <p className="flat dimmed">No fields were changed.</p>
  return (
    <table className={classes.changes} aria-label="Changed fields">
      <thead>
        <tr>
          <th scope="col">Field</th>
          <th scope="col">Before</th>
          <th scope="col">After</th>
        </tr>
      </thead>
      <tbody>
        {list.map(({ field, label, before, after }) => (
          <tr key={field}>
            <th scope="row">{label}</th>
            <td data-label="Before">
              <MultilineText>{before}</MultilineText>
            </td>
            <td data-label="After">
              <MultilineText>{after}</MultilineText>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
