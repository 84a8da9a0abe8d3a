import { memo, type ReactNode } from 'react'
import { RowCheckbox } from './row-checkbox'
import { RowMenu } from './row-menu'
import classes from './table.module.css'
import type { Action, Column, Row } from './types'

export type RowProps<R extends Row> = {
  row: R
  columns: readonly Column<R>[]
  actions?: readonly Action<R>[]
  selected: boolean
  /** The row can't be selected. */
  locked?: boolean
  onSelect?: (id: number, range: boolean) => void
}

// Rows are memoised, so that selecting one does not rerender the others.
export const TableRow = memo(function TableRow<R extends Row>({ row, columns, actions, selected, locked, onSelect }: RowProps<R>) {
  return (
    <tr className={classes.row} data-selected={selected || undefined} data-locked={locked || undefined}>
      {onSelect && (
        <td className={classes.tick}>
          <RowCheckbox label="Select row" checked={selected} disabled={locked} onChange={(range) => onSelect(row.id, range)} />
        </td>
      )}
      <Cells row={row} columns={columns} actions={actions} />
    </tr>
  )
}) as <R extends Row>(props: RowProps<R>) => ReactNode

// The cells do not depend on the selection: selecting 100 rows rerenders 100 checkboxes.
const Cells = memo(function Cells<R extends Row>({ row, columns, actions }: Pick<RowProps<R>, 'row' | 'columns' | 'actions'>) {
  return (
    <>
      {columns.map((column) => (
        <td key={column.key} data-align={column.align} data-kept={column.width ? true : undefined}>
          {column.cell(row)}
        </td>
      ))}
      {actions && actions.length > 0 && (
        <td className={classes.menu}>
          <RowMenu row={row} actions={actions} />
        </td>
      )}
    </>
  )
}) as <R extends Row>(props: Pick<RowProps<R>, 'row' | 'columns' | 'actions'>) => ReactNode
