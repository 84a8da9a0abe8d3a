import { api, bodyOf } from '../../kit/api/client'
import { messageOf } from '../../kit/api/error'
import { type Params, reload } from '../../kit/api/lists'
import type { FailedJob } from '../../kit/api/schema.gen'
import { notify } from '../../kit/dialog/notices'
import { number } from '../../kit/format/numbers'
import type { Selected } from '../../kit/table/types'

const retryNotice = (count: number) => (count === 1 ? 'The job will be retried.' : `${number(count)} jobs will be retried.`)

export async function retry(job: FailedJob): Promise<boolean> {
  try {
    await api.POST('/api/admin/failed-jobs/{id}/retry', { params: { path: { id: String(job.id) } } })
    notify.done(retryNotice(1))
    return true
  } catch (error) {
    notify.failed(messageOf(error))
    return false
  } finally {
    void reload('failed-jobs')
  }
}

const asStrings = (filter: Params) => Object.fromEntries(Object.entries(filter).map(([name, value]) => [name, String(value)]))

/** retryMany retries the selected jobs. The server skips jobs that are no longer failed, and those beyond its limit. */
export async function retryMany(selected: Selected): Promise<boolean> {
  const body = 'ids' in selected ? { ids: selected.ids } : { filter: asStrings(selected.filter) }
  try {
    const { retried, skipped } = bodyOf(await api.POST('/api/admin/failed-jobs/retry', { body }))
    const rest = 'ids' in selected ? 'had already been retried' : 'remain; retry again to include them'
    const skippedText = skipped > 0 ? ` ${number(skipped)} ${rest}.` : ''
    notify.done(retried > 0 ? retryNotice(retried) + skippedText : 'These jobs are no longer failed.')
    return true
  } catch (error) {
    notify.failed(messageOf(error))
    return false
  } finally {
    void reload('failed-jobs')
  }
}
