import { expect, test } from 'vitest'
import { parseDay } from './parse-day'

test('reads dates as people type them', () => {
  for (const text of [
    '2026-12-24',
    '2026/12/24',
    '24.12.2026',
    '24. 12. 2026',
    '24/12/2026',
    '24-12-26',
    '24 12 2026',
    '24 Dec 2026',
    '24 december 2026',
    '24. Dec 2026',
    '24-Dec-2026',
    '24th Dec, 2026',
    'Dec 24, 2026',
    'December 24th 2026',
    '  24  DEC  2026 ',
  ])
    expect(parseDay(text), text).toBe('2026-12-24')
  expect(parseDay('1.2.2027')).toBe('2027-02-01')
  expect(parseDay('3 Sept 2027')).toBe('2027-09-03')
  expect(parseDay('29 Feb 2028')).toBe('2028-02-29')
})

test('does not guess', () => {
  for (const text of [
    '',
    'soon',
    '24 Dec',
    '31.02.2026',
    '29 Feb 2027',
    '2026-13-01',
    '24 Dex 2026',
    '24 Decembre 2026',
    '0.1.2026',
    '24.12.202',
    '1.1.0001',
  ])
    expect(parseDay(text), text).toBeNull()
})
