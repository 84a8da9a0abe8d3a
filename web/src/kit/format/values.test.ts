import { expect, test } from 'vitest'
import { titled, written } from './values'

test('formats empty values as an empty text', () => {
  for (const value of [null, undefined, '', [], {}]) expect(written(value)).toBe('')
})

test('formats plain values', () => {
  expect(written(true)).toBe('Yes')
  expect(written(false)).toBe('No')
  expect(written(0)).toBe('0')
  expect(written(12345)).toBe('12345')
  expect(written('two\nlines')).toBe('two\nlines')
})

test('formats times in the browser’s time zone, and keeps dates and texts', () => {
  expect(written('2026-11-14T12:30:00Z')).toMatch(/^1[345] Nov 2026, \d\d:\d\d$/)
  expect(written('2026-11-14T12:30:00.123456Z')).toMatch(/^1[345] Nov 2026, \d\d:\d\d$/)
  expect(written('2026-11-14')).toBe('2026-11-14')
  expect(written('On 2026-11-14T12:30:00Z')).toBe('On 2026-11-14T12:30:00Z')
})

test('formats lists in one line, and objects line by line', () => {
  expect(written([1, 2, 3])).toBe('1, 2, 3')
  expect(written({ upload_id: 7, folder: null })).toBe('Upload ID: 7')
  expect(written({ size: { width: 3, height: 4 }, tags: ['a', 'b'] })).toBe('Size:\n  Width: 3\n  Height: 4\nTags: a, b')
  expect(written([{ id: 1 }, { id: 2 }])).toBe('ID: 1\n\nID: 2')
})

test('converts identifiers to labels', () => {
  expect(titled('call_to_action')).toBe('Call to action')
  expect(titled('convert-image')).toBe('Convert image')
  expect(titled('email')).toBe('E-mail')
  expect(titled('publisher_ids')).toBe('Publisher IDs')
})

test('truncates very long lists', () => {
  const long = Array.from({ length: 5000 }, (_, i) => i + 1)
  expect(written(long)).toMatch(/^1, 2, 3, .*, 100 and 4,900 more$/)
  expect(written(long.slice(0, 100))).toMatch(/, 100$/)
})
