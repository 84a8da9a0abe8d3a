import { Fragment, memo, type ReactNode } from 'react'
import { RowCheckbox } from './row-checkbox'
import { RowMenu } from './row-menu'
import classes from './table.module.css'
import type { Action, Column, Row } from './types'

type Props<R extends Row> = {
  row: R
  columns: readonly Column<R>[]
  actions?: readonly Action<R>[]
  selected: boolean
  /** The row can't be selected. */
  locked?: boolean
  onSelect?: (id: number, range: boolean) => void
}

// Rows are memoised, so that selecting one does not rerender the others.
export const TableRow = memo(function TableRow<R extends Row>({ row, columns, actions, selected, locked, onSelect }: Props<R>) {
  return (
    <tr className={classes.row} data-selected={selected || undefined} data-locked={locked || undefined}>
      {onSelect && (
        <td className={classes.tick}>
          <RowCheckbox label="Select row" checked={selected} disabled={locked} onChange={(range) => onSelect(row.id, range)} />
        </td>
      )}
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
    </tr>
  )
}) as <R extends Row>(props: Props<R>) => ReactNode

export const CardRow = memo(function CardRow<R extends Row>({ row, columns, actions, selected, locked, onSelect }: Props<R>) {
  const title = columns.find((column) => column.card === 'title') ?? columns[0]
  const as = (card: Column<R>['card']) => columns.filter((column) => column !== title && column.card === card)
  const lines = as('line')
  const rest = columns.filter((column) => column !== title && (!column.card || column.card === 'bare'))
  return (
    <li className={classes.cardRow} data-selected={selected || undefined} data-locked={locked || undefined}>
      {onSelect && <RowCheckbox label="Select row" checked={selected} disabled={locked} onChange={(range) => onSelect(row.id, range)} />}
      {as('picture').map((column) => (
        <Fragment key={column.key}>{column.cell(row)}</Fragment>
      ))}
      <div className="grow">
        <div className={classes.cardTitle}>{title?.cell(row)}</div>
        {lines.map((column) => (
          <div key={column.key} className={classes.cardLine}>
            {column.cell(row)}
          </div>
        ))}
        {rest.length > 0 && (
          <div className={classes.cardLine}>
            {rest.map((column) => (
              <Fragment key={column.key}>
                <span className={classes.cardPart}>
                  {column.card !== 'bare' && <span>{column.label} </span>}
                  {column.cell(row)}
                </span>{' '}
              </Fragment>
            ))}
          </div>
        )}
      </div>
      {actions && actions.length > 0 && <RowMenu row={row} actions={actions} />}
    </li>
  )
}) as <R extends Row>(props: Props<R>) => ReactNode
