import { type Icon, IconArticle, IconChartBar, IconFolders, IconLayoutDashboard, IconSettings, IconUsers, IconWorld } from '@tabler/icons-react'
import { paths } from '../paths'

export type NavItem = {
  label: string
  to: string
  /** Where else it leads: addresses of its own that do not begin with its own. */
  also?: string
  admin?: boolean
}
export type NavGroup = { label: string; icon: Icon; to?: string; items: NavItem[] }

/** What the sidebar and the palette offer, in the order staff work in. */
export const nav: NavGroup[] = [
  { label: 'Dashboard', icon: IconLayoutDashboard, to: paths.dashboard(), items: [] },
  {
    label: 'Content',
    icon: IconArticle,
    items: [
      { label: 'Content', to: paths.content(), also: '/image' },
      { label: 'Expired content', to: paths.expiredContent() },
      { label: 'Libraries', to: paths.libraries() },
      { label: 'Export', to: paths.export() },
    ],
  },
  {
    label: 'Collections',
    icon: IconFolders,
    items: [
      { label: 'Collections', to: paths.collections() },
      { label: 'Shared collections', to: paths.sharedCollections() },
      { label: 'Collaborators', to: paths.collaborators() },
    ],
  },
  {
    label: 'Partners & users',
    icon: IconUsers,
    items: [
      { label: 'Partners', to: paths.partners() },
      { label: 'Users', to: paths.users() },
      { label: 'Account types', to: paths.accountTypes() },
      { label: 'Consortia', to: paths.consortia() },
      { label: 'Host agencies', to: paths.hostAgencies() },
    ],
  },
  {
    label: 'Insights',
    icon: IconChartBar,
    items: [
      { label: 'Copilot', to: paths.copilotInsights() },
      { label: 'Search history', to: paths.searchHistory() },
      { label: 'API logs', to: paths.apiLogs() },
    ],
  },
  {
    label: 'Content settings',
    icon: IconSettings,
    items: [
      { label: 'Media types', to: paths.mediaTypes() },
      { label: 'Content depths', to: paths.contentDepths() },
      { label: 'Content domains', to: paths.contentDomains() },
      { label: 'Subject areas', to: paths.subjectAreas() },
      { label: 'Global tags', to: paths.globalTags() },
      { label: 'Facades', to: paths.facades() },
      { label: 'Publishers', to: paths.publishers() },
    ],
  },
  {
    label: 'Markets',
    icon: IconWorld,
    items: [
      { label: 'Countries', to: paths.countries() },
      { label: 'Regions', to: paths.regions() },
      { label: 'Destinations', to: paths.destinations() },
      { label: 'Languages', to: paths.languages() },
      { label: 'Partner markets', to: paths.partnerMarkets() },
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
