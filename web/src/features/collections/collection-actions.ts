import type { Collection } from '../../kit/api/schema.gen'
import { askToDelete } from '../../kit/resource/sentences'
import { collections } from './list-definition'

/** liveAddress is the landing page; with the contact bar it tells whose it is. */
export function liveAddress({ landing_page_url, type, owner }: Pick<Collection, 'landing_page_url' | 'type' | 'owner'>, contactBar: boolean): string {
  return contactBar && owner ? `${landing_page_url}?${type === 'partner' ? 'pid' : 'uid'}=${owner.alt_id}` : landing_page_url
}

/** askToRemove asks first, and tells whether the collection is gone. */
export const askToRemove = (collection: Pick<Collection, 'id' | 'name'>): Promise<boolean> => askToDelete(collections, collection as Collection)
