import { addDays, addMonths, officeDay } from '../../kit/format/dates'
import { zonedTime } from '../../kit/format/zone'
import { start } from '../../kit/start'

/** monthOf returns the month of a day: 2026-11. */
export const monthOf = (day: string) => day.slice(0, 7)

/** shiftMonth returns the month that is some months later. */
export const shiftMonth = (month: string, months: number) => monthOf(addMonths(`${month}-01`, months))

/** lastDay returns the last day of a month. */
export const lastDay = (month: string) => addDays(`${shiftMonth(month, 1)}-01`, -1)

/** weeksOf returns the weeks that a month touches, each from Monday to Sunday. */
export function weeksOf(month: string): string[][] {
  const first = `${month}-01`
  const weekday = (new Date(`${first}T12:00:00Z`).getUTCDay() + 6) % 7
  const weeks: string[][] = []
  for (let monday = addDays(first, -weekday); monday <= lastDay(month); monday = addDays(monday, 7)) {
    weeks.push([0, 1, 2, 3, 4, 5, 6].map((days) => addDays(monday, days)))
  }
  return weeks
}

/** daysBetween returns the number of days from one day to another. */
export const daysBetween = (from: string, to: string) => Math.round((Date.parse(to) - Date.parse(from)) / 86_400_000)

/** moveToDay returns the same time of day on another day, both in the office time zone. */
export function moveToDay(at: string, day: string, zone = start.timezone): string {
  const before = new Date(at)
  const moved = new Date(before.getTime() + daysBetween(officeDay(before, zone), day) * 86_400_000)
  // The clocks may have changed in between.
  const difference = (minuteOfDay(before, zone) - minuteOfDay(moved, zone) + 2160) % 1440
  return new Date(moved.getTime() + (difference - 720) * 60_000).toISOString()
}

function minuteOfDay(at: Date, zone: string): number {
  const [hour = 0, minute = 0] = zonedTime(at, zone).time.split(':').map(Number)
  return hour * 60 + minute
}

const heading = new Intl.DateTimeFormat('en-GB', { month: 'long', year: 'numeric', timeZone: 'UTC' })
const longDay = new Intl.DateTimeFormat('en-GB', { weekday: 'long', day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' })

/** formatMonth formats a month: November 2026. */
export const formatMonth = (month: string) => heading.format(new Date(`${month}-01T12:00:00Z`))

/** formatLongDay formats a day with its weekday: Wednesday 18 November 2026. */
export function formatLongDay(day: string): string {
  const parts = longDay.formatToParts(new Date(`${day}T12:00:00Z`))
  return parts
    .filter(({ type }) => type !== 'literal') // some browsers write a comma
    .map(({ value }) => value)
    .join(' ')
}

/** officeTime formats the time of day in the office time zone: 09:30. */
export const officeTime = (at: string, zone = start.timezone) => zonedTime(new Date(at), zone).time
