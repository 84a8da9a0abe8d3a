import { api } from '../../kit/api/client'
import { ApiError } from '../../kit/api/error'
import { reload } from '../../kit/api/lists'
import type { Trashed } from '../../kit/api/schema.gen'
import { confirm } from '../../kit/dialog/confirm'
import { notify } from '../../kit/dialog/notices'
import { number, pluralise } from '../../kit/format/numbers'
import { Rich } from '../../kit/format/rich'
import { nameOf, restoreEntry, restoreError } from '../../kit/resource/restore'

const maxListed = 5

/** restoreAll restores records one by one, so that one failure does not affect the others. */
export async function restoreAll(ids: number[], name: (id: number) => string): Promise<boolean> {
  const notice = notify.working(`Restoring ${pluralise(ids.length, 'record')}…`)
  const failed: { id: number; reason: string }[] = []
  let cancelled = false
  let restored = 0
  for (const [i, id] of ids.entries()) {
    try {
      await restoreEntry(id)
      restored++
    } catch (error) {
      cancelled = error instanceof ApiError && error.cancelled
      if (cancelled) break // do not ask for the password again
      failed.push({ id, reason: restoreError(error) })
    }
    notice.progress((i + 1) / ids.length)
  }
  notice.end()
  void reload('trash')
  const done = `${pluralise(restored, 'record')} successfully restored`
  if (cancelled && restored + failed.length === 0) return false
  if (failed.length === 0) {
    notify.done(done)
    return true
  }
  notify.failed(
    <>
      {done}, {number(failed.length)} could not be restored:
      {failed.slice(0, maxListed).map(({ id, reason }) => (
        <div key={id}>
          <Rich text="**{name}**: {reason}" values={{ name: name(id), reason }} />
        </div>
      ))}
      {failed.length > maxListed && <div>and {number(failed.length - maxListed)} more</div>}
    </>,
  )
  return true
}

export function askToPurge(row: Trashed) {
  const name = nameOf(row)
  return confirm({
    title: 'Delete permanently',
    text: <Rich text="Are you sure you want to permanently delete **{name}**? This can’t be undone." values={{ name }} />,
    action: 'Delete permanently',
    danger: true,
    async run() {
      await api.DELETE('/api/admin/trash/{id}', { params: { path: { id: String(row.id) } } })
      notify.done(<Rich text="**{name}** permanently deleted" values={{ name }} />)
      void reload('trash')
    },
  })
}
