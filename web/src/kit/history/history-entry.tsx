import { Button } from '@mantine/core'
import { IconArrowBackUp, IconRestore } from '@tabler/icons-react'
import { useState } from 'react'
import type { Activity } from '../api/schema.gen'
import { undoChange } from '../dialog/undo'
import { Moment } from '../format/moment'
import { pluralise } from '../format/numbers'
import { labelOf } from '../format/values'
import { FieldDifferences } from './field-differences'
import classes from './history.module.css'
import type { HistoryRecord } from './record'
import { askToRestore, restoreField } from './restore'
import { actions, describeEntry } from './words'

type Props = {
  entry: Activity
  record: HistoryRecord
  /** The last change: its version is the current one. */
  latest: boolean
  act: (run: () => Promise<boolean>) => Promise<void>
}

/** HistoryEntry shows one change: what was done, by whom and when, with the buttons that reverse it. */
export function HistoryEntry({ entry, record, latest, act }: Props) {
  const own = entry.kind === record.kind && entry.record_id === record.id
  const restorable = own && record.path ? entry.restorable : []
  const [busy, setBusy] = useState(false)
  async function run(change: () => Promise<boolean>) {
    setBusy(true)
    await act(change)
    setBusy(false)
  }
  return (
    <li className={classes.entry}>
      <p className={classes.what}>
        <Title entry={entry} own={own} />
        {latest && <span className={classes.current}>Latest</span>}
      </p>
      <p className={classes.who}>
        {entry.user_name || 'System'} · <Moment at={entry.created_at} as="time" />
        {entry.program && ` · ${labelOf(entry.program)}`}
        {entry.entries > 1 && ` · together with ${pluralise(entry.entries - 1, 'other change')}`}
      </p>
      <FieldDifferences
        entry={entry}
        restorable={entry.action === 'created' ? [] : restorable}
        onRestore={(field) => void run(() => restoreField(record, entry, field))}
      />
      <div className={classes.actions}>
        {restorable.length > 0 && !latest && (
          <Button
            variant="default"
            size="xs"
            disabled={busy}
            leftSection={<IconRestore size={14} />}
            onClick={() => void run(() => askToRestore(record, entry))}
          >
            Restore this version
          </Button>
        )}
        {entry.undoable && (
          <Button
            variant="default"
            size="xs"
            disabled={busy}
            leftSection={<IconArrowBackUp size={14} />}
            onClick={() => void run(() => undoChange(entry.id))}
          >
            Undo
          </Button>
        )}
        {entry.undone_by_id !== null && <span className="hint">Undone since</span>}
      </div>
    </li>
  )
}

/** Title names the action, and the record if it is one below. */
function Title({ entry, own }: { entry: Activity; own: boolean }) {
  if (own) return actions[entry.action] ?? labelOf(entry.action)
  const { done, name } = describeEntry(entry)
  return (
    <>
      {done} <b>{name}</b>
    </>
  )
}
