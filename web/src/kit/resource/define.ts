import type { Icon } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import type { InputOf, ListPath, Params, ParamsOf, RowOf, SortOf } from '../api/lists'
import type { FormFieldOf } from '../form/declared'
import type { Filter, Tab } from '../table/types'

/** ColumnOf declares a column: a field of the record shown by its kind, or a custom cell. */
export type ColumnOf<P extends ListPath> = {
  field: keyof RowOf<P> & string
  label: string
  as?: 'text' | 'number' | 'day' | 'date' | 'tick'
  cell?: (row: RowOf<P>) => ReactNode
  /** Another field to sort by, or false if the column is not sortable. */
  sort?: Extract<SortOf<P>, string> | false
  /** A click on the cell opens the edit form, or the page at this URL. */
  opens?: true | ((row: RowOf<P>) => string)
  /** The list of what a number counts. */
  counts?: (row: RowOf<P>) => string
  extra?: true | 'narrow'
  /** A short label for the column head. */
  short?: string
  width?: string
  /** The minimum width; narrower tables scroll sideways. */
  minWidth?: number
  card?: 'title' | 'picture' | 'line' | 'none' | 'bare'
}

/** FormValuesOf are the values of an entity's form: in contrast to what is sent, a required record may not be chosen yet. */
export type FormValuesOf<P extends ListPath> = {
  [K in keyof InputOf<P>]: InputOf<P>[K] | ([NonNullable<InputOf<P>[K]>] extends [number] ? null : never)
}

export type Resource<P extends ListPath> = {
  path: P
  /** The singular and plural name: Publisher, Publishers. */
  one: string
  many: string
  /** What the log calls one, if it differs from the singular name. */
  kind?: string
  /** The heading of the screen, if it differs from the plural name. */
  title?: string
  about?: string
  /** The label of the button that adds a record, if it differs from "New publisher". */
  addLabel?: string
  icon?: Icon
  /** The name of a row. */
  name: (row: RowOf<P>) => string
  sort: SortOf<P>
  search?: string
  tabs?: { param: keyof ParamsOf<P> & string; list: readonly Tab[] }
  filters?: readonly (Filter & { name: keyof ParamsOf<P> & string })[]
  /** The prefix of its URL parameters, if a page has several tables: `redirects.`. */
  prefix?: string
  /** Parameters that are always sent, for example to list the records of one parent. */
  fixed?: Partial<ParamsOf<P>> & Params
  /** Another path that shows the number of these records, and is reloaded after a change. */
  alsoReload?: string
  columns: readonly ColumnOf<P>[]
  /** The fields of the form. `named` is the field of the record with the names of chosen records. */
  form: readonly FormFieldOf<FormValuesOf<P>, RowOf<P>>[]
  initial: FormValuesOf<P>
  /** The notice after a change, with {name} and {done}: "Publisher **{name}** successfully {done}". */
  notice?: string
  done?: { created: string; updated: string; deleted: string }
  /** The question before a delete, with {name}. */
  deleteQuestion?: string
  /** Only admins can change these records. */
  admins?: true
  /** Records can be merged, and the server looks for duplicates. */
  merges?: true
  /** Files can't change these records. */
  noImport?: true
  /** Whether a row can be edited; by default all can. */
  editable?: (row: RowOf<P>) => boolean
  /** Whether a row can be deleted; by default all can. */
  removable?: (row: RowOf<P>) => boolean
  /** Records up to this id are built in and can't be deleted. */
  builtIn?: number
  /** Rows can be reordered: how a row is rendered in the dialog, and the notice afterwards. */
  reorder?: { renderItem: (row: RowOf<P>) => ReactNode; notice: string }
  /** A warning about further consequences of a delete. */
  deleteWarning?: (row: RowOf<P>) => string | undefined
}

/** defineResource declares an entity. Its names are checked against the types of the API. */
export function defineResource<const P extends ListPath>(path: P, definition: Omit<Resource<P>, 'path'>): Resource<P> {
  return { path, ...definition }
}

/** withParentIds returns a nested entity with the ids of its parents in the path. */
export function withParentIds<P extends ListPath>(resource: Resource<P>, ids: Record<string, number>): Resource<P> {
  return { ...resource, path: resource.path.replace(/\{(\w+)\}/g, (_, name: string) => String(ids[name])) as P }
}

export const addLabelOf = ({ one, addLabel }: { one: string; addLabel?: string }) => addLabel ?? `New ${one.toLowerCase()}`
