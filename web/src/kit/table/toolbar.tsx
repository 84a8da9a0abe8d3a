import { ActionIcon, Button, CloseButton, TextInput } from '@mantine/core'
import { useDebouncedCallback } from '@mantine/hooks'
import { IconFilter, IconFilterOff, IconSearch } from '@tabler/icons-react'
import { type ReactNode, Suspense, useEffect, useRef, useState } from 'react'
import { tooltip } from '../../ui/tooltip'
import { useLayer } from '../dialog/layer'
import { lazyComponent } from '../lazy'
import { arrangeFilters, useFilterRoom } from './arrange-filters'
import { ColumnChooser } from './column-chooser'
import type { Columns } from './columns'
import { FilterField, FilterValue } from './filter-field'
import type { TableControl } from './state'
import classes from './table.module.css'
import type { Filter } from './types'
import { ViewsButton } from './views-button'

const SortMenu = lazyComponent(() => import('./sort-menu').then((file) => file.SortMenu))

type Props<R> = {
  table: TableControl
  search?: string /** The search gets the focus when a dialog opens. */
  autoFocus?: boolean
  filters: readonly Filter[]
  columns: Columns<R>
  /** Rows are cards, which have no column heads to sort by. */
  cards?: boolean
  /** The export button. */
  exportButton?: ReactNode
}

/** Toolbar has one line of the same height whatever is filtered, so that the table never moves. */
export function Toolbar<R>({ table, search, autoFocus, filters, columns, cards, exportButton }: Props<R>) {
  const bar = useRef<HTMLDivElement>(null)
  const [opened, setOpened] = useState<readonly string[]>([])
  const room = useFilterRoom(bar, filters, Boolean(search))
  const { fields, chips, panel, hiddenCount } = arrangeFilters(filters, table.state.filters, room, opened)
  return (
    <div className={classes.toolbar} ref={bar}>
      {search && <SearchField table={table} placeholder={search} autoFocus={autoFocus} />}
      {fields.map((filter) => (
        <FilterField key={filter.name} filter={filter} table={table} />
      ))}
      <Chips filters={chips} table={table} />
      {panel.length > 0 && (
        <MoreFilters
          filters={panel}
          table={table}
          count={hiddenCount}
          label={fields.length > 0 ? 'More filters' : 'Filters'}
          opened={opened.length > 0}
          onChange={(open) => setOpened(open ? panel.map(({ name }) => name) : [])}
        />
      )}
      {table.filtered && (
        <ActionIcon {...tooltip('Clear filters')} aria-label="Clear filters" onClick={table.clear}>
          <IconFilterOff size={18} />
        </ActionIcon>
      )}
      <div className={classes.tools}>
        {cards && (
          <Suspense fallback={<span style={{ width: 34, height: 34 }} />}>
            <SortMenu columns={columns.all} table={table} />
          </Suspense>
        )}
        {table.spec.name && <ViewsButton name={table.spec.name} table={table} columns={columns} />}
        {exportButton}
        <ColumnChooser columns={columns} />
      </div>
    </div>
  )
}

type MoreProps = {
  filters: readonly Filter[]
  table: TableControl
  /** The number of active filters that are not visible otherwise. */
  count: number
  label: string
  opened: boolean
  onChange: (opened: boolean) => void
}

/** MoreFilters is the button that opens the other filters in a panel over the table. */
function MoreFilters({ filters, table, count, label, opened, onChange }: MoreProps) {
  const root = useRef<HTMLDivElement>(null)
  const button = useRef<HTMLButtonElement>(null)
  const name = count > 0 ? `${label} (${count})` : label
  const close = useRef(() => {})
  close.current = () => onChange(false)
  useLayer(opened, () => {
    onChange(false)
    button.current?.focus()
  })
  useEffect(() => {
    if (!opened) return
    // The lists and calendars of the fields are outside of the panel.
    const closeOutside = ({ target }: Event) =>
      target instanceof Element && !root.current?.parentElement?.contains(target) && !target.closest('[class*="-dropdown"]') && close.current()
    document.addEventListener('pointerdown', closeOutside)
    return () => document.removeEventListener('pointerdown', closeOutside)
  }, [opened])
  return (
    <div className={classes.more} ref={root}>
      <Button
        ref={button}
        variant="subtle"
        color="gray"
        c="var(--text)"
        className={classes.moreButton}
        leftSection={<IconFilter size={16} />}
        aria-label={name}
        aria-expanded={opened}
        onClick={() => onChange(!opened)}
      >
        <span className={classes.moreLabel}>{label}</span>
        {count > 0 && <span> ({count})</span>}
      </Button>
      {opened && (
        <fieldset className={classes.panel} aria-label={label}>
          {filters.map((filter) => (
            <FilterField key={filter.name} filter={filter} table={table} inPanel />
          ))}
        </fieldset>
      )}
    </div>
  )
}

/** Chips show active filters of the panel, each with a clear button. */
function Chips({ filters, table }: { filters: readonly Filter[]; table: TableControl }) {
  if (filters.length === 0) return null
  return (
    <ul className={classes.chips} aria-label="Filters">
      {filters.map((filter) => (
        <li key={filter.name} className={classes.chip}>
          <span className="truncate">
            {filter.label}:{' '}
            <b>
              <FilterValue filter={filter} value={table.state.filters[filter.name] ?? ''} />
            </b>
          </span>
          <CloseButton size="sm" aria-label={`Clear ${filter.label}`} onClick={() => table.change({ filters: { [filter.name]: '' } })} />
        </li>
      ))}
    </ul>
  )
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
