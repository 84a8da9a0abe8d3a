import { Fragment, memo, type ReactNode } from 'react'
import classes from './card-row.module.css'
import { RowCheckbox } from './row-checkbox'
import { RowMenu } from './row-menu'
import type { RowProps } from './rows'
import type { Column, Row } from './types'

/** CardRow is a row on a phone. It is loaded there only. */
export const CardRow = memo(function CardRow<R extends Row>({ row, columns, actions, selected, locked, onSelect }: RowProps<R>) {
  const title = columns.find((column) => column.card === 'title') ?? columns[0]
  const as = (card: Column<R>['card']) => columns.filter((column) => column !== title && column.card === card)
  const lines = as('line')
  const rest = columns.filter((column) => column !== title && (!column.card || column.card === 'bare'))
  return (
    <li className={classes.row} data-selected={selected || undefined} data-locked={locked || undefined}>
      {onSelect && <RowCheckbox label="Select row" checked={selected} disabled={locked} onChange={(range) => onSelect(row.id, range)} />}
      {as('picture').map((column) => (
        <Fragment key={column.key}>{column.cell(row)}</Fragment>
      ))}
      <div className="grow">
        <div className={classes.title}>{title?.cell(row)}</div>
        {lines.map((column) => (
          <div key={column.key} className={classes.line}>
            {column.cell(row)}
          </div>
        ))}
        {rest.length > 0 && (
          <div className={classes.line}>
            {rest.map((column) => (
              <Fragment key={column.key}>
                <span className={classes.part}>
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
}) as <R extends Row>(props: RowProps<R>) => ReactNode
