import { IconStar, IconStarOff, IconWorld, IconWorldOff } from '@tabler/icons-react'
import { api, bodyOf } from '../../kit/api/client'
import { reload } from '../../kit/api/lists'
import { confirm } from '../../kit/dialog/confirm'
import { failureMessage, followJob } from '../../kit/dialog/job'
import { notify } from '../../kit/dialog/notices'
import { scheduledWarning } from '../../kit/dialog/scheduled'
import { pluraliseTotal } from '../../kit/format/numbers'
import { selectionBody } from '../../kit/table/selection'
import type { BulkAction, Selected } from '../../kit/table/types'

type InspiresAction = 'publish-on-inspires' | 'unpublish-on-inspires' | 'feature-on-inspires' | 'remove-featured-on-inspires'

const bulkAction = (label: string, icon: BulkAction['icon'], path: InspiresAction, done: string): BulkAction => ({
  label,
  icon,
  all: true,
  run: (selected) => runAction(path, selected, `Collections successfully ${done}`),
})

/** inspiresActions are the four bulk actions for Inspires. */
export const inspiresActions: BulkAction[] = [
  bulkAction('Publish on Inspires', IconWorld, 'publish-on-inspires', 'marked public on inspires'),
  bulkAction('Unpublish from Inspires', IconWorldOff, 'unpublish-on-inspires', 'removed from public on inspires'),
  bulkAction('Feature on Inspires', IconStar, 'feature-on-inspires', 'marked featured on inspires'),
  bulkAction('Remove featured', IconStarOff, 'remove-featured-on-inspires', 'removed from featured on inspires'),
]

/** The actions that replace a date in the future, with the number of collections that have one. */
const replaced = {
  'publish-on-inspires': { count: 'publish_scheduled', action: 'Publish', consequence: 'be published now' },
  'feature-on-inspires': { count: 'feature_scheduled', action: 'Feature', consequence: 'be featured now' },
} as const

const replaces = (path: InspiresAction): path is keyof typeof replaced => path in replaced

async function runAction(path: InspiresAction, selected: Selected, notice: string): Promise<boolean> {
  const body = selectionBody(selected, 'ids')
  async function send(keepScheduled: boolean) {
    const choice = keepScheduled && { keep_scheduled: true }
    const { job } = bodyOf(await api.POST(`/api/admin/collections/${path}`, { body: { ...body, ...choice } }))
    void reportDone(notice, job)
  }
  try {
    if (replaces(path)) {
      const { count, action, consequence } = replaced[path]
      const counts = bodyOf(await api.POST('/api/admin/collections/selection', { body }))
      const warning = scheduledWarning(counts.selected, counts[count], consequence)
      if (warning) return confirm({ title: `${action} ${pluraliseTotal(counts.selected, 'collection')} on Inspires?`, ...warning, action, run: send })
    }
    await send(false)
    return true
  } catch (error) {
    notify.failed(failureMessage(error))
    return false
  }
}

/** reportDone shows the notice, after the job has finished if there is one. */
async function reportDone(notice: string, job: number | undefined) {
  try {
    if (job !== undefined) await followJob(job, 'Updating collections…', 'The collections could not be updated.')
    notify.done(notice)
  } catch (error) {
    notify.failed(failureMessage(error))
  }
  void reload('collections')
}
