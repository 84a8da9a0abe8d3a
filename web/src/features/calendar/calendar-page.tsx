import { ActionIcon, Button } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { IconChevronLeft, IconChevronRight, IconFilterOff } from '@tabler/icons-react'
import { officeDay } from '../../kit/format/dates'
import { FilterField } from '../../kit/table/filter-field'
import { useTable } from '../../kit/table/state'
import type { Filter } from '../../kit/table/types'
import { paths } from '../../paths'
import { PageLayout } from '../../ui/page-layout'
import { SegmentedControl } from '../../ui/segmented-control'
import { tooltip } from '../../ui/tooltip'
import { Agenda } from './agenda'
import classes from './calendar.module.css'
import { formatLongDay, formatMonth, lastDay, monthOf, shiftMonth } from './days'
import { eventKinds, recordKinds } from './events'
import { Month } from './month'

const optionsOf = (labels: Record<string, string>) => Object.entries(labels).map(([value, label]) => ({ value, label }))

const filters: Filter[] = [
  { name: 'library_id', label: 'Library', as: 'picker', from: 'options/libraries', several: true },
  { name: 'partner_id', label: 'Partner', as: 'picker', from: 'options/partners', several: true },
  { name: 'kind', label: 'Type', as: 'select', options: optionsOf(recordKinds), several: true },
  { name: 'type_id', label: 'Media type', as: 'picker', from: 'options/content-types', several: true },
  {
    name: 'event',
    label: 'Event',
    as: 'select',
    options: optionsOf({ publish: eventKinds.publish.label, feature: eventKinds.feature.label, expire: eventKinds.expire.label }),
    several: true,
  },
]
const names = filters.map(({ name }) => name)
const spec = { filters: [...names, 'month', 'day', 'show'] }

/** CalendarPage shows what is published, featured and expires, as a month or as an agenda. Its state is in the URL. */
export function CalendarPage() {
  const table = useTable(spec)
  const { filters: state } = table.state
  const today = officeDay(new Date())
  const day = /^\d{4}-\d\d-\d\d$/.test(state.day ?? '') ? state.day : undefined
  const month = /^\d{4}-\d\d$/.test(state.month ?? '') ? (state.month as string) : monthOf(day ?? today)
  const narrow = useMediaQuery('(max-width: 767px)', undefined, { getInitialValueInEffect: false })
  const asAgenda = narrow || day !== undefined || state.show === 'agenda'
  const params = Object.fromEntries(names.map((name) => [name, state[name] || undefined]))
  const show = (change: Record<string, string>) => table.change({ filters: { month: '', day: '', ...change } })
  const goTo = (next: string) => show({ month: next === monthOf(today) ? '' : next })
  const dayPath = (one: string) => paths.calendar({ ...state, month: undefined, day: one })
  const from = day ?? (month === monthOf(today) ? today : `${month}-01`)
  return (
    <PageLayout title="Calendar" about="When content and collections are published, featured and expire">
      <div className={classes.bar}>
        <div className="row gap-4">
          <ActionIcon {...tooltip('Previous month')} aria-label="Previous month" onClick={() => goTo(shiftMonth(month, -1))}>
            <IconChevronLeft size={18} />
          </ActionIcon>
          <ActionIcon {...tooltip('Next month')} aria-label="Next month" onClick={() => goTo(shiftMonth(month, 1))}>
            <IconChevronRight size={18} />
          </ActionIcon>
          <Button variant="default" size="compact-sm" onClick={() => show({})}>
            Today
          </Button>
          <h2 className={classes.heading} aria-live="polite">
            {day ? formatLongDay(day) : formatMonth(month)}
          </h2>
        </div>
        {!narrow && (
          <SegmentedControl
            aria-label="View"
            data={optionsOf({ month: 'Month', agenda: 'Agenda' })}
            value={asAgenda ? 'agenda' : 'month'}
            onChange={(show) => table.change({ filters: { day: '', month: day ? monthOf(day) : month, show: show === 'agenda' ? show : '' } })}
          />
        )}
        <div className={classes.filters}>
          {filters.map((filter) => (
            <FilterField key={filter.name} filter={filter} table={table} />
          ))}
          {names.some((name) => state[name]) && (
            <ActionIcon
              {...tooltip('Clear filters')}
              aria-label="Clear filters"
              onClick={() => table.change({ filters: Object.fromEntries(names.map((name) => [name, ''])) })}
            >
              <IconFilterOff size={18} />
            </ActionIcon>
          )}
        </div>
      </div>
      {asAgenda ? (
        <Agenda key={from} from={from} to={day ?? lastDay(month)} params={params} />
      ) : (
        <>
          <Month month={month} params={params} dayPath={dayPath} />
          <div className={classes.hint}>
            <span className="row gap-12">
              {Object.entries(eventKinds).map(([event, { label, icon: Icon }]) => (
                <span key={event} className={classes.event} data-event={event}>
                  <Icon size={13} aria-hidden />
                  {label}
                </span>
              ))}
            </span>
            <span>Drag an entry to another day, or focus it and press Alt with an arrow key.</span>
          </div>
        </>
      )}
    </PageLayout>
  )
}
