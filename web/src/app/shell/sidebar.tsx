import { ActionIcon } from '@mantine/core'
import { type Icon, IconChevronRight, IconLayoutSidebarLeftCollapse, IconLayoutSidebarLeftExpand } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link, useLocation } from '@tanstack/react-router'
import { useState } from 'react'
import { api, bodyOf } from '../../kit/api/client'
import { number } from '../../kit/format/numbers'
import { MenuButton } from '../../kit/menu/menu-button'
import { useIsAdmin, useMe } from '../../kit/session/session'
import { saveSettings } from '../../kit/session/settings'
import { tooltip } from '../../ui/tooltip'
import { type Group, type GroupName, groups, type Screen, screensOf } from '../screens'
import classes from './shell.module.css'

type Style = 'default' | 'compact'
type Section = Group & { icon: Icon; screens: Screen[] }

/** The groups of the sidebar. The dashboard is a group with a single screen. */
const sectionsFor = (admin: boolean) =>
  (Object.entries(groups) as [GroupName, Group][]).flatMap(([name, group]) =>
    group.icon ? [{ ...group, icon: group.icon, screens: screensOf(name, admin) }] : [],
  )

/** Sidebar lists the screens by group. The compact one shows an icon for each group, with its screens in a menu. */
export function Sidebar({ style, drawer }: { style: Style; drawer?: boolean }) {
  const { pathname } = useLocation()
  const admin = useIsAdmin()
  const other: Style = style === 'default' ? 'compact' : 'default'
  const label = style === 'default' ? 'Collapse sidebar' : 'Expand sidebar'
  const Toggle = style === 'default' ? IconLayoutSidebarLeftCollapse : IconLayoutSidebarLeftExpand
  return (
    <>
      <nav className={classes.nav} aria-label="Main navigation">
        {sectionsFor(admin).map((group) =>
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
          <ActionIcon
            {...tooltip(label, 'right')}
            aria-label={label}
            aria-pressed={style === 'compact'}
            onClick={() => void saveSettings({ sidebar_style: other })}
          >
            <Toggle size={20} />
          </ActionIcon>
        )}
      </div>
    </>
  )
}

const isBelow = (path: string | undefined, pathname: string) => path !== undefined && (pathname === path || pathname.startsWith(`${path}/`))
const isCurrent = ({ path, also }: Screen, pathname: string) => isBelow(path, pathname) || isBelow(also, pathname)
const ariaCurrent = (screen: Screen, pathname: string) => (isCurrent(screen, pathname) ? 'page' : undefined)
const containsCurrent = (group: Section, pathname: string) => group.screens.some((screen) => isCurrent(screen, pathname))
const onlyScreenOf = ({ screens }: Section) => (screens.length === 1 ? screens[0] : undefined)

function WideGroup({ group, pathname }: { group: Section; pathname: string }) {
  const isCurrentGroup = containsCurrent(group, pathname)
  const [toggled, setToggled] = useState<boolean | null>(null)
  const open = toggled ?? isCurrentGroup
  const Icon = group.icon
  const only = onlyScreenOf(group)
  if (only) {
    return (
      <Link to={only.path} className={classes.group} aria-current={ariaCurrent(only, pathname)}>
        <Icon size={18} aria-hidden />
        {group.label}
        {only.counted && <AttentionCount />}
      </Link>
    )
  }
  return (
    <div>
      <button type="button" className={classes.group} aria-expanded={open} onClick={() => setToggled(!open)}>
        <Icon size={18} aria-hidden />
        {group.label}
        <IconChevronRight size={16} className={classes.chevron} aria-hidden />
      </button>
      {open && (
        <ul className={classes.items}>
          {group.screens.map((screen) => (
            <li key={screen.path}>
              <Link to={screen.path} className={classes.item} aria-current={ariaCurrent(screen, pathname)}>
                {screen.label ?? screen.title}
              </Link>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}

/** AttentionCount is the number of rows that need attention. */
function AttentionCount() {
  const { attention_count } = useMe()
  const { data } = useQuery({
    queryKey: ['attention', 'counts'],
    queryFn: async () => bodyOf(await api.GET('/api/admin/attention/counts')),
    initialData: { counts: { all: attention_count }, mine: 0 },
    staleTime: 60_000,
    refetchInterval: 60_000,
  })
  const count = data.counts.all
  return count ? <span className={classes.count}>{number(count)}</span> : null
}

function CompactGroup({ group, pathname }: { group: Section; pathname: string }) {
  const Icon = group.icon
  const only = onlyScreenOf(group)
  if (only) {
    return (
      <Link
        {...tooltip(group.label, 'right')}
        to={only.path}
        className={classes.icon}
        aria-label={group.label}
        aria-current={ariaCurrent(only, pathname)}
      >
        <Icon size={20} aria-hidden />
      </Link>
    )
  }
  return (
    <MenuButton
      hover
      side
      heading={group.label}
      entries={group.screens.map((screen) => ({
        label: screen.label ?? screen.title,
        to: screen.path,
        current: isCurrent(screen, pathname),
      }))}
    >
      {(props) => (
        <button
          {...props}
          type="button"
          className={classes.icon}
          aria-label={group.label}
          data-inside={containsCurrent(group, pathname) || undefined}
        >
          <Icon size={20} aria-hidden />
        </button>
      )}
    </MenuButton>
  )
}
