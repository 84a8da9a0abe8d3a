import type { Activity, Difference } from '../api/schema.gen'
import { number } from '../format/numbers'
import { formatValue, labelOf } from '../format/values'
import type { RecordKinds } from '../page/record-kinds'

/** Described is what an entry is described by: a change set, or one of its entries. */
export type Described = Pick<Activity, 'action' | 'kind' | 'record_id' | 'record_name' | 'changes'> & Partial<Pick<Activity, 'user_id'>>

/** The labels of all actions, by the word in the log. */
export const actions: Record<string, string> = {
  created: 'Created',
  updated: 'Updated',
  deleted: 'Deleted',
  restored: 'Restored',
  undone: 'Undid',
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
 * Actions at sign-in. The first three were done by the owner of the account, who is shown as the user; the others by someone
 * who was not signed in.
 */
export const signInActions: Record<string, string> = {
  'signed in': 'Signed in',
  'signed out': 'Signed out',
  'failed to confirm the password': 'Failed to confirm the password',
  'failed to sign in': 'Failed to sign in as',
  'requested a password link': 'Requested a password link for',
  'used a password link': 'Used the password link of',
}

/** describeEntry describes an entry: the action, such as "Updated publisher", and the name of the record, such as "Harbour Press". */
export function describeEntry(entry: Described): { done: string; name: string } {
  const done = signInActions[entry.action]
  if (done) return { done, name: entry.user_id != null && entry.user_id === entry.record_id ? '' : entry.record_name }
  const action = entry.action === 'purged' ? 'Permanently deleted' : labelOf(entry.action)
  if (entry.action === 'reordered') return { done: `${action} ${entry.kind}s`, name: '' }
  const name = entry.record_name || (entry.record_id === null ? '' : `#${entry.record_id}`)
  if (entry.action === 'undone') return { done: `Undid changes to ${entry.kind}`, name }
  // A bulk retry has no single record; its name is a count, such as "12 jobs".
  if (entry.kind === 'job' && entry.record_id === null) return { done: action, name: entry.record_name }
  return { done: `${action} ${entry.kind}`, name }
}

/** recordUrl returns the URL of the record, if it has a screen and still exists. */
export function recordUrl(entry: Pick<Described, 'action' | 'kind' | 'record_id'>, kinds: RecordKinds): string | undefined {
  if (entry.record_id === null || entry.action === 'deleted' || entry.action === 'purged') return undefined
  return kinds.get(entry.kind)?.(entry.record_id)
}

export type FieldChange = { field: string; label: string; before: string; after: string }

const secret = '•••'

/** isReference reports whether a difference is about other records, whose names it has. */
export const isReference = (difference: Difference) => Object.keys(difference.names ?? {}).length > 0

/** fieldLabel returns the label of a field. One with the ids of other records is named after them: Publishers, not Publisher IDs. */
export function fieldLabel(field: string): string {
  const one = labelOf(field.replace(/_ids?$/, ''))
  return /_ids$/.test(field) && !/(s|content)$/i.test(one) ? one.replace(/y$/, 'ie').concat('s') : one
}

/** formatSide formats one side of a difference: the names of records instead of their ids. */
export function formatSide(field: string, value: unknown, { names = {} }: Difference): string {
  if (value === secret) return 'Hidden'
  if (typeof value === 'number') return names[value] ?? (/_ids$/.test(field) ? number(value) : formatValue(value))
  if (Array.isArray(value)) return formatValue(value.map((one) => names[String(one)] ?? one))
  return formatValue(value)
}

/** changesOf returns the fields that look different than before. The server never sends secrets, only a mask. */
export function changesOf(entry: Pick<Described, 'changes'>): FieldChange[] {
  return Object.entries(entry.changes)
    .map(([field, difference]) => ({
      field,
      label: fieldLabel(field),
      before: formatSide(field, difference.before, difference),
      after: formatSide(field, difference.after, difference),
      secret: difference.after === secret,
    }))
    .filter((change) => change.secret || change.before !== change.after)
    .map(({ secret: _, ...change }) => change)
}

const maxNamed = 3

/** summaryOf summarises the changes on one line: the values of a single field, or the names of several. */
export function summaryOf(entry: Described): string {
  const list = changesOf(entry)
  const [only] = list
  // The name of a created or deleted record is already shown.
  if (!only || (list.length === 1 && entry.action !== 'updated' && (only.after || only.before) === entry.record_name)) return ''
  if (list.length === 1 && entry.action === 'updated') return `${only.label}: ${only.before || '—'} → ${only.after || '—'}`
  const more = list.length - maxNamed
  const names = list.slice(0, maxNamed).map((change) => change.label)
  return names.join(', ') + (more > 0 ? ` +${more}` : '')
}
