import { expect, test } from 'vitest'
import { datesFor } from './use-pending-status'

const now = new Date('2026-11-17T12:00:00Z')
const current = now.toISOString()
const [past, future] = ['2026-03-05T10:00:00Z', '2027-03-05T10:00:00Z']
const dates = (published_at: string | null, expires_at: string | null) => ({ published_at, expires_at })

test('finds the dates that give an item a status, and keeps those that agree with it', () => {
  expect(datesFor('published', dates(past, past), now)).toEqual(dates(past, null))
  expect(datesFor('published', dates(null, future), now)).toEqual(dates(current, future))
  expect(datesFor('published', dates(future, null), now)).toEqual(dates(current, null))
  expect(datesFor('draft', dates(past, past), now)).toEqual(dates(null, null))
  expect(datesFor('expired', dates(past, future), now)).toEqual(dates(past, current))
  expect(datesFor('expired', dates(past, past), now)).toEqual(dates(past, past))
})

test('a picked date has passed at its end', () => {
  expect(datesFor('published', dates(past, '2026-11-16'), now)).toEqual(dates(past, null))
  expect(datesFor('published', dates(past, '2026-11-17'), now)).toEqual(dates(past, '2026-11-17'))
})
