import { IconArrowDown, IconArrowsSort, IconArrowUp } from '@tabler/icons-react'
import { RowCheckbox } from './row-checkbox'
import type { Selection } from './selection'
import type { TableControl } from './state'
import classes from './table.module.css'
import type { Column, Row } from './types'

type Props<R> = { columns: readonly Column<R>[]; table: TableControl; rows: readonly Row[]; selection?: Selection; menu: boolean }

export function TableHead<R>({ columns, table, rows, selection, menu }: Props<R>) {
  const selectedCount = selection ? rows.filter((row) => selection.ids.has(row.id)).length : 0
  return (
    <thead>
      <tr>
        {selection && (
          <th className={classes.tick}>
            <RowCheckbox
              label="Select this page"
              checked={selection.all || (selectedCount > 0 && selectedCount === rows.length)}
              indeterminate={!selection.all && selectedCount > 0 && selectedCount < rows.length}
              onChange={() => selection.togglePage(rows)}
            />
          </th>
        )}
        {columns.map((column) => (
          <HeadCell key={column.key} column={column} table={table} />
        ))}
        {menu && (
          <th className={classes.menu}>
            <span className="visually-hidden">Actions</span>
          </th>
        )}
      </tr>
    </thead>
  )
}

/** orderOf returns the direction in which a table is sorted by a column. */
export function orderOf<R>({ sort }: Column<R>, { state }: TableControl) {
  return sort && state.sort === sort ? 'ascending' : sort && state.sort === `-${sort}` ? 'descending' : undefined
}

/** nextSort returns the order after a click on a column: its natural one, or else the opposite of the current one. */
export function nextSort<R>(column: Column<R>, table: TableControl): string {
  const order = orderOf(column, table)
  return (order ? order === 'ascending' : column.descendingFirst) ? `-${column.sort}` : `${column.sort}`
}

function HeadCell<R>({ column, table }: { column: Column<R>; table: TableControl }) {
  const order = orderOf(column, table)
  const style = column.width ? { width: column.width, minWidth: column.minWidth } : undefined
  if (!column.sort) {
    return (
      <th data-align={column.align} style={style} scope="col">
        <HeadLabel column={column} />
      </th>
    )
  }
  const Arrow = order === 'ascending' ? IconArrowUp : order === 'descending' ? IconArrowDown : IconArrowsSort
  return (
    <th data-align={column.align} style={style} aria-sort={order} scope="col">
      <button
        type="button"
        className={classes.sort}
        data-on={order ? true : undefined}
        onClick={() => table.change({ sort: nextSort(column, table) })}
      >
        <HeadLabel column={column} />
        <Arrow size={14} aria-hidden />
      </button>
    </th>
  )
}

function HeadLabel<R>({ column: { label, short } }: { column: Column<R> }) {
  if (!short) return label
  return (
    <>
      <span aria-hidden title={label}>
        {short}
      </span>
      <span className="visually-hidden">{label}</span>
    </>
  )
}
