import { expect, test } from 'vitest'
import { titled, written } from './values'

test('nothing is written as nothing', () => {
  for (const value of [null, undefined, '', [], {}]) expect(written(value)).toBe('')
})

test('plain values are written as people say them', () => {
  expect(written(true)).toBe('Yes')
  expect(written(false)).toBe('No')
  expect(written(0)).toBe('0')
  expect(written(12345)).toBe('12345')
  expect(written('two\nlines')).toBe('two\nlines')
})

test('a moment is written in the browser’s zone, a day and a text stay as they are', () => {
  expect(written('2026-11-14T12:30:00Z')).toMatch(/^1[345] Nov 2026, \d\d:\d\d$/)
  expect(written('2026-11-14T12:30:00.123456Z')).toMatch(/^1[345] Nov 2026, \d\d:\d\d$/)
  expect(written('2026-11-14')).toBe('2026-11-14')
  expect(written('On 2026-11-14T12:30:00Z')).toBe('On 2026-11-14T12:30:00Z')
})

test('lists stand in a row, objects line by line', () => {
  expect(written([1, 2, 3])).toBe('1, 2, 3')
  expect(written({ upload_id: 7, folder: null })).toBe('Upload ID: 7')
  expect(written({ size: { width: 3, height: 4 }, tags: ['a', 'b'] })).toBe('Size:\n  Width: 3\n  Height: 4\nTags: a, b')
  expect(written([{ id: 1 }, { id: 2 }])).toBe('ID: 1\n\nID: 2')
})

test('names of machines become words', () => {
  expect(titled('call_to_action')).toBe('Call to action')
  expect(titled('convert-image')).toBe('Convert image')
  expect(titled('email')).toBe('E-mail')
  expect(titled('publisher_ids')).toBe('Publisher IDs')
})

test('of a very long list one reads the beginning, and how long it is', () => {
  const long = Array.from({ length: 5000 }, (_, i) => i + 1)
  expect(written(long)).toMatch(/^1, 2, 3, .*, 100 and 4,900 more$/)
  expect(written(long.slice(0, 100))).toMatch(/, 100$/)
})
