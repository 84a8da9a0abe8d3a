import { ago, dayAndTime, dayName, exactly, officeDay, shortDay } from './dates'
import classes from './moment.module.css'

type Props = { at: string | null | undefined; as?: 'day' | 'time' | 'ago' | 'date' }

/** Moment shows when something happened, in the browser's zone, and exactly under the pointer. `date`: a picked day, in the office's. */
export function Moment({ at, as = 'day' }: Props) {
  if (!at) return <span className={classes.never}>—</span>
  const text = { day: shortDay, time: dayAndTime, ago, date: (moment: string) => dayName(officeDay(moment)) }[as](at)
  return (
    <time dateTime={at} title={exactly(at)} className={classes.moment}>
      {text}
    </time>
  )
}
