import type { Icon } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import type { InputOf, ListPath, Params, ParamsOf, RowOf, SortOf } from '../api/lists'
import type { FormFieldOf } from '../form/declared'
import type { Filter, Tab } from '../table/types'

/** ColumnOf declares a column: a field of the record, shown by its kind, or a cell written by hand. */
export type ColumnOf<P extends ListPath> = {
  field: keyof RowOf<P> & string
  label: string
  as?: 'text' | 'number' | 'day' | 'date' | 'tick'
  cell?: (row: RowOf<P>) => ReactNode
  /** Sorted by another field than the shown one, or not at all. */
  sort?: Extract<SortOf<P>, string> | false
  /** A press on the cell opens the edit form, or the page at that address. */
  opens?: true | ((row: RowOf<P>) => string)
  extra?: boolean
  /** What the head says where the label is too long for the column. */
  short?: string
  width?: string
  /** Where the table gets narrower than that, it is pushed sideways. */
  least?: number
  card?: 'title' | 'line' | 'none' | 'bare'
}

/** FormValuesOf are the values of an entity's form: in contrast to what is sent, a required record may not be chosen yet. */
export type FormValuesOf<P extends ListPath> = {
  [K in keyof InputOf<P>]: InputOf<P>[K] | ([NonNullable<InputOf<P>[K]>] extends [number] ? null : never)
}

export type Resource<P extends ListPath> = {
  path: P
  /** The word staff use, for one and for several: Publisher, Publishers. */
  one: string
  many: string
  /** What the screen is headed, where it is not the word for several. */
  title?: string
  about?: string
  /** What the button for a new one says, where it is not "New publisher". */
  fresh?: string
  icon?: Icon
  /** What a row is called. */
  name: (row: RowOf<P>) => string
  sort: SortOf<P>
  search?: string
  tabs?: { param: keyof ParamsOf<P> & string; list: readonly Tab[] }
  filters?: readonly (Filter & { name: keyof ParamsOf<P> & string })[]
  /** What its words in the address begin with, where its table is one of several on a page: `redirects.`. */
  prefix?: string
  /** What the list is narrowed to at all times: the records of one other. */
  fixed?: Partial<ParamsOf<P>> & Params
  /** Where these records are counted without standing below it in the address: it is read again after a write. */
  counted?: string
  columns: readonly ColumnOf<P>[]
  /** The form's fields. Where a record names what is chosen in another field, `named` says which. */
  form: readonly FormFieldOf<FormValuesOf<P>, RowOf<P>>[]
  initial: FormValuesOf<P>
  /** The notice after a write, with {name} and {done}: "Publisher **{name}** successfully {done}". */
  says?: string
  done?: { created: string; updated: string; deleted: string }
  /** The question before a delete, with {name}. */
  asks?: string
  /** Only admins change these records. Editors read them, and are offered nothing else. */
  admins?: true
  /** Whether a delete is offered for a row; it is for all where nothing is said. */
  removable?: (row: RowOf<P>) => boolean
  /** Rows have places that staff arrange; how one looks while it is moved, and the notice afterwards. */
  reorder?: { draw: (row: RowOf<P>) => ReactNode; says: string }
  /** What a delete does beyond the row itself. */
  warns?: (row: RowOf<P>) => string | undefined
}

/** defineResource declares a plain entity. What it names is checked against the API's own description. */
export function defineResource<const P extends ListPath>(path: P, definition: Omit<Resource<P>, 'path'>): Resource<P> {
  return { path, ...definition }
}

/** below is a nested entity under its parents: the ids take their places in the address. */
export function below<P extends ListPath>(resource: Resource<P>, ids: Record<string, number>): Resource<P> {
  return { ...resource, path: resource.path.replace(/\{(\w+)\}/g, (_, name: string) => String(ids[name])) as P }
}

export const newWord = ({ one, fresh }: { one: string; fresh?: string }) => fresh ?? `New ${one.toLowerCase()}`
