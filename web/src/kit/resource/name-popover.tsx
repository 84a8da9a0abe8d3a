import '../../ui/overlays.css'
import { Popover } from '@mantine/core'
import type { ReactElement } from 'react'
import { Marked } from '../format/marked'
import classes from './name-popover.module.css'

type Props = { names: readonly string[]; button: ReactElement; opened: boolean; onChange: (opened: boolean) => void }

/** NamePopover lists all names of a cell. It gets the focus, so that screen readers read it and Escape closes it. */
export function NamePopover({ names, button, opened, onChange }: Props) {
  return (
    <Popover position="bottom-start" trapFocus returnFocus opened={opened} onChange={onChange}>
      <Popover.Target>{button}</Popover.Target>
      <Popover.Dropdown>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a long list scrolls by keyboard */}
        <ul className={classes.names} tabIndex={0} data-autofocus>
          {names.map((name) => (
            <li key={name}>
              <Marked text={name} />
            </li>
          ))}
        </ul>
      </Popover.Dropdown>
    </Popover>
  )
}
