import { admin } from '../../kit/api/admin'
import { api, bodyOf } from '../../kit/api/client'
import { messageOf } from '../../kit/api/error'
import { reload } from '../../kit/api/lists'
import type { Finding, Named, Updated } from '../../kit/api/schema.gen'
import { BulkResult, failureMessage, followJob } from '../../kit/dialog/job'
import { notify } from '../../kit/dialog/notices'
import { pluralise } from '../../kit/format/numbers'
import { selectionBody } from '../../kit/table/selection'
import type { Selected } from '../../kit/table/types'
import { paths } from '../../paths'

export type Fix = 'use-new-address' | 'reschedule' | 'remove-from-collections' | 'snooze' | 'assign'
export type Reschedule = { days: number } | { date: string }

const texts: Record<Fix, { done: string; working: string; reason: string }> = {
  'use-new-address': { done: 'with a new address', working: 'Using new addresses…', reason: 'not moved' },
  reschedule: { done: 'rescheduled', working: 'Rescheduling…', reason: 'not about to expire' },
  'remove-from-collections': { done: 'removed from collections', working: 'Removing from collections…', reason: 'not expired' },
  snooze: { done: 'snoozed', working: 'Snoozing…', reason: 'not listed any longer' },
  assign: { done: 'assigned', working: 'Assigning…', reason: 'assigned already' },
}

/** changed reloads everything that a fix may have changed. */
export const changed = () => Promise.all([reload('attention'), reload('content'), reload('update-content'), reload('collections')])

/** apply sends a fix for selected rows, and resolves to whether it was done or has begun. */
export async function apply(fix: Fix, selected: Selected, values: object = {}, done = texts[fix].done): Promise<boolean> {
  try {
    const result = await send(fix, { ...selectionBody(selected, 'ids'), ...values })
    void report(fix, result, done)
    return true
  } catch (error) {
    notify.failed(messageOf(error))
    return false
  }
}

/** send makes the request of a fix. The bodies differ in what they have besides the rows. */
export const send = (fix: Fix, body: object) => admin.post<Updated>(`attention/${fix}`, body)

/** report shows the result, after the job has finished if there is one. */
export async function report(fix: Fix, { updated, skipped, job }: Updated, done = texts[fix].done) {
  const { working, reason } = texts[fix]
  try {
    let result = { changed: updated, skipped }
    if (job !== undefined) {
      const task = await followJob(job, working, 'The rows could not be changed.')
      result = { changed: task.added, skipped: task.skipped }
    }
    notify.done(<BulkResult text={`${pluralise(result.changed, 'item')} ${done}`} {...result} reason={reason} />)
  } catch (error) {
    notify.failed(failureMessage(error))
  }
  void changed()
}

export const only = ({ id }: Finding): Selected => ({ ids: [id], count: 1 })

/** checkAgain checks the link of an item while the user waits. */
export async function checkAgain({ content_id }: Finding) {
  try {
    const { item } = bodyOf(await api.POST('/api/admin/content/{id}/check-link', { params: { path: { id: String(content_id) } } }))
    notify.info(item.status === 'ok' ? 'The link works.' : item.problem || 'The link has been checked.')
  } catch (error) {
    notify.failed(messageOf(error))
  }
  void changed()
}

/** unpublish reverts an item to a draft. */
export async function unpublish({ content_id }: Finding) {
  try {
    await api.POST('/api/admin/content/draft', { body: { content_ids: [Number(content_id)] } })
    notify.done('1 item reverted to draft')
  } catch (error) {
    notify.failed(messageOf(error))
  }
  void changed()
}

/** duplicatesOf is where the duplicates of an item are compared: the list of all items with its URL or its title. */
export const duplicatesOf = ({ content }: Finding) => paths.content({ query: content?.same_url ? content.content_url : content?.title })

/** findSame resolves to an item and its duplicates, or to null if there are none any longer. */
export async function findSame({ id }: Finding): Promise<Named[] | null> {
  try {
    const { items } = bodyOf(await api.GET('/api/admin/attention/{id}/duplicates', { params: { path: { id: String(id) } } }))
    if (items.length > 1) return items
    notify.info('No other item has this URL or title any longer.')
    void changed()
  } catch (error) {
    notify.failed(messageOf(error))
  }
  return null
}

/** The field of the form that a reason is about. */
const fields: Partial<Record<Finding['reason'], string>> = {
  broken: 'content_url',
  no_image: 'featured_image',
  no_synopsis: 'synopsis',
  no_destination: 'destination_ids',
  no_subject_area: 'tag_ids',
  no_library: 'library_ids',
}

/** formOf returns the form of a row's item, at the field that the reason is about. */
export function formOf({ content, reason }: Finding): string {
  const path = content ? paths.editItem(content) : paths.content()
  const field = fields[reason]
  return field ? `${path}#${field}` : path
}
