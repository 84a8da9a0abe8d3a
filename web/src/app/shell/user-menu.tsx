import { Menu } from '@mantine/core'
import { IconActivity, IconChevronDown, IconLogout, IconRefreshAlert, IconSettings, IconTrash, IconUser, IconUsers } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useMe } from '../../kit/session/session'
import { start } from '../../kit/start'
import { paths } from '../../paths'
import { Avatar } from '../../ui/avatar'
import { house, type NavItem, own } from '../nav'
import classes from './shell.module.css'

const icons: Record<string, typeof IconUser> = {
  Profile: IconUser,
  Settings: IconSettings,
  Trash: IconTrash,
  Staff: IconUsers,
  Activity: IconActivity,
  'Failed jobs': IconRefreshAlert,
}

/** UserMenu is what stands behind the initials. */
export function UserMenu() {
  const me = useMe()
  const allowed = house.filter((item) => !item.admin || me.staff_role === 'admin')
  return (
    <Menu width={240}>
      <Menu.Target>
        <button type="button" className={classes.user} aria-label={`${me.initials}: your menu`}>
          <Avatar initials={me.initials} />
          <IconChevronDown size={16} aria-hidden />
        </button>
      </Menu.Target>
      <Menu.Dropdown>
        <div className={classes.who}>
          <b>{me.full_name}</b>
          <span>{me.email}</span>
        </div>
        <Menu.Divider />
        {own.map(entry)}
        <Menu.Divider />
        {allowed.map(entry)}
        {start.demo && (
          <Menu.Item component={Link} to={paths.parts()}>
            Parts
          </Menu.Item>
        )}
        <Menu.Divider />
        <Menu.Item component={Link} to={paths.logout()} state={{ direct: true }} preload={false} leftSection={<IconLogout size={16} />}>
          Logout
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}

function entry({ label, to }: NavItem) {
  const Icon = icons[label] ?? IconUser
  return (
    <Menu.Item key={to} component={Link} to={to} leftSection={<Icon size={16} />}>
      {label}
    </Menu.Item>
  )
}
