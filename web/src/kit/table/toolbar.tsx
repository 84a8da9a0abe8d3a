import { Button, CloseButton, TextInput } from '@mantine/core'
import { useDebouncedCallback } from '@mantine/hooks'
import { IconChevronDown, IconFilterOff, IconSearch } from '@tabler/icons-react'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { Select } from '../../ui/select'
import { DayInput } from '../form/day-input'
import { Lookup, Names } from '../form/picker'
import { WordInput } from '../form/suggestions'
import { dayName } from '../format/dates'
import { ColumnChooser } from './column-chooser'
import type { Columns } from './columns'
import type { TableControl } from './state'
import classes from './table.module.css'
import type { Filter } from './types'

type Props<R> = {
  table: TableControl
  search?: string /** The search gets the focus when a dialog opens. */
  first?: boolean
  filters: readonly Filter[]
  columns: Columns<R>
  /** The export button. */
  away?: ReactNode
}

export function Toolbar<R>({ table, search, first, filters, columns, away }: Props<R>) {
  const [all, setAll] = useState(false)
  const rest = filters.filter((filter) => filter.more)
  return (
    <div className={classes.toolbar}>
      {search && <SearchField table={table} placeholder={search} first={first} />}
      {filters
        .filter((filter) => !filter.more)
        .map((filter) => (
          <FilterField key={filter.name} filter={filter} table={table} />
        ))}
      {rest.length > 0 && (
        <Button
          variant="subtle"
          color="gray"
          c="var(--text)"
          rightSection={<IconChevronDown size={16} className={classes.moreArrow} />}
          aria-expanded={all}
          onClick={() => setAll(!all)}
        >
          More filters
        </Button>
      )}
      {table.filtered && (
        <Button variant="subtle" color="gray" c="var(--text)" leftSection={<IconFilterOff size={16} />} onClick={table.clear}>
          Clear filters
        </Button>
      )}
      <div className={classes.tools}>
        {away}
        <ColumnChooser columns={columns} />
      </div>
      {all ? (
        <div className={classes.moreFilters}>
          {rest.map((filter) => (
            <FilterField key={filter.name} filter={filter} table={table} />
          ))}
        </div>
      ) : (
        <Chips filters={rest} table={table} />
      )}
    </div>
  )
}

/** Chips show active filters whose fields are hidden, each with a clear button. */
function Chips({ filters, table }: { filters: readonly Filter[]; table: TableControl }) {
  const active = filters.filter((filter) => table.state.filters[filter.name])
  if (active.length === 0) return null
  return (
    <ul className={classes.chips} aria-label="Filters">
      {active.map((filter) => (
        <li key={filter.name} className={classes.chip}>
          <span className="truncate">
            {filter.label}: <b>{written(filter, table.state.filters[filter.name] ?? '')}</b>
          </span>
          <CloseButton size="sm" aria-label={`Clear ${filter.label}`} onClick={() => table.change({ filters: { [filter.name]: '' } })} />
        </li>
      ))}
    </ul>
  )
}

function written(filter: Filter, value: string) {
  if (filter.as === 'picker') return <Names from={filter.from} ids={[value]} />
  if (filter.as === 'date') return dayName(value)
  return filter.as === 'select' ? (filter.options.find((option) => option.value === value)?.label ?? value) : value
}

/** SearchField searches while typing. It replaces the URL instead of adding history entries. */
export function SearchField({ table, placeholder, first }: { table: TableControl; placeholder: string; first?: boolean }) {
  const { query } = table.state
  const [text, setText] = useState(query)
  const sent = useRef(query)
  const look = useDebouncedCallback((next: string) => {
    sent.current = next.trim()
    table.change({ query: sent.current }, { replace: true })
  }, 250)
  // The URL may be changed elsewhere (back, Clear filters). Updates caused by typing are ignored, because the field may be ahead.
  useEffect(() => {
    if (query === sent.current) return
    sent.current = query
    setText(query)
  }, [query])

  function type(next: string) {
    setText(next)
    look(next)
  }
  return (
    <TextInput
      type="search"
      data-autofocus={first}
      className={classes.search}
      aria-label={placeholder}
      placeholder={placeholder}
      leftSection={<IconSearch size={16} />}
      maxLength={200}
      value={text}
      onChange={(event) => type(event.currentTarget.value)}
      onKeyDown={(event) => event.key === 'Enter' && look.flush?.()}
      rightSection={text ? <CloseButton size="sm" aria-label="Clear search" onClick={() => type('')} /> : null}
    />
  )
}

function FilterField({ filter, table }: { filter: Filter; table: TableControl }) {
  const value = table.state.filters[filter.name] ?? ''
  const set = (next: string | null) => table.change({ filters: { [filter.name]: next ?? '' } })
  const look = { 'aria-label': filter.label, placeholder: filter.any ?? filter.label, className: classes.filter }
  const clearable = filter.initial === undefined
  if (filter.as === 'select') return <Select {...look} clearable={clearable} data={[...filter.options]} value={value || null} onChange={set} />
  if (filter.as === 'picker') {
    // `all` means no filter, but must be sent explicitly if the filter has another default.
    const chosen = (id: string | null) => set(id === 'all' && clearable ? null : id)
    return <Lookup {...look} any={filter.any} clearable={clearable} from={filter.from} value={value || null} onChange={chosen} />
  }
  if (filter.as === 'date') return <DayInput {...look} value={value || null} onChange={set} />
  if (filter.from) return <WordInput {...look} from={filter.from} value={value} onChange={set} />
  return (
    <TextInput
      {...look}
      defaultValue={value}
      key={value}
      onBlur={(event) => event.currentTarget.value !== value && set(event.currentTarget.value)}
      onKeyDown={(event) => event.key === 'Enter' && set(event.currentTarget.value)}
    />
  )
}
