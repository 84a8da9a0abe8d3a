import type { Icon } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import type { Page, Params } from '../api/lists'

export type Row = { id: number }

/** RowsQuery is the part of a query result that a table needs. */
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
  /** A short label for the column head; the full label is shown on hover. */
  short?: string
  /** The value of the sort parameter. */
  sort?: string
  /** The first click sorts in descending order, as for numbers and dates. */
  descendingFirst?: boolean
  align?: 'end'
  width?: string
  /** The minimum width; narrower tables scroll sideways. */
  minWidth?: number
  cell: (row: R) => ReactNode
  /**
   * On a phone: the title of the card, a picture next to it, a separate line, or hidden. Otherwise part of the last line, with or
   * without (bare) its label.
   */
  card?: 'title' | 'picture' | 'line' | 'none' | 'bare'
  /** Can't be hidden. */
  fixed?: boolean
  /** Hidden by default: always, or in windows narrower than 1,440 px. */
  extra?: true | 'narrow'
}

/** Action is an entry of a row's menu. */
export type Action<R> = {
  label: string
  icon?: Icon
  danger?: boolean
  show?: (row: R) => boolean
  /** Why the action is not possible for a row. It is then listed, but disabled. */
  disabledReason?: (row: R) => string | undefined
} & ({ run: (row: R) => void } | { /** The URL that is opened in a new tab. */ href: (row: R) => string })

/** Selected is the target of a bulk action: these rows, or all rows that match the parameters. */
export type Selected = { ids: number[]; count: number } | { filter: Params; count: number }

export type BulkAction = {
  label: string
  icon?: Icon
  danger?: boolean
  /** Actions with the same group are entries of one menu with this label. */
  group?: string
  /** The action supports "all matching rows". */
  all?: boolean
  /** The least number of rows that it needs. */
  atLeast?: number
  /** Resolves to whether it was done, which clears the selection. */
  run: (selected: Selected) => Promise<boolean>
}

export type Tab = { value: string; label: string }

/** Filter restricts the rows. Less used filters are behind a button: `more`. */
export type Filter = {
  name: string
  label: string
  more?: boolean
  /** The placeholder while nothing is chosen: the label, unless given. */
  anyLabel?: string
  /** The default value. No filter is then an explicit option: `all`. */
  initial?: string
  // With `several`, more than one value can be chosen.
} & (
  | { as: 'select'; options: readonly { value: string; label: string }[]; several?: true }
  | { as: 'picker'; from: string; several?: true }
  | { as: 'date' }
  | { as: 'text' /** The list whose names are suggested. */; from?: string }
)

export type Empty = {
  icon?: Icon
  title: string
  text?: string
  action?: ReactNode /** Shown in every tab, not only in the first. */
  everyTab?: true
}
