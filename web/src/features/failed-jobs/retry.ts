import { api, bodyOf } from '../../kit/api/client'
import { messageOf } from '../../kit/api/error'
import { type Params, reload } from '../../kit/api/lists'
import type { FailedJob } from '../../kit/api/schema.gen'
import { confirm } from '../../kit/dialog/confirm'
import { notify } from '../../kit/dialog/notices'
import { number, pluralise } from '../../kit/format/numbers'
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

/** retryMany retries the selected jobs, or all matching ones after a confirmation. */
export function retryMany(selected: Selected): Promise<boolean> {
  if ('ids' in selected) return retryNow(selected)
  return confirm({
    title: `Retry ${pluralise(selected.count, 'job')}?`,
    text: 'All failed jobs that match run again. Nothing is overwritten.',
    action: 'Retry',
    run: async () => void (await retryNow(selected)),
  })
}

/** retryNow retries jobs. The server skips jobs that are no longer failed, and those beyond its limit. */
async function retryNow(selected: Selected): Promise<boolean> {
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
