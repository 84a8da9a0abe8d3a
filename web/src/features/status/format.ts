const units = ['bytes', 'kB', 'MB', 'GB', 'TB']

/** formatBytes formats a size with a decimal unit: 512 bytes, 1.5 MB. */
export function formatBytes(bytes: number): string {
  let value = bytes
  let unit = 0
  while (value >= 1000 && unit < units.length - 1) {
    value /= 1000
    unit++
  }
  return `${unit > 0 && value < 100 ? value.toFixed(1) : Math.round(value)} ${units[unit]}`
}

/** formatMilliseconds formats a short duration: less than 0.1 ms, 0.4 ms, 12 ms, 1.5 s. */
export function formatMilliseconds(milliseconds: number): string {
  if (milliseconds < 0.1) return 'less than 0.1 ms'
  if (milliseconds >= 1000) return `${(milliseconds / 1000).toFixed(1)} s`
  return `${milliseconds < 10 ? milliseconds.toFixed(1) : Math.round(milliseconds)} ms`
}
