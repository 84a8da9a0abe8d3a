import { ago, dayAndSecond, dayAndTime, exactTime, formatDay, officeDay, shortDay } from './dates'

type Props = { at: string | null | undefined; as?: 'day' | 'time' | 'second' | 'ago' | 'date' }

/** Moment shows a time in the browser's time zone, with the exact time on hover. `date` is a picked date in the office time zone. */
export function Moment({ at, as = 'day' }: Props) {
  if (!at)
    return (
      <span className="dimmed" data-empty>
        —
      </span>
    )
  const text = { day: shortDay, time: dayAndTime, second: dayAndSecond, ago, date: (moment: string) => formatDay(officeDay(moment)) }[as](at)
  return (
    <time dateTime={at} title={exactTime(at)} className="dimmed numbers nowrap">
      {text}
    </time>
  )
}
