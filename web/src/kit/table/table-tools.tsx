import { ColumnChooser } from './column-chooser'
import type { Columns } from './columns'
import { ExportButton } from './export-button'
import type { TableControl } from './state'
import { ViewsButton } from './views-button'

type Props<R> = { table: TableControl; columns: Columns<R>; label: string /** The path of the list, if it can be exported. */; from?: string }

/** TableTools are the buttons at the end of a toolbar: views, export, columns. */
export function TableTools<R>({ table, columns, label, from }: Props<R>) {
  return (
    <>
      {table.spec.name && <ViewsButton name={table.spec.name} table={table} columns={columns} />}
      {from && <ExportButton from={from} label={label} params={table.params} />}
      <ColumnChooser columns={columns} />
    </>
  )
}
