import { admin } from '../api/admin'
import { queries } from '../api/client'
import { ApiError } from '../api/error'
import type { ChangedValue } from '../api/schema.gen'
import { pluralise } from '../format/numbers'
import { formatValue, labelOf } from '../format/values'
import { confirm } from './confirm'
import { failureMessage, followJob } from './job'
import { notify } from './notices'

/** undoChange undoes a change set, and resolves to whether it did. If some of it has changed since, it offers to undo the rest. */
export async function undoChange(id: number): Promise<boolean> {
  try {
    await undo(id, false)
    return true
  } catch (error) {
    if (error instanceof ApiError && error.conflicts.length > 0) return askToSkip(id, error.conflicts)
    notify.failed(failureMessage(error))
    return false
  }
}

type Undone = { skipped?: number /** The job that undoes many changes. */; job?: number }

async function undo(id: number, skip: boolean) {
  const { skipped = 0, job } = await admin.post<Undone>(`activity/${id}/undo`, { skip_conflicts: skip })
  const left = job === undefined ? skipped : (await followJob(job, 'Undoing changes…', 'The changes could not be undone.')).skipped
  notify.done(left > 0 ? `Undone, except for ${pluralise(left, 'value')}.` : 'Undone')
  await queries.invalidateQueries()
}

function askToSkip(id: number, conflicts: ChangedValue[]) {
  return confirm({
    title: 'Some of this has changed since',
    text: <Conflicts list={conflicts} />,
    action: 'Undo the rest',
    run: () => undo(id, true),
  })
}

const shown = 8

/** Copies of texts for sorting and searching, which say nothing that the texts don't. */
const isCopy = ({ field }: ChangedValue) => /(_key|^search_text)$/.test(field)

function Conflicts({ list: all }: { list: ChangedValue[] }) {
  const readable = all.filter((conflict) => !isCopy(conflict))
  const list = readable.length > 0 ? readable : all
  return (
    <>
      <p>These would be overwritten, so they stay as they are:</p>
      <ul>
        {list.slice(0, shown).map((conflict) => (
          <li key={`${conflict.kind} ${conflict.record_id} ${conflict.field}`}>
            {labelOf(conflict.kind)} <b>{conflict.name || `#${conflict.record_id}`}</b>
            {conflict.field && `, ${labelOf(conflict.field).toLowerCase()}`}: {reasonOf(conflict)}
          </li>
        ))}
      </ul>
      {list.length > shown && <p>… and {list.length - shown} more.</p>}
    </>
  )
}

function reasonOf({ field, now, reason }: ChangedValue): string {
  return field && now !== null && now !== undefined ? `is now ${formatValue(now)}.` : reason
}
