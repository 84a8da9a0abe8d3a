/** ZonedTime is a time as clocks and calendars show it in a time zone. */
interface ZonedTime {
  /** YYYY-MM-DD */
  day: string
  /** HH:MM, from 00:00 to 23:59 */
  time: string
}

const formats = new Map<string, Intl.DateTimeFormat>()

/** formatOf returns the format of a zone. Making one takes longer than using it. */
function formatOf(timeZone: string): Intl.DateTimeFormat {
  let format = formats.get(timeZone)
  if (!format) {
    format = new Intl.DateTimeFormat('en', {
      timeZone,
      calendar: 'gregory',
      numberingSystem: 'latn',
      hourCycle: 'h23',
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
      hour: 'numeric',
      minute: 'numeric',
    })
    formats.set(timeZone, format)
  }
  return format
}

/**
 * zonedTime returns the day and the time in a zone. It uses the numbers of the parts only: their order, the characters between
 * them and zeros in front differ between browsers.
 */
export function zonedTime(at: Date, zone: string): ZonedTime {
  const parts = new Map(
    formatOf(zone)
      .formatToParts(at)
      .map(({ type, value }) => [type, value]),
  )
  const digits = (type: Intl.DateTimeFormatPartTypes, length: number) => (parts.get(type) ?? '').padStart(length, '0')
  return {
    day: `${digits('year', 4)}-${digits('month', 2)}-${digits('day', 2)}`,
    time: `${digits('hour', 2)}:${digits('minute', 2)}`,
  }
}
