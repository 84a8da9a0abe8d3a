import { api, bodyOf, queries } from '../api/client'
import { ApiError, messageOf } from '../api/error'
import { listKey, reload } from '../api/lists'
import type { Trashed } from '../api/schema.gen'
import { notify } from '../dialog/notices'
import { Rich } from '../format/rich'
import { labelOf } from '../format/values'
import type { TrashKind } from './trash-kinds'

/** nameOf returns the name of a deleted record, or its kind and id. */
export const nameOf = (row: Trashed) => row.name || `${labelOf(row.kind)} ${row.record_id}`

/** restoreError explains why a record could not be restored, mostly because its slug or e-mail is in use. */
export function restoreError(error: unknown): string {
  if (!(error instanceof ApiError) || Object.keys(error.errors).length === 0) return messageOf(error)
  return Object.entries(error.errors)
    .map(([field, problems]) => `${labelOf(field)} ${problems.map((text) => text.charAt(0).toLowerCase() + text.slice(1)).join(' ')}`)
    .join(' ')
}

export const restoreEntry = (id: number) => api.POST('/api/admin/trash/{id}/restore', { params: { path: { id: String(id) } } })

/** restore restores a record, shows a notice, and resolves to whether it succeeded. */
export async function restore(row: Trashed): Promise<boolean> {
  try {
    await restoreEntry(row.id)
    notify.done(<Rich text="**{name}** successfully restored" values={{ name: nameOf(row) }} />)
    return true
  } catch (error) {
    if (error instanceof ApiError && error.cancelled) return false
    notify.failed(<Rich text="**{name}** could not be restored. {reason}" values={{ name: nameOf(row), reason: restoreError(error) }} />)
    return false
  } finally {
    void reload('trash')
  }
}

/** trashedQuery is the query for the entry of a deleted record, which is null if it is not in the trash. */
export const trashedQuery = (kind: TrashKind, id: number) => ({
  queryKey: listKey('trash', { kind, record_id: id }),
  queryFn: async () => bodyOf(await api.GET('/api/admin/trash', { params: { query: { kind, record_id: id } } })).items[0] ?? null,
})

/** undoDelete restores a record that has just been deleted. */
export async function undoDelete(kind: TrashKind, id: number, reloadLists: () => void) {
  try {
    const row = await queries.fetchQuery(trashedQuery(kind, id))
    if (row && (await restore(row))) reloadLists()
    else if (!row) notify.failed('This record is no longer in the trash.')
  } catch (error) {
    notify.failed(messageOf(error))
  }
}
