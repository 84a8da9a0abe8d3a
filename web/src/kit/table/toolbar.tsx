import { ActionIcon, Button, Checkbox, CloseButton, Popover, Select, TextInput, Tooltip } from '@mantine/core'
import { useDebouncedCallback } from '@mantine/hooks'
import { IconColumns3, IconFilterOff, IconSearch } from '@tabler/icons-react'
import { lazy, Suspense, useEffect, useRef, useState } from 'react'
import { clearButton } from '../../ui/clear-button'
import { Picker } from '../form/picker'
import type { Columns } from './columns'
import type { TableControl } from './state'
import classes from './table.module.css'
import type { Filter } from './types'

const DayInput = lazy(() => import('../form/day-input').then((file) => ({ default: file.DayInput })))

type Props<R> = { table: TableControl; search?: string; filters: readonly Filter[]; columns: Columns<R> }

export function Toolbar<R>({ table, search, filters, columns }: Props<R>) {
  return (
    <div className={classes.toolbar}>
      {search && <SearchField table={table} placeholder={search} />}
      {filters.map((filter) => (
        <FilterField key={filter.name} filter={filter} table={table} />
      ))}
      {table.filtered && (
        <Button variant="subtle" color="gray" className={classes.clear} leftSection={<IconFilterOff size={16} />} onClick={table.clear}>
          Clear
        </Button>
      )}
      <ColumnChooser columns={columns} />
    </div>
  )
}

/** SearchField looks while one types; the address follows, without filling the history with half words. */
function SearchField({ table, placeholder }: { table: TableControl; placeholder: string }) {
  const { query } = table.state
  const [text, setText] = useState(query)
  const sent = useRef(query)
  const look = useDebouncedCallback((next: string) => {
    sent.current = next.trim()
    table.change({ query: sent.current }, { replace: true })
  }, 250)
  // The address may be changed by others (back, Clear). What comes back of the own typing is older than the field: more has been typed.
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
      className={classes.search}
      aria-label={placeholder}
      placeholder={placeholder}
      leftSection={<IconSearch size={16} />}
      maxLength={200}
      value={text}
      onChange={(event) => type(event.currentTarget.value)}
      onKeyDown={(event) => event.key === 'Enter' && look.flush?.()}
      rightSection={text ? <CloseButton size="sm" aria-label="Clear the search" onClick={() => type('')} /> : null}
    />
  )
}

function FilterField({ filter, table }: { filter: Filter; table: TableControl }) {
  const value = table.state.filters[filter.name] ?? ''
  const set = (next: string | null) => table.change({ filters: { [filter.name]: next ?? '' } })
  const look = { 'aria-label': filter.label, placeholder: `${filter.label}: any`, className: classes.filter }
  if (filter.as === 'select') {
    return <Select {...look} data={[...filter.options]} value={value || null} onChange={set} clearable clearButtonProps={clearButton(filter.label)} />
  }
  if (filter.as === 'picker') {
    return <Picker {...look} from={filter.from} value={value ? Number(value) : null} onChange={(id) => set(id === null ? null : String(id))} />
  }
  if (filter.as === 'date') {
    return (
      <Suspense fallback={<TextInput {...look} readOnly />}>
        <DayInput {...look} value={value || null} onChange={set} />
      </Suspense>
    )
  }
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

function ColumnChooser<R>({ columns }: { columns: Columns<R> }) {
  const choices = columns.all.filter((column) => !column.fixed)
  if (choices.length < 2) return null
  return (
    <Popover position="bottom-end" trapFocus>
      <Popover.Target>
        <Tooltip label="Columns">
          <ActionIcon className={classes.columns} aria-label="Choose columns">
            <IconColumns3 size={18} />
          </ActionIcon>
        </Tooltip>
      </Popover.Target>
      <Popover.Dropdown aria-label="Columns">
        <div className={classes.columnList}>
          {choices.map((column) => (
            <Checkbox
              key={column.key}
              size="xs"
              label={column.label}
              checked={!columns.hidden.has(column.key)}
              onChange={() => columns.toggle(column.key)}
            />
          ))}
          <Button variant="subtle" size="xs" onClick={columns.reset}>
            As at first
          </Button>
        </div>
      </Popover.Dropdown>
    </Popover>
  )
}
