import { ActionIcon, Menu } from '@mantine/core'
import { IconDots } from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'
import type { Action, Row } from './types'

/** RowMenu is a plain button until it is first pressed: a hundred menus that nobody opens must cost nothing. */
export function RowMenu<R extends Row>({ row, actions }: { row: R; actions: readonly Action<R>[] }) {
  const [used, setUsed] = useState(false)
  const [opened, setOpened] = useState(false)
  const target = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    if (!used) return
    target.current?.focus() // the menu brought a button of its own: focus must come back to that one
    setOpened(true)
  }, [used])
  const offered = actions.filter((action) => action.show?.(row) ?? true)
  if (offered.length === 0) return null
  // A dialog gives the focus back to where it was: to the button, for the item is gone by then.
  function choose(run: Action<R>['run']) {
    target.current?.focus()
    run(row)
  }
  const button = (
    <ActionIcon ref={target} aria-label="Actions" aria-haspopup="menu" aria-expanded={opened} onClick={used ? undefined : () => setUsed(true)}>
      <IconDots size={18} />
    </ActionIcon>
  )
  if (!used) return button
  return (
    <Menu opened={opened} onChange={setOpened} withinPortal>
      <Menu.Target>{button}</Menu.Target>
      <Menu.Dropdown>
        {offered.map(({ label, icon: Icon, danger, run }) => (
          <Menu.Item key={label} color={danger ? 'var(--danger)' : undefined} leftSection={Icon && <Icon size={16} />} onClick={() => choose(run)}>
            {label}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}
