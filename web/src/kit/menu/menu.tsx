import '../../ui/overlays.css'
import '@mantine/core/styles/Menu.layer.css'
import { Menu } from '@mantine/core'
import { IconCheck } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import type { ReactElement } from 'react'
import { disabled } from '../../ui/disabled'
import type { MenuEntry, MenuLook } from './menu-button'

type Props = MenuLook & {
  button: ReactElement
  opened: boolean
  onChange: (opened: boolean) => void
  /** Called before an entry runs: dialogs restore the focus to where it was, and the entry no longer exists by then. */
  onRun: () => void
}

/** OpenMenu is the menu of a MenuButton. */
export function OpenMenu({ button, opened, onChange, onRun, entries, heading, top, width, side, hover }: Props) {
  const behaviour = hover ? ({ trigger: 'click-hover', openDelay: 80, closeDelay: 120 } as const) : {}
  const place = side ? ({ position: 'right-start', offset: 4 } as const) : {}
  return (
    <Menu {...behaviour} {...place} opened={opened} onChange={onChange} width={width}>
      <Menu.Target>{button}</Menu.Target>
      <Menu.Dropdown mah="calc(100vh - 24px)" style={{ overflowY: 'auto' }}>
        {top}
        {heading && <Menu.Label>{heading}</Menu.Label>}
        {entries.map((entry, index) => (
          <Item key={keyOf(entry) ?? index} entry={entry} onRun={onRun} />
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}

function keyOf(entry: MenuEntry) {
  if (entry === 'line') return undefined
  if ('heading' in entry) return `heading ${entry.heading}`
  return ('checked' in entry && entry.id) || entry.label
}

function Item({ entry, onRun }: { entry: MenuEntry; onRun: () => void }) {
  if (entry === 'line') return <Menu.Divider />
  if ('heading' in entry) return <Menu.Label>{entry.heading}</Menu.Label>
  const { label, icon: Icon, danger } = entry
  const look = { color: danger ? 'var(--danger)' : undefined, leftSection: Icon && <Icon size={16} />, children: label }
  if (entry.disabledReason) return <Menu.Item {...look} {...disabled(entry.disabledReason)} closeMenuOnClick={false} opacity={0.6} />
  if ('href' in entry) return <Menu.Item {...look} component="a" href={entry.href} target="_blank" rel="noreferrer" />
  if ('to' in entry) return <Menu.Item {...look} {...entry.link} component={Link} to={entry.to} aria-current={entry.current ? 'page' : undefined} />
  const run = () => {
    onRun()
    entry.run()
  }
  if (!('checked' in entry)) return <Menu.Item {...look} onClick={run} />
  return (
    <Menu.RadioItem
      value={label}
      checked={entry.checked}
      closeMenuOnClick
      checkIcon={<IconCheck size={16} />}
      rightSection={entry.note && <span className="dimmed">{entry.note}</span>}
      onChange={run}
    >
      {label}
    </Menu.RadioItem>
  )
}
