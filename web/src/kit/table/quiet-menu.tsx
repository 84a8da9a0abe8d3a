import { Menu } from '@mantine/core'
import { type ReactElement, type ReactNode, type Ref, useEffect, useRef, useState } from 'react'

type Target = { ref: Ref<HTMLButtonElement>; 'aria-haspopup': 'menu'; 'aria-expanded': boolean; onClick?: () => void }

type Props = {
  target: (props: Target) => ReactElement
  /** The items. Their actions must call back() first: dialogs restore the focus, and the item no longer exists by then. */
  children: (back: () => void) => ReactNode
}

/** QuietMenu is a plain button until its first click, because a hundred unopened menus would slow down a table. */
export function QuietMenu({ target, children }: Props) {
  const [used, setUsed] = useState(false)
  const [opened, setOpened] = useState(false)
  const ref = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    if (!used) return
    ref.current?.focus() // the menu has rendered a new button, which must get the focus back
    setOpened(true)
  }, [used])
  const button = target({ ref, 'aria-haspopup': 'menu', 'aria-expanded': opened, onClick: used ? undefined : () => setUsed(true) })
  if (!used) return button
  return (
    <Menu opened={opened} onChange={setOpened} withinPortal>
      <Menu.Target>{button}</Menu.Target>
      <Menu.Dropdown>{children(() => ref.current?.focus())}</Menu.Dropdown>
    </Menu>
  )
}
