import { IconChevronDown, IconLogout } from '@tabler/icons-react'
import { MenuButton, type MenuEntry } from '../../kit/menu/menu-button'
import { useMe } from '../../kit/session/session'
import { paths } from '../../paths'
import { Avatar } from '../../ui/avatar'
import { type Screen, screensOf } from '../screens'
import classes from './shell.module.css'

/** UserMenu is the menu of the signed-in person. */
export function UserMenu() {
  const me = useMe()
  const admin = me.staff_role === 'admin'
  const entries: MenuEntry[] = [
    'line',
    ...screensOf('you', admin).map(menuEntryOf),
    'line',
    ...screensOf('administration', admin).map(menuEntryOf),
    'line',
    { label: 'Log out', icon: IconLogout, to: paths.logout(), link: { state: { direct: true }, preload: false } },
  ]
  const top = (
    <div className={classes.who}>
      <b>{me.full_name}</b>
      <span className="hint">{me.email}</span>
    </div>
  )
  return (
    <MenuButton width={240} top={top} entries={entries}>
      {(props) => (
        <button {...props} type="button" className={classes.user} aria-label={`${me.initials}: account menu`}>
          <Avatar initials={me.initials} />
          <IconChevronDown size={16} aria-hidden />
        </button>
      )}
    </MenuButton>
  )
}

const menuEntryOf = ({ path, title, icon }: Screen): MenuEntry => ({ label: title, icon, to: path })
