import { ActionIcon, Button, CloseButton, TextInput } from '@mantine/core'
import { useDebouncedCallback } from '@mantine/hooks'
import { IconFilter, IconFilterOff, IconSearch } from '@tabler/icons-react'
import { Suspense, useCallback, useEffect, useRef, useState } from 'react'
import { tooltip } from '../../ui/tooltip'
import { lazyComponent } from '../lazy'
import { preload } from '../preload'
import { arrangeFilters, useFilterRoom } from './arrange-filters'
import type { Columns } from './columns'
import { FilterField, FilterValue } from './filter-field'
import type { TableControl } from './state'
import classes from './table.module.css'
import { TableTools } from './table-tools'
import type { Filter } from './types'

const loadPanel = () => import('./filter-panel').then((file) => file.FilterPanel)
const FilterPanel = lazyComponent(loadPanel)
const SortMenu = lazyComponent(() => import('./sort-menu').then((file) => file.SortMenu))

type Props<R> = {
  table: TableControl
  search?: string /** The search gets the focus when a dialog opens. */
  autoFocus?: boolean
  filters: readonly Filter[]
  columns: Columns<R>
  /** Rows are cards, which have no column heads to sort by. */
  cards?: boolean
  label: string
  /** The path of the list, if it can be exported. */
  from?: string
  /** The user may import its records. */
  imports?: boolean
}

/** Toolbar has one line of the same height whatever is filtered, so that the table never moves. */
export function Toolbar<R>({ table, search, autoFocus, filters, columns, cards, label, from, imports }: Props<R>) {
  const bar = useRef<HTMLDivElement>(null)
  const [opened, setOpened] = useState<readonly string[]>([])
  const room = useFilterRoom(bar, filters, Boolean(search))
  const button = useRef<HTMLButtonElement>(null)
  const { fields, chips, panel, hiddenCount } = arrangeFilters(filters, table.state.filters, room, opened)
  const moreLabel = fields.length > 0 ? 'More filters' : 'Filters'
  const closePanel = useCallback((byKey?: boolean) => {
    setOpened([])
    if (byKey) button.current?.focus()
  }, [])
  return (
    <div className={classes.toolbar} ref={bar}>
      {search && <SearchField table={table} placeholder={search} autoFocus={autoFocus} />}
      {fields.map((filter) => (
        <FilterField key={filter.name} filter={filter} table={table} />
      ))}
      <Chips filters={chips} table={table} />
      {panel.length > 0 && (
        <div className={classes.more}>
          <Button
            ref={button}
            variant="subtle"
            color="gray"
            c="var(--text)"
            className={classes.moreButton}
            leftSection={<IconFilter size={16} />}
            aria-label={hiddenCount > 0 ? `${moreLabel} (${hiddenCount})` : moreLabel}
            aria-expanded={opened.length > 0}
            onPointerEnter={() => preload(loadPanel)}
            onClick={() => setOpened(opened.length > 0 ? [] : panel.map(({ name }) => name))}
          >
            <span className={classes.moreLabel}>{moreLabel}</span>
            {hiddenCount > 0 && <span> ({hiddenCount})</span>}
          </Button>
          <Suspense>{opened.length > 0 && <FilterPanel label={moreLabel} filters={panel} table={table} onClose={closePanel} />}</Suspense>
        </div>
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
        <TableTools table={table} columns={columns} label={label} from={from} imports={imports} />
      </div>
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
