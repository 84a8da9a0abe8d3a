import type { Icon } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import type { Page, Params } from '../api/lists'

export type Row = { id: number }

/** RowsQuery is what a table needs to know of the query that reads its rows. */
export type RowsQuery<R> = {
  data: Page<R> | undefined
  error?: Error | null
  isPending: boolean
  isError: boolean
  isFetching: boolean
  isPlaceholderData: boolean
  refetch?: () => unknown
}

export type Column<R> = {
  key: string
  label: string
  /** What the head says where the label is too long for the column; the label is under the pointer. */
  short?: string
  /** The field the server sorts by when the head is pressed. */
  sort?: string
  /** The first press sorts downwards: numbers and moments. */
  down?: boolean
  align?: 'end'
  width?: string
  /** Where the table gets narrower than that, it is pushed sideways. */
  least?: number
  cell: (row: R) => ReactNode
  /** On a phone: the card's title, a line of its own, or not shown. Otherwise a word of the last line, bare or behind the label. */
  card?: 'title' | 'line' | 'none' | 'bare'
  /** Can't be hidden: the row's name. */
  fixed?: boolean
  /** Hidden until chosen. */
  extra?: boolean
}

/** Action is one thing that can be done with a row: in its menu, or over a page's head. */
export type Action<R> = {
  label: string
  icon?: Icon
  danger?: boolean
  show?: (row: R) => boolean
} & ({ run: (row: R) => void } | { /** The address that is opened in another tab. */ href: (row: R) => string })

/** Selected is what a bulk action works on: these rows, or all that the list's parameters match. */
export type Selected = { ids: number[]; count: number } | { filter: Params; count: number }

export type BulkAction = {
  label: string
  icon?: Icon
  danger?: boolean
  /** The server can take "all that match" as well as single rows. */
  all?: boolean
  /** Resolves to whether it was done: then nothing is selected any more. */
  run: (selected: Selected) => Promise<boolean>
}

export type Tab = { value: string; label: string }

/** Filter narrows the rows. Of many, those that are used less stand behind a button: `more`. */
export type Filter = {
  name: string
  label: string
  more?: boolean
  /** The placeholder while nothing is chosen: the label, unless given. */
  any?: string
  /** What is chosen at first. Everything is then a choice of its own: the word `all`. */
  initial?: string
} & (
  | { as: 'select'; options: readonly { value: string; label: string }[] }
  | { as: 'picker'; from: string }
  | { as: 'date' }
  | { as: 'text' /** The list whose names are suggested. */; from?: string }
)

export type Empty = { icon?: Icon; title: string; text?: string; action?: ReactNode }
