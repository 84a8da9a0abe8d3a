import { ActionIcon } from '@mantine/core'
import { IconArrowDown, IconArrowsSort, IconArrowUp } from '@tabler/icons-react'
import { MenuButton } from '../menu/menu-button'
import type { TableControl } from './state'
import { nextSort, orderOf } from './table-head'
import type { Column } from './types'

/** SortMenu sorts the cards of a phone, which have no column heads. Choosing the current column again reverses the order. */
export function SortMenu<R>({ columns, table }: { columns: readonly Column<R>[]; table: TableControl }) {
  const sortable = columns.filter((column) => column.sort)
  if (sortable.length === 0) return null
  const entries = sortable.map((column) => {
    const order = orderOf(column, table)
    const icon = order && (order === 'ascending' ? IconArrowUp : IconArrowDown)
    return { label: order ? `${column.label}, ${order}` : column.label, icon, run: () => table.change({ sort: nextSort(column, table) }) }
  })
  return (
    <MenuButton heading="Sort by" entries={entries} width={240}>
      {(props) => (
        <ActionIcon {...props} aria-label="Sort">
          <IconArrowsSort size={18} />
        </ActionIcon>
      )}
    </MenuButton>
  )
}
