import { ImportButton } from '../imports/import-button'
import { ColumnChooser } from './column-chooser'
import type { Columns } from './columns'
import { ExportButton } from './export-button'
import type { TableControl } from './state'
import { ViewsButton } from './views-button'

type Props<R> = {
  table: TableControl
  columns: Columns<R>
  label: string
  /** The path of the list, if it can be exported. */
  from?: string
  /** The user may import its records. */
  imports?: boolean
}

/** TableTools are the buttons at the end of a toolbar: views, import, export, columns. */
export function TableTools<R>({ table, columns, label, from, imports }: Props<R>) {
  return (
    <>
      {table.spec.name && <ViewsButton name={table.spec.name} table={table} columns={columns} />}
      {from && imports && <ImportButton from={from} label={label} />}
      {from && <ExportButton from={from} label={label} params={table.params} />}
      <ColumnChooser columns={columns} />
    </>
  )
}
