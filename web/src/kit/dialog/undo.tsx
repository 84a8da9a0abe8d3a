import { api, bodyOf, queries } from '../api/client'
import { ApiError, messageOf } from '../api/error'
import type { ChangedValue } from '../api/schema.gen'
import { formatValue, labelOf } from '../format/values'
import { confirm } from './confirm'
import { notify } from './notices'

/** undoChange undoes a change set. If some of it has changed since, it shows what, and offers to undo the rest. */
export async function undoChange(id: number) {
  try {
    await undo(id, false)
  } catch (error) {
    if (error instanceof ApiError && error.conflicts.length > 0) return askToSkip(id, error.conflicts)
    notify.failed(messageOf(error))
  }
}

async function undo(id: number, skip: boolean) {
  const { skipped } = bodyOf(
    await api.POST('/api/admin/activity/{id}/undo', { params: { path: { id: String(id) } }, body: { skip_conflicts: skip } }),
  )
  notify.done(skipped > 0 ? `Undone, except for ${skipped} ${skipped === 1 ? 'value' : 'values'}.` : 'Undone')
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

function Conflicts({ list }: { list: ChangedValue[] }) {
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
