import { ActionIcon, Menu, Tooltip } from '@mantine/core'
import { IconChevronRight, IconLayoutSidebarLeftCollapse, IconLayoutSidebarLeftExpand } from '@tabler/icons-react'
import { Link, useLocation } from '@tanstack/react-router'
import { useState } from 'react'
import { saveSettings } from '../../kit/session/settings'
import { type NavGroup, type NavItem, nav } from '../nav'
import classes from './shell.module.css'

type Style = 'default' | 'compact'

/** Sidebar leads to every screen. Compact shows one icon a group, with the group's screens flying out. */
export function Sidebar({ style, drawer }: { style: Style; drawer?: boolean }) {
  const { pathname } = useLocation()
  const other: Style = style === 'default' ? 'compact' : 'default'
  const label = style === 'default' ? 'Make the sidebar small' : 'Make the sidebar wide'
  const Toggle = style === 'default' ? IconLayoutSidebarLeftCollapse : IconLayoutSidebarLeftExpand
  return (
    <>
      <nav className={classes.nav} aria-label="Screens">
        {nav.map((group) =>
          style === 'compact' ? (
            <CompactGroup key={group.label} group={group} pathname={pathname} />
          ) : (
            <WideGroup key={group.label} group={group} pathname={pathname} />
          ),
        )}
      </nav>
      <div className={classes.foot}>
        {style === 'default' && <span>© 2016–{new Date().getFullYear()}</span>}
        {!drawer && (
          <Tooltip label={label} position="right">
            <ActionIcon aria-label={label} aria-pressed={style === 'compact'} onClick={() => void saveSettings({ sidebar_style: other })}>
              <Toggle size={20} />
            </ActionIcon>
          </Tooltip>
        )}
      </div>
    </>
  )
}

const within = (group: NavGroup, pathname: string) => group.items.some((item) => here(item, pathname))
const below = (to: string | undefined, pathname: string) => to !== undefined && (pathname === to || pathname.startsWith(`${to}/`))
const here = ({ to, also }: Pick<NavItem, 'also'> & { to?: string }, pathname: string) => below(to, pathname) || below(also, pathname)

function WideGroup({ group, pathname }: { group: NavGroup; pathname: string }) {
  const inside = within(group, pathname)
  const [chosen, setChosen] = useState<boolean | null>(null)
  const open = chosen ?? inside
  const Icon = group.icon
  if (group.to) {
    return (
      <Link to={group.to} className={classes.group} aria-current={here(group, pathname) ? 'page' : undefined}>
        <Icon size={18} aria-hidden />
        {group.label}
      </Link>
    )
  }
  return (
    <div>
      <button type="button" className={classes.group} aria-expanded={open} onClick={() => setChosen(!open)}>
        <Icon size={18} aria-hidden />
        {group.label}
        <IconChevronRight size={16} className={classes.chevron} aria-hidden />
      </button>
      {open && (
        <ul className={classes.items}>
          {group.items.map((item) => (
            <li key={item.to}>
              <Link to={item.to} className={classes.item} aria-current={here(item, pathname) ? 'page' : undefined}>
                {item.label}
              </Link>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}

function CompactGroup({ group, pathname }: { group: NavGroup; pathname: string }) {
  const Icon = group.icon
  if (group.to) {
    return (
      <Tooltip label={group.label} position="right">
        <Link to={group.to} className={classes.icon} aria-label={group.label} aria-current={here(group, pathname) ? 'page' : undefined}>
          <Icon size={20} aria-hidden />
        </Link>
      </Tooltip>
    )
  }
  return (
    <Menu position="right-start" trigger="click-hover" openDelay={80} closeDelay={120} offset={4}>
      <Menu.Target>
        <button type="button" className={classes.icon} aria-label={group.label} data-inside={within(group, pathname) || undefined}>
          <Icon size={20} aria-hidden />
        </button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>{group.label}</Menu.Label>
        {group.items.map((item) => (
          <Menu.Item key={item.to} component={Link} to={item.to} aria-current={here(item, pathname) ? 'page' : undefined}>
            {item.label}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}
