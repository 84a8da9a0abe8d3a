import { IconStar, IconStarOff, IconWorld, IconWorldOff } from '@tabler/icons-react'
import { api, bodyOf } from '../../kit/api/client'
import { reload } from '../../kit/api/lists'
import { confirm } from '../../kit/dialog/confirm'
import { failureMessage, followJob } from '../../kit/dialog/job'
import { notify } from '../../kit/dialog/notices'
import { overwritten, scheduledWarning } from '../../kit/dialog/scheduled'
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

type Question = {
  /** The question, with {items}. */
  title: string
  action: string
  /** The number of collections that are scheduled, and what the action does to them. */
  scheduled: 'publish_scheduled' | 'feature_scheduled'
  consequence: string
  /** Scheduled collections can be left out. */
  optional?: true
  /** Dates that would be lost, said before all matching collections are changed. */
  lost?: { count: 'published' | 'featured'; one: string; many: string }
}

const questions: Record<InspiresAction, Question> = {
  'publish-on-inspires': {
    title: 'Publish {items} on Inspires?',
    action: 'Publish',
    scheduled: 'publish_scheduled',
    consequence: 'be published now',
    optional: true,
  },
  'unpublish-on-inspires': {
    title: 'Unpublish {items} from Inspires?',
    action: 'Unpublish',
    scheduled: 'publish_scheduled',
    consequence: 'lose this date',
    lost: { count: 'published', one: 'is published and loses its publish date.', many: 'are published and lose their publish dates.' },
  },
  'feature-on-inspires': {
    title: 'Feature {items} on Inspires?',
    action: 'Feature',
    scheduled: 'feature_scheduled',
    consequence: 'be featured now',
    optional: true,
  },
  'remove-featured-on-inspires': {
    title: 'Remove {items} from featured on Inspires?',
    action: 'Remove featured',
    scheduled: 'feature_scheduled',
    consequence: 'lose this date',
    lost: { count: 'featured', one: 'is featured and loses its feature date.', many: 'are featured and lose their feature dates.' },
  },
}

/** runAction asks before all matching collections are changed, and before dates of selected ones are replaced. */
async function runAction(path: InspiresAction, selected: Selected, notice: string): Promise<boolean> {
  const body = selectionBody(selected, 'ids')
  async function send(keepScheduled: boolean) {
    const choice = keepScheduled && { keep_scheduled: true }
    const { job } = bodyOf(await api.POST(`/api/admin/collections/${path}`, { body: { ...body, ...choice } }))
    void reportDone(notice, job)
  }
  const { title, action, scheduled, consequence, optional, lost } = questions[path]
  const all = 'filter' in selected
  try {
    if (all || optional) {
      const counts = bodyOf(await api.POST('/api/admin/collections/selection', { body }))
      const warning = scheduledWarning(counts.selected, counts[scheduled], consequence)
      const text = [all && lost && overwritten(counts[lost.count], lost), warning?.text].filter(Boolean).join(' ')
      const question = {
        title: title.replace('{items}', pluraliseTotal(counts.selected, 'collection')),
        text: text || 'No date is replaced.',
        action,
        run: send,
      }
      if (all || warning) return confirm({ ...question, choice: optional && warning?.choice })
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
