import { ActionIcon } from '@mantine/core'
import { IconMenu2, IconMoon, IconSearch, IconSun } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useScheme } from '../../kit/session/scheme'
import { saveSettings } from '../../kit/session/settings'
import { start } from '../../kit/start'
import { paths } from '../../paths'
import { tooltip } from '../../ui/tooltip'
import { commandKey } from './command-key'
import classes from './shell.module.css'
import { UserMenu } from './user-menu'

export function Header({ onMenu, onPalette }: { onMenu?: () => void; onPalette: () => void }) {
  const scheme = useScheme()
  const other = scheme === 'dark' ? 'light' : 'dark'
  const change = `Switch to ${other} theme`
  return (
    <header className={classes.header}>
      {onMenu && (
        <ActionIcon aria-label="Open menu" onClick={onMenu}>
          <IconMenu2 size={20} />
        </ActionIcon>
      )}
      <Link to={paths.dashboard()} className={classes.brand} aria-label={`${start.product}: go to dashboard`}>
        <img src="/icon.svg" alt="" width={28} height={28} />
        <span>{start.product}</span>
      </Link>
      <button type="button" className={classes.find} onClick={onPalette}>
        <IconSearch size={16} aria-hidden />
        <span>Search or jump to…</span>
        <kbd>{commandKey} K</kbd>
      </button>
      <div className="row end">
        <ActionIcon className={classes.findSmall} aria-label="Search or jump to" onClick={onPalette}>
          <IconSearch size={20} />
        </ActionIcon>
        <ActionIcon {...tooltip(change)} aria-label={change} onClick={() => void saveSettings({ color_scheme: other })}>
          {scheme === 'dark' ? <IconSun size={20} /> : <IconMoon size={20} />}
        </ActionIcon>
        <UserMenu />
      </div>
    </header>
  )
}
