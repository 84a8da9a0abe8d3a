import { ActionIcon } from '@mantine/core'
import { IconDots } from '@tabler/icons-react'
import { MenuButton } from '../menu/menu-button'
import type { Action, Row } from './types'

/** RowMenu is the menu of a row's actions. */
export function RowMenu<R extends Row>({ row, actions }: { row: R; actions: readonly Action<R>[] }) {
  const offered = actions.filter((action) => action.show?.(row) ?? true)
  if (offered.length === 0) return null
  const entries = offered.map((action) => {
    const { label, icon, danger } = action
    const disabledReason = action.disabledReason?.(row)
    return { label, icon, danger, disabledReason, ...('href' in action ? { href: action.href(row) } : { run: () => action.run(row) }) }
  })
  return (
    <MenuButton entries={entries}>
      {(props) => (
        <ActionIcon {...props} aria-label="Actions">
          <IconDots size={18} />
        </ActionIcon>
      )}
    </MenuButton>
  )
}
