import type { Collection } from '../../kit/api/schema.gen'

/** liveAddress is the landing page; with the contact bar it tells whose it is. */
export function liveAddress({ landing_page_url, type, owner }: Pick<Collection, 'landing_page_url' | 'type' | 'owner'>, contactBar: boolean): string {
  return contactBar && owner ? `${landing_page_url}?${type === 'partner' ? 'pid' : 'uid'}=${owner.alt_id}` : landing_page_url
}

/** askToRemove asks first, and tells whether the collection is gone. */
export async function askToRemove(_: Pick<Collection, 'id' | 'name'>): Promise<boolean> {
  return false
}
