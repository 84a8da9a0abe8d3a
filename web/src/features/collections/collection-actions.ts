import type { Collection } from '../../kit/api/schema.gen'
import { askToDelete } from '../../kit/resource/sentences'
import { collections } from './list-definition'

/** liveUrl returns the URL of the landing page; with the contact bar it includes the id of the owner. */
export function liveUrl({ landing_page_url, type, owner }: Pick<Collection, 'landing_page_url' | 'type' | 'owner'>, contactBar: boolean): string {
  return contactBar && owner ? `${landing_page_url}?${type === 'partner' ? 'pid' : 'uid'}=${owner.alt_id}` : landing_page_url
}

/** askToRemove deletes a collection after a confirmation, and resolves to whether it was deleted. */
export const askToRemove = (collection: Pick<Collection, 'id' | 'name'>): Promise<boolean> => askToDelete(collections, collection as Collection)
