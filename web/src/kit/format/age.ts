import { number, pluralise } from './numbers'

/** formatDuration formats a duration in the largest units: 40 s, 12 min, 3 h 5 min, 2 days. */
export function formatDuration(seconds: number): string {
  if (seconds < 60) return `${seconds} s`
  const minutes = Math.floor(seconds / 60)
  if (minutes < 60) return `${minutes} min`
  const hours = Math.floor(minutes / 60)
  if (hours >= 48) return pluralise(Math.floor(hours / 24), 'day')
  return minutes % 60 ? `${number(hours)} h ${minutes % 60} min` : `${number(hours)} h`
}
