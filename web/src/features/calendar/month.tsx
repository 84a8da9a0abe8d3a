import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { admin, type Params } from '../../kit/api/admin'
import type { Calendar, EventDay, ScheduledEvent } from '../../kit/api/schema.gen'
import { addDays, officeDay } from '../../kit/format/dates'
import { total } from '../../kit/format/numbers'
import { RouteLink } from '../../kit/route-link'
import classes from './calendar.module.css'
import { formatLongDay, formatMonth, monthOf, weeksOf } from './days'
import { EventLink } from './event-link'
import { keyOf, useMayMove } from './events'
import { useMove } from './use-move'

const weekdays = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday']

type Props = { month: string; params: Params /** The URL of the agenda of a day. */; dayPath: (day: string) => string }

/** Month shows the weeks of a month with the first events of each day. */
export function Month({ month, params, dayPath }: Props) {
  const weeks = weeksOf(month)
  const query = { ...params, from: weeks[0]?.[0], to: weeks.at(-1)?.[6] }
  const { data, isFetching } = useQuery({
    queryKey: ['calendar', 'month', query],
    queryFn: ({ signal }) => admin.get<Calendar>('calendar', query, signal),
    placeholderData: keepPreviousData,
  })
  const days = new Map(data?.items.map((day) => [day.day, day]))
  const grid = useRef<HTMLTableElement>(null)
  const [dragged, setDragged] = useState<ScheduledEvent | null>(null)
  const move = useMove()
  /** The selector of an event that is being moved, on its new day. */
  const moved = useRef('')
  const moveTo = async (event: ScheduledEvent, day: string) => {
    if (day === officeDay(event.at)) return
    moved.current = `[data-day="${day}"] [data-key="${keyOf(event)}"] a`
    if (!(await move(event, day))) moved.current = ''
  }
  // The event is in another cell now, and keeps the focus.
  // biome-ignore lint/correctness/useExhaustiveDependencies: when the days have been loaded again
  useEffect(() => {
    const link = moved.current && grid.current?.querySelector<HTMLElement>(moved.current)
    if (!link) return
    link.focus()
    moved.current = ''
  }, [data])
  return (
    <table className={classes.month} aria-label={formatMonth(month)} aria-busy={!data && isFetching} ref={grid}>
      <thead>
        <tr>
          {weekdays.map((name) => (
            <th key={name} scope="col" abbr={name}>
              {name.slice(0, 3)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {weeks.map((week) => (
          <tr key={week[0]}>
            {week.map((day) => (
              <DayCell key={day} {...{ day, month, dragged, setDragged, moveTo }} data={days.get(day)} path={dayPath(day)} />
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

type DayProps = {
  day: string
  month: string
  data?: EventDay
  path: string
  dragged: ScheduledEvent | null
  setDragged: (event: ScheduledEvent | null) => void
  moveTo: (event: ScheduledEvent, day: string) => void
}

function DayCell({ day, month, data, path, dragged, setDragged, moveTo }: DayProps) {
  const [over, setOver] = useState(false)
  const mayMove = useMayMove()
  const today = officeDay(new Date())
  const accepts = dragged !== null && day >= today
  const events = data?.events ?? []
  const others = { total: (data?.total ?? 0) - events.length, total_is_capped: data?.total_is_capped ?? false }
  return (
    <td
      data-day={day}
      data-other-month={monthOf(day) !== month || undefined}
      data-over={(over && accepts) || undefined}
      onDragOver={(drag) => {
        if (!accepts) return
        drag.preventDefault()
        setOver(true)
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(drop) => {
        drop.preventDefault()
        setOver(false)
        if (dragged) moveTo(dragged, day)
      }}
    >
      <RouteLink to={path} className={classes.day} aria-label={formatLongDay(day)} aria-current={day === today ? 'date' : undefined}>
        {Number(day.slice(8))}
      </RouteLink>
      {events.length > 0 && (
        <ul className={classes.events}>
          {events.map((event) => (
            <li key={keyOf(event)} data-key={keyOf(event)}>
              <EventLink event={event} movable={mayMove(event)} onMove={(by) => moveTo(event, addDays(day, by))} onDrag={setDragged} />
            </li>
          ))}
        </ul>
      )}
      {others.total > 0 && (
        <RouteLink to={path} className={classes.others} aria-label={`${total(others)} more on ${formatLongDay(day)}`}>
          {total(others)} more
        </RouteLink>
      )}
    </td>
  )
}
