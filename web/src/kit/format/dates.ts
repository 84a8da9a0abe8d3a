import { start } from '../start'
import { zonedTime } from './zone'

const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']
const formatDate = (at: Date) => `${at.getDate()} ${months[at.getMonth()]} ${at.getFullYear()}`
const exact = new Intl.DateTimeFormat('en-GB', { dateStyle: 'full', timeStyle: 'long' })
const clock = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit' })
const clockWithSeconds = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit', second: '2-digit' })
const relative = new Intl.RelativeTimeFormat('en', { numeric: 'auto' })

/** shortDay formats a time as a date in the browser's time zone: 14 Nov 2026. */
export function shortDay(at: string | Date): string {
  return formatDate(new Date(at))
}

/** dayAndTime formats a time with hours and minutes: 14 Nov 2026, 09:30. */
export function dayAndTime(at: string): string {
  const moment = new Date(at)
  return `${formatDate(moment)}, ${clock.format(moment)}`
}

/** dayAndSecond formats a time with seconds, for logs: 14 Nov 2026, 09:30:05. */
export function dayAndSecond(at: string): string {
  const moment = new Date(at)
  return `${formatDate(moment)}, ${clockWithSeconds.format(moment)}`
}

/** exactTime formats a time for tooltips, with weekday, seconds and time zone. */
export function exactTime(at: string): string {
  return exact.format(new Date(at))
}

const units: [Intl.RelativeTimeFormatUnit, number][] = [
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
]

/** ago formats a time relative to now: 3 hours ago; beyond 30 days, as a date. */
export function ago(at: string, now = new Date()): string {
  const seconds = (new Date(at).getTime() - now.getTime()) / 1000
  if (Math.abs(seconds) > 30 * 86_400) return shortDay(at)
  for (const [unit, size] of units) {
    if (Math.abs(seconds) >= size) return relative.format(Math.round(seconds / size), unit)
  }
  return 'just now'
}

/** officeDay returns the date of a time in the office time zone: YYYY-MM-DD. Picked dates are in this time zone. */
export function officeDay(at: string | Date, zone = start.timezone): string {
  return typeof at === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(at) ? at : zonedTime(new Date(at), zone).day
}

/** formatDay formats YYYY-MM-DD as 14 Nov 2026, independent of time zones. */
export function formatDay(date: string): string {
  const [year, month, day] = date.split('-').map(Number)
  return formatDate(new Date(year ?? 0, (month ?? 1) - 1, day ?? 1))
}

/** addMonths adds months to a date, limited to the last day of the month: 31 January plus one month is the end of February. */
export function addMonths(date: string, months: number): string {
  const [year = 0, month = 1, day = 1] = date.split('-').map(Number)
  const last = new Date(Date.UTC(year, month - 1 + months + 1, 0))
  return new Date(Date.UTC(last.getUTCFullYear(), last.getUTCMonth(), Math.min(day, last.getUTCDate()))).toISOString().slice(0, 10)
}

/** addDays adds days to a date. */
export function addDays(date: string, days: number): string {
  const [year = 0, month = 1, day_ = 1] = date.split('-').map(Number)
  return new Date(Date.UTC(year, month - 1, day_ + days)).toISOString().slice(0, 10)
}
