import { useMediaQuery } from '@mantine/hooks'
import { type ReactNode, Suspense, useDeferredValue, useMemo } from 'react'
import { MarkingProvider } from '../format/marked'
import { ImportButton } from '../imports/import-button'
import { lazyComponent } from '../lazy'
import { useColumns } from './columns'
import { ExportButton } from './export-button'
import { openRowsOnClick } from './open-rows'
import { watchOverflow } from './overflow'
import { Pager } from './pager'
import { EmptyRows, FailedRows, SkeletonRows } from './placeholders'
import { TableRow } from './rows'
import { type Selection, useSelection } from './selection'
import type { TableControl } from './state'
import classes from './table.module.css'
import { TableHead } from './table-head'
import { TableTabs } from './table-tabs'
import { Toolbar } from './toolbar'
import type { Action, BulkAction, Column, Empty, Filter, Row, RowsQuery, Tab } from './types'

const CardRow = lazyComponent(() => import('./card-row').then((file) => file.CardRow))
const BulkBar = lazyComponent(() => import('./bulk-bar').then((file) => file.BulkBar))

type Props<R extends Row> = {
  /** The key under which the visible columns are stored. */
  name: string
  /** The accessible name of the table. */
  label: string
  /** The path of its list, if it can be exported. */
  from?: string
  /** The user may import its records. */
  imports?: boolean
  /** The title and actions of a table that is one of several cards on a page. */
  title?: string
  header?: ReactNode
  /** Shown between the title and the rows. */
  lead?: ReactNode
  /** In a dialog the table has no border, and the search gets the focus. */
  inDialog?: boolean
  table: TableControl
  list: RowsQuery<R>
  /** The expected number of rows, so that the content below does not shift when they load. */
  expectedRows?: number
  columns: readonly Column<R>[]
  /** Rows below those of the page, such as a total. Their ids are negative. */
  footer?: readonly R[]
  tabs?: readonly Tab[]
  /** The placeholder of the search field; without it there is no search. */
  search?: string
  filters?: readonly Filter[]
  actions?: readonly Action<R>[]
  bulk?: readonly BulkAction[]
  /** Shown below the rows instead of the bulk actions, such as the buttons of a dialog that adds the selected rows. */
  choose?: (selection: Selection) => ReactNode
  /** The ids of rows that can't be selected. */
  lockedIds?: ReadonlySet<number>
  empty: Empty
}

const manyColumns = 6
const noRows: readonly never[] = []

/** DataTable is used for every list of the console: tabs, search, filters, rows, pages. Its state is kept in the URL. */
export function DataTable<R extends Row>(props: Props<R>) {
  const { table, list, name, label, actions, bulk = [], footer = noRows, empty, lockedIds } = props
  const narrow = useMediaQuery('(max-width: 767px)', undefined, { getInitialValueInEffect: false })
  const columns = useColumns(name, props.columns, table)
  // Other rows are rendered after the frame that answers the click, which shows the new order or page and dims the old rows.
  const data = useDeferredValue(list.data) ?? list.data
  const late = data !== list.data
  const rows = data?.items ?? noRows
  const choosable = useMemo(() => (lockedIds ? rows.filter((row) => !lockedIds.has(row.id)) : rows), [rows, lockedIds])
  const selection = useSelection(table, data?.meta.total ?? 0, choosable, props.choose !== undefined)
  const selectable = bulk.length > 0 || props.choose !== undefined
  const { shown } = columns
  const hasRows = rows.length > 0
  const RowComponent = narrow ? CardRow : TableRow
  const rowElements = rows.map((row) => (
    <RowComponent
      key={row.id}
      row={row}
      columns={shown}
      actions={actions}
      selected={selection.ids.has(row.id) || selection.all}
      locked={lockedIds?.has(row.id)}
      onSelect={selectable ? selection.toggle : undefined}
    />
  ))
  const footerElements = footer.map((row) => <RowComponent key={row.id} row={row} columns={shown} selected={false} />)

  const body = narrow ? (
    <ul className="list" aria-label={label}>
      {rowElements}
      {footerElements}
    </ul>
  ) : (
    <div className={classes.scroll} ref={watchOverflow}>
      <table className={classes.table} aria-label={label} data-dense={shown.length > manyColumns || undefined}>
        <TableHead columns={shown} table={table} rows={choosable} selection={selectable ? selection : undefined} menu={Boolean(actions?.length)} />
        <tbody>{rowElements}</tbody>
        {footerElements.length > 0 && <tfoot className={classes.footer}>{footerElements}</tfoot>}
      </table>
    </div>
  )
  // A card without search and filters has no toolbar.
  const noToolbar = props.title && !props.search && !props.filters?.length
  const skeleton = <SkeletonRows count={Math.min(table.state.perPage, props.expectedRows ?? 25, 25)} columns={shown.length} />
  const pager = data && (hasRows || table.state.page > 1) && (
    <Pager table={table} meta={data.meta} shown={rows.length} label={props.inDialog || table.spec.prefix ? `Pages: ${label}` : undefined} />
  )
  // Loaded rows stay if a refresh fails.
  const failed = list.isError && !list.data

  return (
    <div className={props.inDialog ? classes.flush : classes.card} aria-busy={list.isFetching || late}>
      {props.title && <TitleRow {...props} title={props.title} exports={Boolean(noToolbar)} />}
      {props.lead}
      {props.tabs && <TableTabs tabs={props.tabs} table={table} counts={data?.meta.counts} />}
      {!noToolbar && (
        <Toolbar
          table={table}
          search={props.search}
          autoFocus={props.inDialog}
          filters={props.filters ?? []}
          columns={columns}
          cards={narrow}
          label={label}
          from={props.from}
          imports={props.imports}
        />
      )}
      <MarkingProvider value={table.state.query}>
        {list.isPending ? (
          skeleton
        ) : failed ? (
          <FailedRows error={list.error} table={table} onRetry={() => void list.refetch?.()} />
        ) : hasRows || (footer.length > 0 && table.state.page === 1) ? (
          // The pages wait for the cards of a phone, which are higher than their placeholders.
          <Suspense fallback={skeleton}>
            <div className={list.isPlaceholderData || late ? 'waiting' : undefined} ref={openRowsOnClick}>
              {body}
            </div>
            {pager}
          </Suspense>
        ) : (
          <>
            <EmptyRows table={table} empty={empty} />
            {pager}
          </>
        )}
      </MarkingProvider>
      {props.choose?.(selection)}
      <Suspense>{bulk.length > 0 && selection.count > 0 && <BulkBar selection={selection} actions={bulk} meta={data?.meta} />}</Suspense>
    </div>
  )
}

type TitleRowProps = Pick<Props<Row>, 'header' | 'from' | 'imports' | 'label' | 'table'> & {
  title: string /** The import and export buttons are here, because there is no toolbar. */
  exports: boolean
}

function TitleRow({ title, header, from, imports, label, table, exports }: TitleRowProps) {
  return (
    <div className={classes.title}>
      <h2 className="heading">{title}</h2>
      <div className={classes.tools}>
        {exports && from && imports && <ImportButton from={from} label={label} />}
        {exports && from && <ExportButton from={from} label={label} params={table.params} />}
        {header}
      </div>
    </div>
  )
}
