import { admin } from '../api/admin'
import { queries } from '../api/client'
import { ApiError } from '../api/error'
import type { Activity } from '../api/schema.gen'
import { confirm } from '../dialog/confirm'
import { notify } from '../dialog/notices'
import { dayAndTime } from '../format/dates'
import { Rich } from '../format/rich'
import { restoreError } from '../resource/restore'
import type { HistoryRecord } from './record'
import { fieldLabel } from './words'

type Version = { activity_id: number; after?: true; fields?: string[] }

/** restoreField sets a field to its value before a change, and resolves to whether it succeeded. */
export const restoreField = (record: HistoryRecord, entry: Activity, field: string) =>
  save(record, { activity_id: entry.id, fields: [field] }, `${fieldLabel(field)} of **{name}** restored`)

/** askToRestore sets a record to its values after a change, after a confirmation. */
export async function askToRestore(record: HistoryRecord, entry: Activity): Promise<boolean> {
  let restored = false
  await confirm({
    title: 'Restore this version',
    text: (
      <Rich
        text="Fields of **{name}** that have changed since {time} get back the values they had then. You can undo this."
        values={{ name: record.name, time: dayAndTime(entry.created_at) }}
      />
    ),
    action: 'Restore',
    async run() {
      restored = await save(record, { activity_id: entry.id, after: true }, '**{name}** restored')
    },
  })
  return restored
}

async function save({ path, id, name }: HistoryRecord, version: Version, notice: string): Promise<boolean> {
  try {
    await admin.post(`${path}/${id}/restore`, version)
  } catch (error) {
    notify.failed(<Rich text="**{name}** could not be restored. {reason}" values={{ name, reason: reasonOf(error) }} />)
    return false
  }
  notify.done(<Rich text={notice} values={{ name }} />)
  void queries.invalidateQueries()
  return true
}

/** reasonOf returns the messages of a refused restore. Those about the version itself need no name of a field. */
function reasonOf(error: unknown): string {
  const own = error instanceof ApiError ? Object.entries(error.errors).filter(([field]) => /^(activity_id|fields\b)/.test(field)) : []
  return own.length > 0 ? own.flatMap(([, problems]) => problems).join(' ') : restoreError(error)
}
