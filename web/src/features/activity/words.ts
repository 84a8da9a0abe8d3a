import type { Activity } from '../../kit/api/schema.gen'
import { titled, written } from '../../kit/format/values'
import { paths } from '../../paths'

type Kind = { one: string; many: string; at?: (id: number) => string }

/** Every kind of record the log tells of, by the word it uses; `at` is where its form is. */
export const kinds: Record<string, Kind> = {
  'account type': { one: 'Account type', many: 'account types', at: paths.accountType },
  collaborator: { one: 'Collaborator', many: 'collaborators', at: paths.collaborator },
  collection: { one: 'Collection', many: 'collections', at: paths.collection },
  consortium: { one: 'Consortium', many: 'consortia', at: (id) => paths.consortia({ edit: id }) },
  content: { one: 'Content', many: 'content', at: paths.editContent },
  'content depth': { one: 'Content depth', many: 'content depths', at: (id) => paths.contentDepths({ edit: id }) },
  'content domain': { one: 'Content domain', many: 'content domains', at: (id) => paths.contentDomains({ edit: id }) },
  country: { one: 'Country', many: 'countries', at: paths.country },
  'country region': { one: 'Country region', many: 'country regions' },
  destination: { one: 'Destination', many: 'destinations', at: (id) => paths.destinations({ edit: id }) },
  export: { one: 'Export', many: 'exports' },
  facade: { one: 'Facade', many: 'facades', at: (id) => paths.facades({ edit: id }) },
  folder: { one: 'Folder', many: 'folders' },
  'global tag': { one: 'Global tag', many: 'global tags', at: (id) => paths.globalTags({ edit: id }) },
  'host agency': { one: 'Host agency', many: 'host agencies', at: (id) => paths.hostAgencies({ edit: id }) },
  image: { one: 'Image', many: 'images', at: paths.editImage },
  job: { one: 'Job', many: 'jobs' },
  language: { one: 'Language', many: 'languages', at: (id) => paths.languages({ edit: id }) },
  library: { one: 'Library', many: 'libraries', at: (id) => paths.libraries({ edit: id }) },
  'media type': { one: 'Media type', many: 'media types', at: (id) => paths.mediaTypes({ edit: id }) },
  partner: { one: 'Partner', many: 'partners', at: paths.partner },
  'partner language': { one: 'Partner language', many: 'partner languages' },
  'partner market': { one: 'Partner market', many: 'partner markets', at: (id) => paths.partnerMarkets({ edit: id }) },
  publisher: { one: 'Publisher', many: 'publishers', at: (id) => paths.publishers({ edit: id }) },
  region: { one: 'Region', many: 'regions', at: (id) => paths.regions({ edit: id }) },
  'search cache': { one: 'Search cache', many: 'search caches' },
  'shared collection': { one: 'Shared collection', many: 'shared collections', at: paths.sharedCollection },
  site: { one: 'Site', many: 'sites' },
  'site redirect': { one: 'Site redirect', many: 'site redirects' },
  'site transformation': { one: 'Site transformation', many: 'site transformations' },
  'subject area': { one: 'Subject area', many: 'subject areas', at: (id) => paths.subjectAreas({ edit: id }) },
  user: { one: 'User', many: 'users', at: paths.user },
  'user template': { one: 'User template', many: 'user templates' },
}

/** Everything that can be done with a record, by the word the log uses. */
export const actions: Record<string, string> = {
  created: 'Created',
  updated: 'Updated',
  deleted: 'Deleted',
  restored: 'Restored',
  purged: 'Deleted for good',
  duplicated: 'Duplicated',
  reordered: 'Reordered',
  'added to': 'Added to',
  'removed from': 'Removed from',
  customised: 'Changed the customizations',
  'refreshed the keys of': 'Refreshed the keys',
  'revealed the secret of': 'Revealed the secret',
  'changed the password of': 'Changed the password',
  'signed in': 'Signed in',
  'signed out': 'Signed out',
  'failed to sign in': 'Failed to sign in',
  'failed to confirm the password': 'Failed to confirm the password',
  'requested a password link': 'Requested a password link',
  'used a password link': 'Used a password link',
  'asked to impersonate': 'Asked to impersonate',
  impersonated: 'Impersonated',
  accepted: 'Accepted',
  personalised: 'Personalised',
  cleared: 'Cleared',
  exported: 'Exported',
  retried: 'Retried',
}

/**
 * Actions at sign-in. The first three were done by the account's owner, who is named under Who already; the others by somebody
 * who was not signed in.
 */
export const atSignIn: Record<string, string> = {
  'signed in': 'Signed in',
  'signed out': 'Signed out',
  'failed to confirm the password': 'Failed to confirm the password',
  'failed to sign in': 'Failed to sign in as',
  'requested a password link': 'Requested a password link for',
  'used a password link': 'Used the password link of',
}

/** deed is what was done, in words, and what it was done with: "Updated publisher", "Harbour Press". */
export function deed(entry: Activity): { done: string; name: string } {
  const done = atSignIn[entry.action]
  if (done) return { done, name: entry.user_id !== null && entry.user_id === entry.record_id ? '' : entry.record_name }
  const action = entry.action === 'purged' ? 'Deleted for good:' : titled(entry.action)
  if (entry.action === 'reordered') return { done: `${action} ${kinds[entry.kind]?.many ?? entry.kind}`, name: '' }
  // Many at once are no record of their own; their name says what they are.
  if (entry.kind === 'job' && entry.record_id === null) return { done: action, name: entry.record_name }
  return { done: `${action} ${entry.kind}`, name: entry.record_name || (entry.record_id === null ? '' : `#${entry.record_id}`) }
}

/** leadsTo is the address of the record's form, where there is one and the record is still there. */
export function leadsTo(entry: Activity): string | undefined {
  if (entry.record_id === null || entry.action === 'deleted' || entry.action === 'purged') return undefined
  return kinds[entry.kind]?.at?.(entry.record_id)
}

export type Changed = { field: string; label: string; before: string; after: string }

const secret = '•••'

/** changed are the fields that read otherwise than before. The server never sends a secret, only that there was one. */
export function changed(entry: Activity): Changed[] {
  const say = (value: unknown) => (value === secret ? 'Hidden' : written(value))
  return Object.entries(entry.changes)
    .map(([field, { before, after }]) => ({ field, label: titled(field), before: say(before), after: say(after), secret: after === secret }))
    .filter((change) => change.secret || change.before !== change.after)
    .map(({ secret: _, ...change }) => change)
}

const few = 3

/** inShort is the changes on one line: what a single field became, or which fields there were. */
export function inShort(entry: Activity): string {
  const list = changed(entry)
  const [only] = list
  // That a new or deleted record had its name says nothing.
  if (!only || (list.length === 1 && entry.action !== 'updated' && (only.after || only.before) === entry.record_name)) return ''
  if (list.length === 1 && entry.action === 'updated') return `${only.label}: ${only.before || 'Empty'} → ${only.after || 'Empty'}`
  const more = list.length - few
  const names = list.slice(0, few).map((change) => change.label)
  return names.join(', ') + (more > 0 ? ` +${more}` : '')
}
