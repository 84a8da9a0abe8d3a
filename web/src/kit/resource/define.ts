import type { Icon } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import type { ChoicePath, InputOf, ListPath, Params, ParamsOf, RowOf, SortOf } from '../api/lists'
import type { Named } from '../form/fields'
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

type FieldBase<I> = {
  label: string
  description?: string | ((values: I) => string)
  placeholder?: string
  /** The field is there while this is so. What was typed into it is not sent when it is gone. */
  when?: (values: I) => boolean
}

/** FormFieldOf declares a field of the form. Its name must be one the server takes, and of that kind. */
export type FormFieldOf<I, R = object> = FieldBase<I> &
  (
    | { field: Named<I, string>; as: 'text' | 'textarea' | 'code' | 'markdown' | 'icon' | 'email' | 'url' }
    | { field: Named<I, string>; as: 'slug'; from: Named<I, string>; quiet?: true }
    | { field: Named<I, number>; as: 'number' }
    | { field: Named<I, boolean>; as: 'switch' }
    | { field: Named<I, string>; as: 'select'; options: readonly { value: string; label: string }[] }
    | { field: Named<I, string>; as: 'date' }
    | { field: Named<I, string[]>; as: 'tags' }
    | { field: Named<I, number>; as: 'picker'; from: ChoicePath; named?: keyof R & string }
    | { field: Named<I, number[]>; as: 'pickers'; from: ChoicePath; named?: keyof R & string }
    | { field: keyof I & string; as: 'image' }
  )

/** InitialOf is a form before anyone filled it: a record that must be chosen is not chosen yet. */
type InitialOf<I> = { [K in keyof I]: I[K] | ([NonNullable<I[K]>] extends [number] ? null : never) }

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
  form: readonly FormFieldOf<InputOf<P>, RowOf<P>>[]
  initial: InitialOf<InputOf<P>>
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
