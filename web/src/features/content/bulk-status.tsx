import { api, bodyOf } from '../../kit/api/client'
import { reload } from '../../kit/api/lists'
import type { SelectedContent } from '../../kit/api/schema.gen'
import { confirm } from '../../kit/dialog/confirm'
import { BulkResult, failureMessage, followJob } from '../../kit/dialog/job'
import { notify } from '../../kit/dialog/notices'
import { overwritten, scheduledWarning } from '../../kit/dialog/scheduled'
import { pluralise, pluraliseTotal } from '../../kit/format/numbers'
import { selectionBody } from '../../kit/table/selection'
import type { Selected } from '../../kit/table/types'

/** StatusChange is a bulk action on the dates of content, or its deletion. */
export type StatusChange = 'publish' | 'draft' | 'expire' | 'delete'

type Texts = {
  /** The question, with {items}: "Publish {items}?". */
  question: string
  consequence: string
  /** What would happen to items with a publish date in the future. */
  scheduled?: string
  /** Scheduled items can be left out. */
  optional?: boolean
  /** Dates that would be lost, said before all matching items are changed. */
  lost?: { count: 'published' | 'expiring'; one: string; many: string }
  action: string
  working: string
  failed: string
  done: string
  /** Why items were skipped. */
  reason: string
}

const texts: Record<StatusChange, Texts> = {
  publish: {
    question: 'Publish {items}?',
    consequence: 'They become public now. Items that are already published keep their publish date.',
    scheduled: 'be published now',
    optional: true,
    action: 'Publish',
    working: 'Publishing content…',
    failed: 'The content could not be published.',
    done: 'published',
    reason: 'already published',
  },
  draft: {
    question: 'Revert {items} to draft?',
    consequence: 'They are no longer public, and their publish dates are removed.',
    scheduled: 'lose this date',
    lost: { count: 'published', one: 'is published and loses its publish date.', many: 'are published and lose their publish dates.' },
    action: 'Revert to draft',
    working: 'Reverting content to draft…',
    failed: 'The content could not be reverted.',
    done: 'reverted to draft',
    reason: 'already in draft',
  },
  expire: {
    question: 'Expire {items}?',
    consequence: 'They are no longer public from now on. Items that have already expired keep their expiry date.',
    lost: { count: 'expiring', one: 'has a later expiry date, which is replaced.', many: 'have a later expiry date, which is replaced.' },
    action: 'Expire',
    working: 'Expiring content…',
    failed: 'The content could not be expired.',
    done: 'expired',
    reason: 'already expired',
  },
  delete: {
    question: 'Delete {items}?',
    consequence: 'They are moved to the trash, where they can be restored for 30 days.',
    action: 'Delete',
    working: 'Deleting content…',
    failed: 'The content could not be deleted.',
    done: 'deleted',
    reason: 'already deleted',
  },
}

/** changeSelected changes selected or all matching items after a confirmation, and resolves to whether it did or began to. */
export async function changeSelected(change: StatusChange, selected: Selected): Promise<boolean> {
  const body = selectionBody(selected, 'content_ids')
  const about = texts[change]
  let counts: SelectedContent
  try {
    counts = bodyOf(await api.POST('/api/admin/content/selection', { body }))
  } catch (error) {
    notify.failed(failureMessage(error))
    return false
  }
  const warning = about.scheduled && scheduledWarning(counts.selected, counts.scheduled, about.scheduled)
  const lost = 'filter' in selected && about.lost && overwritten(counts[about.lost.count], about.lost)
  return confirm({
    title: about.question.replace('{items}', pluraliseTotal(counts.selected, 'item')),
    text: (
      <>
        <p className="flat">{about.consequence}</p>
        {lost && <p className="strong">{lost}</p>}
        {warning && <p className="strong">{warning.text}</p>}
      </>
    ),
    choice: about.optional && warning ? warning.choice : undefined,
    action: about.action,
    danger: change === 'delete',
    async run(keepScheduled) {
      void report(change, keepScheduled, await send(change, body, keepScheduled))
    },
  })
}

type Body = ReturnType<typeof selectionBody<'content_ids'>>
type Result = { changed: number; skipped: number; job?: number }

async function send(change: StatusChange, body: Body, keepScheduled: boolean): Promise<Result> {
  if (change === 'delete') {
    const { deleted, ...outcome } = bodyOf(await api.POST('/api/admin/content/delete', { body }))
    return { changed: deleted, ...outcome }
  }
  const choice = keepScheduled && { keep_scheduled: true }
  const { updated, ...outcome } = bodyOf(await api.POST(`/api/admin/content/${change}`, { body: { ...body, ...choice } }))
  return { changed: updated, ...outcome }
}

/** report shows the result, after the job has finished if there is one. */
async function report(change: StatusChange, keepScheduled: boolean, { job, ...result }: Result) {
  const { working, failed, done, reason } = texts[change]
  try {
    if (job !== undefined) {
      const { added, skipped } = await followJob(job, working, failed)
      result = { changed: added, skipped }
    }
    const text = `${pluralise(result.changed, 'item')} ${done}`
    notify.done(<BulkResult text={text} {...result} reason={keepScheduled ? `${reason} or scheduled for later` : reason} />)
  } catch (error) {
    notify.failed(failureMessage(error))
  }
  void reload('content')
  if (change === 'delete') void reload('trash')
}
