import { Button, Skeleton } from '@mantine/core'
import { IconArrowBackUp, IconArrowRight } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { admin } from '../../kit/api/admin'
import { messageOf } from '../../kit/api/error'
import type { Activity, Detail } from '../../kit/api/schema.gen'
import { Copy } from '../../kit/dialog/copy'
import { Dialog } from '../../kit/dialog/dialog'
import { undoChange } from '../../kit/dialog/undo'
import { exactTime } from '../../kit/format/dates'
import { describeEntry, recordUrl } from '../../kit/history/words'
import { useRecordKinds } from '../../kit/page/record-kinds'
import { None, OpenLink } from '../../kit/resource/columns'
import { Facts } from '../../ui/facts'
import classes from './activity.module.css'
import { Changes } from './changes'
import { Entries } from './entries'

type Props = { id: number; row: Activity | undefined; onClose: () => void }

/** EntryDialog shows a change set in full. One from the table is shown at once, and completed when its entries are loaded. */
export function EntryDialog({ id, row, onClose }: Props) {
  const found = useQuery({
    queryKey: ['activity', 'one', id],
    queryFn: async ({ signal }) => (await admin.get<{ item: Detail }>(`activity/${id}`, undefined, signal)).item,
  })
  const shown: Shown | undefined = found.data ?? row
  return (
    <Dialog onClose={onClose} title={shown ? describeEntry(shown).done : 'Activity'} size={760}>
      {shown ? <Entry entry={shown} onClose={onClose} /> : found.isError ? <p role="alert">{messageOf(found.error)}</p> : <Skeleton height={160} />}
    </Dialog>
  )
}

type Shown = Activity & Partial<Pick<Detail, 'list'>>

function Entry({ entry, onClose }: { entry: Shown; onClose: () => void }) {
  const { name } = describeEntry(entry)
  const to = recordUrl(entry, useRecordKinds())
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
          ['Program', entry.program || <None key="program" />],
          ['IP address', entry.ip_address || <None key="ip" />],
          ['Request ID', entry.request_id ? <Request key="request" id={entry.request_id} /> : <None key="request" />],
          ...linkTo('Undid', entry.undoes_id),
          ...linkTo('Undone by', entry.undone_by_id),
        ]}
      />
      {entry.entries > 1 ? <Entries total={entry.entries} list={entry.list} /> : <Changes entry={entry} />}
      <Undo entry={entry} onDone={onClose} />
    </div>
  )
}

/** linkTo is a fact that links to another change set. */
const linkTo = (label: string, id: number | null) =>
  id === null
    ? []
    : [
        [
          label,
          <OpenLink key={id} id={id} param="entry" title={`${label} change ${id}`}>
            Change {id}
          </OpenLink>,
        ] as const,
      ]

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
