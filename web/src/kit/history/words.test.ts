import { expect, test } from 'vitest'
import type { Activity } from '../api/schema.gen'
import { changesOf, describeEntry, recordUrl, summaryOf } from './words'

function entry(change: Partial<Activity>): Activity {
  return {
    id: 1,
    created_at: '2026-11-14T12:30:00Z',
    user_id: 1,
    user_name: 'Eva Editor',
    action: 'updated',
    kind: 'publisher',
    record_id: 7,
    record_name: 'Harbour Press',
    changes: {},
    program: 'console',
    entries: 1,
    finished_at: '2026-11-14T12:30:00Z',
    undoes_id: null,
    undone_by_id: null,
    undoable: true,
    restorable: [],
    undo_refused: '',
    request_id: '',
    ip_address: '',
    ...change,
  }
}

test('describes an entry in words', () => {
  expect(describeEntry(entry({}))).toEqual({ done: 'Updated publisher', name: 'Harbour Press' })
  expect(describeEntry(entry({ record_name: '' }))).toEqual({ done: 'Updated publisher', name: '#7' })
  expect(describeEntry(entry({ action: 'reordered', kind: 'media type', record_id: null, record_name: 'Media type' }))).toEqual({
    done: 'Reordered media types',
    name: '',
  })
  expect(describeEntry(entry({ action: 'retried', kind: 'job', record_id: null, record_name: '12 jobs' }))).toEqual({
    done: 'Retried',
    name: '12 jobs',
  })
  expect(describeEntry(entry({ action: 'undone' }))).toEqual({ done: 'Undid changes to publisher', name: 'Harbour Press' })
  expect(describeEntry(entry({ action: 'changed the password of', kind: 'user' })).done).toBe('Changed the password of user')
})

test('describes sign-ins in words', () => {
  const ada = { kind: 'user', user_id: 3, user_name: 'Ada Admin', record_id: 3, record_name: 'Ada Admin' }
  const stranger = { ...ada, user_id: null, user_name: 'Anonymous' }
  expect(describeEntry(entry({ ...ada, action: 'signed in' }))).toEqual({ done: 'Signed in', name: '' })
  expect(describeEntry(entry({ ...ada, action: 'signed out' }))).toEqual({ done: 'Signed out', name: '' })
  expect(describeEntry(entry({ ...ada, action: 'failed to confirm the password' }))).toEqual({ done: 'Failed to confirm the password', name: '' })
  expect(describeEntry(entry({ ...stranger, action: 'failed to sign in' }))).toEqual({ done: 'Failed to sign in as', name: 'Ada Admin' })
  expect(describeEntry(entry({ ...stranger, action: 'requested a password link' }))).toEqual({
    done: 'Requested a password link for',
    name: 'Ada Admin',
  })
  expect(describeEntry(entry({ ...stranger, action: 'used a password link' }))).toEqual({ done: 'Used the password link of', name: 'Ada Admin' })
})

test('links to a record only if it exists and has a screen', () => {
  const kinds = new Map([
    ['publisher', (id: number) => `/publishers?edit=${id}`],
    ['job', undefined],
  ])
  expect(recordUrl(entry({}), kinds)).toBe('/publishers?edit=7')
  expect(recordUrl(entry({ action: 'deleted' }), kinds)).toBeUndefined()
  expect(recordUrl(entry({ kind: 'job' }), kinds)).toBeUndefined()
  expect(recordUrl(entry({ record_id: null }), kinds)).toBeUndefined()
})

test('lists only fields that look different, and hides secrets', () => {
  const changes = { name: { before: 'A', after: 'B' }, phone: { before: null, after: '' }, password: { before: '•••', after: '•••' } }
  expect(changesOf(entry({ changes }))).toEqual([
    { field: 'name', label: 'Name', before: 'A', after: 'B' },
    { field: 'password', label: 'Password', before: 'Hidden', after: 'Hidden' },
  ])
})

test('summarises changes on one line', () => {
  expect(summaryOf(entry({ changes: { name: { before: '', after: 'B' } } }))).toBe('Name: — → B')
  expect(summaryOf(entry({ action: 'created', changes: { name: { before: null, after: 'Harbour Press' } } }))).toBe('')
  expect(summaryOf(entry({ action: 'created', changes: { alpha2: { before: null, after: 'en' } } }))).toBe('Alpha2')
  const many = Object.fromEntries(['a', 'b', 'c', 'd', 'e'].map((name) => [name, { before: 1, after: 2 }]))
  expect(summaryOf(entry({ changes: many }))).toBe('A, B, C +2')
})

test('shows the names of records instead of their ids', () => {
  const names = { 1: 'Harbour Press', 2: 'Quay Press' }
  const changes = {
    publisher_ids: { before: [1], after: [1, 2], names },
    type_id: { before: null, after: 2, names },
    library_ids: { before: [], after: 312 },
  }
  expect(changesOf(entry({ changes }))).toEqual([
    { field: 'publisher_ids', label: 'Publishers', before: 'Harbour Press', after: 'Harbour Press, Quay Press' },
    { field: 'type_id', label: 'Type', before: '', after: 'Quay Press' },
    { field: 'library_ids', label: 'Libraries', before: '', after: '312' },
  ])
})
