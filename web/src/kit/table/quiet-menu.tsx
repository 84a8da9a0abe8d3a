import { Menu } from '@mantine/core'
import { type ReactElement, type ReactNode, type Ref, useEffect, useRef, useState } from 'react'

type Target = { ref: Ref<HTMLButtonElement>; 'aria-haspopup': 'menu'; 'aria-expanded': boolean; onClick?: () => void }

type Props = {
  target: (props: Target) => ReactElement
  /** The items. What one of them does begins with back(): a dialog gives the focus back to where it was, and the item is gone by then. */
  children: (back: () => void) => ReactNode
}

/** QuietMenu is a plain button until it is first pressed: a hundred menus that nobody opens must cost nothing. */
export function QuietMenu({ target, children }: Props) {
  const [used, setUsed] = useState(false)
  const [opened, setOpened] = useState(false)
  const ref = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    if (!used) return
    ref.current?.focus() // the menu brought a button of its own: focus must come back to that one
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
