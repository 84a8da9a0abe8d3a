import type { Activity } from '../../kit/api/schema.gen'
import { titled, written } from '../../kit/format/values'
import type { RecordKinds } from '../../kit/page/record-kinds'

/** Everything that can be done with a record, by the word the log uses. */
export const actions: Record<string, string> = {
  created: 'Created',
  updated: 'Updated',
  deleted: 'Deleted',
  restored: 'Restored',
  purged: 'Deleted permanently',
  duplicated: 'Duplicated',
  reordered: 'Reordered',
  'added to': 'Added to',
  'removed from': 'Removed from',
  customised: 'Changed customisations',
  'refreshed the keys of': 'Refreshed API keys',
  'revealed the secret of': 'Revealed API secret',
  'changed the password of': 'Changed password',
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
  const action = entry.action === 'purged' ? 'Permanently deleted' : titled(entry.action)
  if (entry.action === 'reordered') return { done: `${action} ${entry.kind}s`, name: '' }
  // Many at once are no record of their own; their name says what they are.
  if (entry.kind === 'job' && entry.record_id === null) return { done: action, name: entry.record_name }
  return { done: `${action} ${entry.kind}`, name: entry.record_name || (entry.record_id === null ? '' : `#${entry.record_id}`) }
}

/** recordUrl is the URL of the record, if it has a screen and still exists. */
export function recordUrl(entry: Activity, kinds: RecordKinds): string | undefined {
  if (entry.record_id === null || entry.action === 'deleted' || entry.action === 'purged') return undefined
  return kinds.get(entry.kind)?.(entry.record_id)
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
  if (list.length === 1 && entry.action === 'updated') return `${only.label}: ${only.before || '—'} → ${only.after || '—'}`
  const more = list.length - few
  const names = list.slice(0, few).map((change) => change.label)
  return names.join(', ') + (more > 0 ? ` +${more}` : '')
}
