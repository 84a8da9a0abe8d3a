import { expect, test } from 'vitest'
import { formatValue, labelOf } from './values'

test('formats empty values as an empty text', () => {
  for (const value of [null, undefined, '', [], {}]) expect(formatValue(value)).toBe('')
})

test('formats plain values', () => {
  expect(formatValue(true)).toBe('Yes')
  expect(formatValue(false)).toBe('No')
  expect(formatValue(0)).toBe('0')
  expect(formatValue(12345)).toBe('12345')
  expect(formatValue('two\nlines')).toBe('two\nlines')
})

test('formats times in the browser’s time zone, and keeps dates and texts', () => {
  expect(formatValue('2026-11-14T12:30:00Z')).toMatch(/^1[345] Nov 2026, \d\d:\d\d$/)
  expect(formatValue('2026-11-14T12:30:00.123456Z')).toMatch(/^1[345] Nov 2026, \d\d:\d\d$/)
  expect(formatValue('2026-11-14')).toBe('2026-11-14')
  expect(formatValue('On 2026-11-14T12:30:00Z')).toBe('On 2026-11-14T12:30:00Z')
})

test('formats lists in one line, and objects line by line', () => {
  expect(formatValue([1, 2, 3])).toBe('1, 2, 3')
  expect(formatValue({ upload_id: 7, folder: null })).toBe('Upload ID: 7')
  expect(formatValue({ size: { width: 3, height: 4 }, tags: ['a', 'b'] })).toBe('Size:\n  Width: 3\n  Height: 4\nTags: a, b')
  expect(formatValue([{ id: 1 }, { id: 2 }])).toBe('ID: 1\n\nID: 2')
})

test('converts identifiers to labels', () => {
  expect(labelOf('call_to_action')).toBe('Call to action')
  expect(labelOf('convert-image')).toBe('Convert image')
  expect(labelOf('email')).toBe('E-mail')
  expect(labelOf('publisher_ids')).toBe('Publisher IDs')
})

test('truncates very long lists', () => {
  const long = Array.from({ length: 5000 }, (_, i) => i + 1)
  expect(formatValue(long)).toMatch(/^1, 2, 3, .*, 100 and 4,900 more$/)
  expect(formatValue(long.slice(0, 100))).toMatch(/, 100$/)
})
