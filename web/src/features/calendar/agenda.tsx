import { ActionIcon, Button } from '@mantine/core'
import { IconCalendarEvent, IconCalendarTime } from '@tabler/icons-react'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Suspense, useState } from 'react'
import { admin, type Params } from '../../kit/api/admin'
import type { Agenda as Events, ScheduledEvent } from '../../kit/api/schema.gen'
import { officeDay } from '../../kit/format/dates'
import { lazyComponent } from '../../kit/lazy'
import { RouteLink } from '../../kit/route-link'
import { Badge } from '../../ui/badge'
import { Message } from '../../ui/message'
import { tooltip } from '../../ui/tooltip'
import classes from './calendar.module.css'
import { formatLongDay, officeTime } from './days'
import { eventKinds, keyOf, pathOf, recordKinds, useMayMove } from './events'

const MoveDialog = lazyComponent(() => import('./move-dialog').then((file) => file.MoveDialog))

const tones = { publish: 'good', feature: 'info', expire: 'warning' } as const

/** Agenda lists the events of a period by day. */
export function Agenda({ from, to, params }: { from: string; to: string; params: Params }) {
  const query = { ...params, from, to }
  const [moving, setMoving] = useState<ScheduledEvent | null>(null)
  const { data, isPending, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery({
    queryKey: ['calendar', 'agenda', query],
    queryFn: ({ signal, pageParam }) => admin.get<Events>('calendar/events', { ...query, after: pageParam || undefined }, signal),
    initialPageParam: '',
    getNextPageParam: ({ next }) => next || undefined,
  })
  const days = byDay(data?.pages.flatMap(({ items }) => items) ?? [])
  if (!isPending && days.size === 0)
    return <Message icon={IconCalendarEvent} title="Nothing planned" text="Nothing is published, featured or expires in this period." />
  return (
    <div className={classes.agenda} aria-busy={isPending}>
      {[...days].map(([day, events]) => (
        <section key={day} aria-label={formatLongDay(day)}>
          <h2>{formatLongDay(day)}</h2>
          <ul>
            {events.map((event) => (
              <AgendaRow key={keyOf(event)} event={event} onMove={() => setMoving(event)} />
            ))}
          </ul>
        </section>
      ))}
      {hasNextPage && (
        <Button variant="default" loading={isFetchingNextPage} onClick={() => fetchNextPage()}>
          Show more
        </Button>
      )}
      <Suspense>{moving && <MoveDialog event={moving} onClose={() => setMoving(null)} />}</Suspense>
    </div>
  )
}

function byDay(events: ScheduledEvent[]): Map<string, ScheduledEvent[]> {
  const days = new Map<string, ScheduledEvent[]>()
  for (const event of events) days.set(officeDay(event.at), [...(days.get(officeDay(event.at)) ?? []), event])
  return days
}

function AgendaRow({ event, onMove }: { event: ScheduledEvent; onMove: () => void }) {
  const mayMove = useMayMove()
  return (
    <li className={classes.agendaRow}>
      <time dateTime={event.at}>{officeTime(event.at)}</time>
      <Badge tone={tones[event.event]}>{eventKinds[event.event].label}</Badge>
      <RouteLink to={pathOf(event)} className={classes.name}>
        {event.name}
      </RouteLink>
      <span className={classes.kind}>{recordKinds[event.kind]}</span>
      {mayMove(event) && (
        <ActionIcon {...tooltip('Move to another day')} aria-label={`Move ${event.name} to another day`} onClick={onMove}>
          <IconCalendarTime size={18} />
        </ActionIcon>
      )}
    </li>
  )
}
