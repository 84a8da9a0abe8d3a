import { expect, test } from 'vitest'
import { daysBetween, lastDay, moveToDay, shiftMonth, weeksOf } from './days'

test('returns the weeks that a month touches', () => {
  const weeks = weeksOf('2026-11')
  expect(weeks.map((week) => [week[0], week[6]])).toEqual([
    ['2026-10-26', '2026-11-01'],
    ['2026-11-02', '2026-11-08'],
    ['2026-11-09', '2026-11-15'],
    ['2026-11-16', '2026-11-22'],
    ['2026-11-23', '2026-11-29'],
    ['2026-11-30', '2026-12-06'],
  ])
  expect(weeksOf('2027-02')).toHaveLength(4)
})

test('changes months and counts days', () => {
  expect([shiftMonth('2026-11', 2), shiftMonth('2026-01', -1), lastDay('2028-02')]).toEqual(['2027-01', '2025-12', '2028-02-29'])
  expect(daysBetween('2026-03-28', '2026-03-30')).toBe(2)
})

test('keeps the time of day in the office when the clocks change', () => {
  expect(moveToDay('2026-03-27T08:00:00Z', '2026-03-30', 'Europe/Berlin')).toBe('2026-03-30T07:00:00.000Z')
  expect(moveToDay('2026-10-26T08:00:00Z', '2026-10-20', 'Europe/Berlin')).toBe('2026-10-20T07:00:00.000Z')
  expect(moveToDay('2026-11-10T22:59:59Z', '2026-11-12', 'Europe/Berlin')).toBe('2026-11-12T22:59:59.000Z')
  expect(moveToDay('2026-11-10T23:30:00Z', '2026-11-12', 'Europe/Berlin')).toBe('2026-11-11T23:30:00.000Z')
})
