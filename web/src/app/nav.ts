import { type Icon, IconLayoutDashboard, IconSettings } from '@tabler/icons-react'
import { paths } from '../paths'

export type NavItem = { label: string; to: string; admin?: boolean }
export type NavGroup = { label: string; icon: Icon; to?: string; items: NavItem[] }

/** What the sidebar and the palette offer, in the order staff work in. */
export const nav: NavGroup[] = [
  { label: 'Dashboard', icon: IconLayoutDashboard, to: paths.dashboard(), items: [] },
  {
    label: 'Content settings',
    icon: IconSettings,
    items: [
      { label: 'Media types', to: paths.mediaTypes() },
      { label: 'Global tags', to: paths.globalTags() },
      { label: 'Publishers', to: paths.publishers() },
    ],
  },
]

/** What stands in the menu behind the initials. */
export const own: NavItem[] = [
  { label: 'Profile', to: paths.profile() },
  { label: 'Settings', to: paths.settings() },
]

export const house: NavItem[] = [
  { label: 'Trash', to: paths.trash() },
  { label: 'Staff', to: paths.staff(), admin: true },
  { label: 'Activity', to: paths.activity(), admin: true },
  { label: 'Failed jobs', to: paths.failedJobs(), admin: true },
]
