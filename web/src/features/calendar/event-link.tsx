import type { KeyboardEvent } from 'react'
import type { ScheduledEvent } from '../../kit/api/schema.gen'
import { officeDay } from '../../kit/format/dates'
import { RouteLink } from '../../kit/route-link'
import classes from './calendar.module.css'
import { formatLongDay, officeTime } from './days'
import { eventKinds, pathOf } from './events'

type Props = {
  event: ScheduledEvent
  movable: boolean
  /** Moves it by some days. */
  onMove: (days: number) => void
  onDrag: (event: ScheduledEvent | null) => void
}

const arrows: Record<string, number> = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -7, ArrowDown: 7 }

/** EventLink is an event in the month. It is dragged to another day, or moved with Alt and an arrow key; a click opens its record. */
export function EventLink({ event, movable, onMove, onDrag }: Props) {
  const { icon: Icon, verb } = eventKinds[event.event]
  const handleKey = (key: KeyboardEvent) => {
    const days = arrows[key.key]
    if (!movable || !key.altKey || days === undefined) return
    key.preventDefault()
    onMove(days)
  }
  return (
    <RouteLink
      to={pathOf(event)}
      className={classes.event}
      data-event={event.event}
      data-past={new Date(event.at) <= new Date() || undefined}
      draggable={movable}
      title={`${officeTime(event.at)} ${event.name}`}
      aria-label={`${event.name} ${verb} on ${formatLongDay(officeDay(event.at))}, ${officeTime(event.at)}`}
      aria-keyshortcuts={movable ? 'Alt+ArrowLeft Alt+ArrowRight Alt+ArrowUp Alt+ArrowDown' : undefined}
      onKeyDown={handleKey}
      onDragStart={(drag) => {
        drag.dataTransfer.effectAllowed = 'move'
        drag.dataTransfer.setData('text/plain', event.name)
        onDrag(event)
      }}
      onDragEnd={() => onDrag(null)}
    >
      <Icon size={13} aria-hidden />
      <span className="truncate">{event.name}</span>
    </RouteLink>
  )
}
