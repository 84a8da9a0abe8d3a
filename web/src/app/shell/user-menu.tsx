import { Menu } from '@mantine/core'
import { IconChevronDown, IconLogout } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useMe } from '../../kit/session/session'
import { start } from '../../kit/start'
import { paths } from '../../paths'
import { Avatar } from '../../ui/avatar'
import { type Screen, screensOf } from '../screens'
import classes from './shell.module.css'

/** UserMenu is the menu of the signed-in person. */
export function UserMenu() {
  const me = useMe()
  const admin = me.staff_role === 'admin'
  return (
    <Menu width={240}>
      <Menu.Target>
        <button type="button" className={classes.user} aria-label={`${me.initials}: account menu`}>
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
        {screensOf('you', admin).map(entry)}
        <Menu.Divider />
        {screensOf('administration', admin).map(entry)}
        {start.demo && (
          <Menu.Item component={Link} to={paths.parts()}>
            Components
          </Menu.Item>
        )}
        <Menu.Divider />
        <Menu.Item component={Link} to={paths.logout()} state={{ direct: true }} preload={false} leftSection={<IconLogout size={16} />}>
          Log out
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}

function entry({ path, title, icon: Icon }: Screen) {
  return (
    <Menu.Item key={path} component={Link} to={path} leftSection={Icon && <Icon size={16} />}>
      {title}
    </Menu.Item>
  )
}
