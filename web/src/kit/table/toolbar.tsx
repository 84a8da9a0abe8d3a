import { Button, CloseButton, TextInput } from '@mantine/core'
import { useDebouncedCallback } from '@mantine/hooks'
import { IconChevronDown, IconFilterOff, IconSearch } from '@tabler/icons-react'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { Select } from '../../ui/select'
import { DayInput } from '../form/day-input'
import { Lookup, Lookups, Names } from '../form/picker'
import { WordInput } from '../form/suggestions'
import { formatDay } from '../format/dates'
import { ColumnChooser } from './column-chooser'
import type { Columns } from './columns'
import type { TableControl } from './state'
import classes from './table.module.css'
import type { Filter } from './types'
import { ViewsButton } from './views-button'

type Props<R> = {
  table: TableControl
  search?: string /** The search gets the focus when a dialog opens. */
  autoFocus?: boolean
  filters: readonly Filter[]
  columns: Columns<R>
  /** The export button. */
  exportButton?: ReactNode
}

export function Toolbar<R>({ table, search, autoFocus, filters, columns, exportButton }: Props<R>) {
  const [expanded, setExpanded] = useState(false)
  const moreFilters = filters.filter((filter) => filter.more)
  return (
    <div className={classes.toolbar}>
      {search && <SearchField table={table} placeholder={search} autoFocus={autoFocus} />}
      {filters
        .filter((filter) => !filter.more)
        .map((filter) => (
          <FilterField key={filter.name} filter={filter} table={table} />
        ))}
      {moreFilters.length > 0 && (
        <Button
          variant="subtle"
          color="gray"
          c="var(--text)"
          rightSection={<IconChevronDown size={16} className={classes.moreArrow} />}
          aria-expanded={expanded}
          onClick={() => setExpanded(!expanded)}
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
        {table.spec.name && <ViewsButton name={table.spec.name} table={table} columns={columns} />}
        {exportButton}
        <ColumnChooser columns={columns} />
      </div>
      {expanded ? (
        <div className={classes.moreFilters}>
          {moreFilters.map((filter) => (
            <FilterField key={filter.name} filter={filter} table={table} />
          ))}
        </div>
      ) : (
        <Chips filters={moreFilters} table={table} />
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
            {filter.label}: <b>{formatFilterValue(filter, table.state.filters[filter.name] ?? '')}</b>
          </span>
          <CloseButton size="sm" aria-label={`Clear ${filter.label}`} onClick={() => table.change({ filters: { [filter.name]: '' } })} />
        </li>
      ))}
    </ul>
  )
}

function formatFilterValue(filter: Filter, value: string) {
  if (filter.as === 'picker') return <Names from={filter.from} ids={value.split(',')} />
  if (filter.as === 'date') return formatDay(value)
  return filter.as === 'select' ? labelsOf(filter.options, value) : value
}

/** labelsOf returns the labels of options: a value may be several, separated by commas. */
function labelsOf(options: readonly { value: string; label: string }[], value: string): string {
  const labelOf = (one: string) => options.find((option) => option.value === one)?.label ?? one
  return value.split(',').map(labelOf).join(', ')
}

/** SearchField searches while typing. It replaces the URL instead of adding history entries. */
export function SearchField({ table, placeholder, autoFocus }: { table: TableControl; placeholder: string; autoFocus?: boolean }) {
  const { query } = table.state
  const [text, setText] = useState(query)
  const applied = useRef(query)
  const applySearch = useDebouncedCallback((next: string) => {
    applied.current = next.trim()
    table.change({ query: applied.current }, { replace: true })
  }, 250)
  // The URL may be changed elsewhere (back, Clear filters). Updates caused by typing are ignored, because the field may be ahead.
  useEffect(() => {
    if (query === applied.current) return
    applied.current = query
    setText(query)
  }, [query])

  function handleInput(next: string) {
    setText(next)
    applySearch(next)
  }
  return (
    <TextInput
      type="search"
      data-autofocus={autoFocus}
      className={classes.search}
      aria-label={placeholder}
      placeholder={placeholder}
      leftSection={<IconSearch size={16} />}
      maxLength={200}
      value={text}
      onChange={(event) => handleInput(event.currentTarget.value)}
      onKeyDown={(event) => event.key === 'Enter' && applySearch.flush?.()}
      rightSection={text ? <CloseButton size="sm" aria-label="Clear search" onClick={() => handleInput('')} /> : null}
    />
  )
}

function FilterField({ filter, table }: { filter: Filter; table: TableControl }) {
  const value = table.state.filters[filter.name] ?? ''
  const set = (next: string | null) => table.change({ filters: { [filter.name]: next ?? '' } })
  const look = { 'aria-label': filter.label, placeholder: filter.anyLabel ?? filter.label, className: classes.filter }
  const clearable = filter.initial === undefined
  const several = value.includes(',')
  if (filter.as === 'select') {
    const data = [...filter.options, ...(several ? [{ value, label: labelsOf(filter.options, value) }] : [])]
    return <Select {...look} clearable={clearable} data={data} value={value || null} onChange={set} />
  }
  if (filter.as === 'picker') {
    if (filter.several || several)
      return <Lookups {...look} from={filter.from} value={value ? value.split(',') : []} onChange={(ids) => set(ids.join())} />
    // `all` means no filter, but must be sent explicitly if the filter has another default.
    const choose = (id: string | null) => set(id === 'all' && clearable ? null : id)
    return <Lookup {...look} anyLabel={filter.anyLabel} clearable={clearable} from={filter.from} value={value || null} onChange={choose} />
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
