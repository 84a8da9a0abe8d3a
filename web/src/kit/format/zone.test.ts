import { afterEach, expect, test, vi } from 'vitest'
import { moveToDay, officeTime } from '../../features/calendar/days'
import { officeDay } from './dates'
import { parseDay } from './parse-day'

afterEach(() => vi.restoreAllMocks())

/** otherBrowser makes formats write dates in another order and without zeros in front, as ICU 72 does for Canada. */
function otherBrowser() {
  const parts = Intl.DateTimeFormat.prototype.formatToParts
  vi.spyOn(Intl.DateTimeFormat.prototype, 'formatToParts').mockImplementation(function (this: Intl.DateTimeFormat, at) {
    return parts
      .call(this, at)
      .toReversed()
      .map((part) => ({ ...part, value: part.value.replace(/^0(?=\d)/, '') }))
  })
  const prototype: { format: unknown } = Intl.DateTimeFormat.prototype
  vi.spyOn(prototype, 'format', 'get').mockReturnValue(() => '11/19/2026')
  vi.spyOn(Date.prototype, 'toLocaleString').mockReturnValue('M11')
  vi.spyOn(Date.prototype, 'toLocaleDateString').mockReturnValue('11/19/2026')
}

test.each([
  ['this browser', () => undefined],
  ['one that writes dates in another order', otherBrowser],
])('days and times of the office are the same in %s', (_, prepare) => {
  prepare()
  expect(officeDay('2026-11-14T23:30:00Z', 'Europe/Berlin')).toBe('2026-11-15')
  expect(officeDay('2026-03-04T05:06:00Z', 'America/New_York')).toBe('2026-03-04')
  expect(officeTime('2026-03-04T05:06:00Z', 'America/New_York')).toBe('00:06')
  expect(moveToDay('2026-03-27T08:00:00Z', '2026-03-30', 'Europe/Berlin')).toBe('2026-03-30T07:00:00.000Z')
  expect(parseDay('24 Dec 2026')).toBe('2026-12-24')
  expect(parseDay('3 Sept 2026')).toBe('2026-09-03')
})
