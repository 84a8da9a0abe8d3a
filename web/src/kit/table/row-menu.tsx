import { ActionIcon, Menu } from '@mantine/core'
import { IconDots } from '@tabler/icons-react'
import { QuietMenu } from './quiet-menu'
import type { Action, Row } from './types'

/** RowMenu is the menu of a row's actions. */
export function RowMenu<R extends Row>({ row, actions }: { row: R; actions: readonly Action<R>[] }) {
  const offered = actions.filter((action) => action.show?.(row) ?? true)
  if (offered.length === 0) return null
  return (
    <QuietMenu
      target={(props) => (
        <ActionIcon {...props} aria-label="Actions">
          <IconDots size={18} />
        </ActionIcon>
      )}
    >
      {(back) =>
        offered.map((action) => {
          const { label, icon: Icon, danger } = action
          const look = { color: danger ? 'var(--danger)' : undefined, leftSection: Icon && <Icon size={16} />, children: label }
          if ('href' in action) return <Menu.Item key={label} {...look} component="a" href={action.href(row)} target="_blank" rel="noreferrer" />
          return (
            <Menu.Item
              key={label}
              {...look}
              onClick={() => {
                back()
                action.run(row)
              }}
            />
          )
        })
      }
    </QuietMenu>
  )
}
