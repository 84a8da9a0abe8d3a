import type { Collection } from '../../kit/api/schema.gen'
import { formatDay, officeDay } from '../../kit/format/dates'
import { askToDelete } from '../../kit/resource/sentences'
import { collections } from './list-definition'

/** liveUrl returns the URL of the landing page; with the contact bar it includes the id of the owner. */
export function liveUrl({ landing_page_url, type, owner }: Pick<Collection, 'landing_page_url' | 'type' | 'owner'>, contactBar: boolean): string {
  return contactBar && owner ? `${landing_page_url}?${type === 'partner' ? 'pid' : 'uid'}=${owner.alt_id}` : landing_page_url
}

/** pageProblem returns why a collection has no page at the moment, if it has none. */
export function pageProblem({ public: shown, expired, inspires_publish_at, expires_at }: Dates): string | undefined {
  if (expired && expires_at) return `The page ended on ${day(expires_at)}, when the collection expired.`
  if (!shown && inspires_publish_at) return `The page will be public on ${day(inspires_publish_at)}.`
  return shown ? undefined : 'The page is not public. Set a publish date on Inspires to publish it.'
}

type Dates = Pick<Collection, 'public' | 'expired' | 'inspires_publish_at' | 'expires_at'>

const day = (at: string) => formatDay(officeDay(at))

/** askToRemove deletes a collection after a confirmation, and resolves to whether it was deleted. */
export const askToRemove = (collection: Pick<Collection, 'id' | 'name'>): Promise<boolean> => askToDelete(collections, collection as Collection)
