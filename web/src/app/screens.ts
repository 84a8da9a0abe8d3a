import {
  type Icon,
  IconActivity,
  IconAlertTriangle,
  IconArticle,
  IconChartBar,
  IconFolders,
  IconHeartbeat,
  IconLayoutDashboard,
  IconRefreshAlert,
  IconSettings,
  IconTrash,
  IconUser,
  IconUsers,
  IconWorld,
} from '@tabler/icons-react'
import type { Page } from '../kit/page/page'
import { paths } from '../paths'

/** Screen is everything the console knows about one of its screens. */
export type Screen = {
  path: string
  /** The title of the browser tab, and the name in the sidebar and in the palette unless `label` is given. */
  title: string
  label?: string
  load: () => Promise<Page>
  admin?: boolean
  /** The group that lists the screen. Without one it is reached from other screens only. */
  group?: GroupName
  icon?: Icon
  /** Another path whose screens belong to this one in the sidebar. */
  also?: string
  /** The sidebar shows how much there is to do. */
  counted?: true
  /** What the palette offers to create here: "New library". */
  create?: string
  /** Only admins can create it. */
  adminsCreate?: true
  /** The kind of the records in the audit log, and the URL of one of them. */
  record?: { kind: string; at: (id: number) => string }
}

export type Group = { label: string; icon?: Icon; menu?: true }
export type GroupName = keyof typeof groups

/** The groups of the sidebar, in its order. Those marked `menu` are in the user menu instead. */
export const groups = {
  dashboard: { label: 'Dashboard', icon: IconLayoutDashboard },
  attention: { label: 'Needs attention', icon: IconAlertTriangle },
  content: { label: 'Content', icon: IconArticle },
  collections: { label: 'Collections', icon: IconFolders },
  partners: { label: 'Partners & users', icon: IconUsers },
  insights: { label: 'Insights', icon: IconChartBar },
  settings: { label: 'Content settings', icon: IconSettings },
  markets: { label: 'Markets', icon: IconWorld },
  you: { label: 'Your account', menu: true },
  administration: { label: 'Administration', menu: true },
} satisfies Record<string, Group>

const imageForm = () => import('../features/content/image-form-page')
const copilot = () => import('../features/copilot/copilot-pages')
const directories = () => import('../features/directories/directories')
const partnerSites = () => import('./pages/partner-sites')
const userCollections = () => import('./pages/user-collections')

/** Every screen behind the sign-in page. Router, sidebar, palette, activity and the browser walk are derived from it. */
export const screens: Screen[] = [
  {
    path: '/dashboard',
    title: 'Dashboard',
    group: 'dashboard',
    load: () => import('../features/dashboard/dashboard-page').then((file) => file.DashboardPage),
  },
  {
    path: '/attention',
    title: 'Needs attention',
    group: 'attention',
    counted: true,
    load: () => import('../features/attention/attention-page').then((file) => file.AttentionPage),
  },
  {
    path: '/content',
    title: 'Content',
    group: 'content',
    also: '/image',
    load: () => import('../features/content/content-page').then((file) => file.ContentPage),
  },
  {
    path: '/content/new',
    title: 'New content',
    create: 'content',
    load: () => import('../features/content/new-content-page').then((file) => file.NewContentPage),
  },
  {
    path: '/content/$id/edit',
    title: 'Edit content',
    load: () => import('../features/content/edit-content-page').then((file) => file.EditContentPage),
    record: { kind: 'content', at: paths.editContent },
  },
  {
    path: '/image/new',
    title: 'New image',
    create: 'image',
    load: () => imageForm().then((file) => file.NewImagePage),
  },
  {
    path: '/image/$id/edit',
    title: 'Edit image',
    load: () => imageForm().then((file) => file.EditImagePage),
    record: { kind: 'image', at: paths.editImage },
  },
  {
    path: '/expired-content',
    title: 'Expired content',
    group: 'content',
    load: () => import('../features/content/expired-page').then((file) => file.ExpiredContentPage),
  },
  {
    path: '/calendar',
    title: 'Calendar',
    group: 'content',
    load: () => import('../features/calendar/calendar-page').then((file) => file.CalendarPage),
  },
  {
    path: '/libraries',
    title: 'Libraries',
    create: 'library',
    group: 'content',
    load: () => import('../features/libraries/libraries').then((file) => file.LibrariesPage),
    record: { kind: 'library', at: (id) => paths.libraries({ edit: id }) },
  },
  {
    path: '/export',
    title: 'Export data',
    label: 'Export',
    group: 'content',
    load: () => import('../features/exports/export-page').then((file) => file.ExportPage),
  },
  {
    path: '/import',
    title: 'Import data',
    load: () => import('../features/imports/import-page').then((file) => file.ImportPage),
  },
  {
    path: '/collections',
    title: 'Collections',
    create: 'collection',
    group: 'collections',
    load: () => import('../features/collections/collections-page').then((file) => file.CollectionsPage),
  },
  {
    path: '/collections/$id',
    title: 'Collection',
    load: () => import('../features/collections/collection-page').then((file) => file.CollectionPage),
    record: { kind: 'collection', at: paths.collection },
  },
  {
    path: '/shared-collections',
    title: 'Shared collections',
    group: 'collections',
    load: () => import('../features/shared-collections/shared-collections-page').then((file) => file.SharedCollectionsPage),
  },
  {
    path: '/shared-collections/$id',
    title: 'Shared collection',
    load: () => import('../features/shared-collections/shared-collection-page').then((file) => file.SharedCollectionPage),
    record: { kind: 'shared collection', at: paths.sharedCollection },
  },
  {
    path: '/collaborators',
    title: 'Collaborators',
    create: 'collaborator',
    group: 'collections',
    load: () => import('../features/collaborators/collaborators').then((file) => file.CollaboratorsPage),
  },
  {
    path: '/collaborators/$id',
    title: 'Collaborator',
    load: () => import('../features/collaborators/collaborator-page').then((file) => file.CollaboratorPage),
    record: { kind: 'collaborator', at: paths.collaborator },
  },
  {
    path: '/partners',
    title: 'Partners',
    create: 'partner',
    group: 'partners',
    load: () => import('../features/partners/partners-page').then((file) => file.PartnersPage),
  },
  {
    path: '/partners/$id/details',
    title: 'Partner',
    load: () => import('../features/partners/partner-page').then((file) => file.PartnerPage),
    record: { kind: 'partner', at: paths.partner },
  },
  {
    path: '/partners/$id/customizations',
    title: 'Partner customisations',
    load: () => import('../features/partners/partner-customizations').then((file) => file.PartnerCustomizationsPage),
  },
  {
    path: '/partners/$id/collections',
    title: 'Partner collections',
    load: () => import('./pages/partner-collections').then((file) => file.PartnerCollectionsPage),
  },
  {
    path: '/partners/$id/collections/$folder_id',
    title: 'Partner collections',
    load: () => import('./pages/partner-collections').then((file) => file.PartnerCollectionsPage),
  },
  {
    path: '/partners/$id/sites',
    title: 'Partner sites',
    load: () => partnerSites().then((file) => file.PartnerSitesPage),
  },
  {
    path: '/partners/$id/sites/$site_id',
    title: 'Partner site',
    load: () => partnerSites().then((file) => file.PartnerSitePage),
  },
  {
    path: '/partners/$id/users',
    title: 'Partner users',
    load: () => import('./pages/partner-users').then((file) => file.PartnerUsersPage),
  },
  {
    path: '/users',
    title: 'Users',
    create: 'user',
    group: 'partners',
    load: () => import('../features/users/users-page').then((file) => file.UsersPage),
  },
  {
    path: '/users/$id/details',
    title: 'User',
    load: () => import('../features/users/user-page').then((file) => file.UserPage),
    record: { kind: 'user', at: paths.user },
  },
  {
    path: '/users/$id/collections',
    title: 'User collections',
    load: () => userCollections().then((file) => file.UserCollectionsPage),
  },
  {
    path: '/users/$id/collections/$folder_id',
    title: 'User collections',
    load: () => userCollections().then((file) => file.UserCollectionsPage),
  },
  {
    path: '/users/$id/shared-collections',
    title: 'User shared collections',
    load: () => import('./pages/user-shared-collections').then((file) => file.UserSharedCollectionsPage),
  },
  {
    path: '/account-types',
    title: 'Account types',
    create: 'account type',
    adminsCreate: true,
    group: 'partners',
    load: () => import('../features/account-types/account-types').then((file) => file.AccountTypesPage),
    record: { kind: 'account type', at: paths.accountType },
  },
  {
    path: '/account-types/$id/permissions',
    title: 'Permissions',
    load: () => import('../features/account-types/permissions-page').then((file) => file.PermissionsPage),
  },
  {
    path: '/account-types/$id/user-templates',
    title: 'User templates',
    load: () => import('../features/account-types/user-templates-page').then((file) => file.UserTemplatesPage),
  },
  {
    path: '/consortia',
    title: 'Consortia',
    create: 'consortium',
    group: 'partners',
    load: () => directories().then((file) => file.ConsortiaPage),
    record: { kind: 'consortium', at: (id) => paths.consortia({ edit: id }) },
  },
  {
    path: '/host-agencies',
    title: 'Host agencies',
    create: 'host agency',
    group: 'partners',
    load: () => directories().then((file) => file.HostAgenciesPage),
    record: { kind: 'host agency', at: (id) => paths.hostAgencies({ edit: id }) },
  },
  {
    path: '/copilot-insights',
    title: 'Copilot insights',
    label: 'Copilot',
    group: 'insights',
    load: () => copilot().then((file) => file.CopilotInsightsPage),
  },
  {
    path: '/copilot-insights/partner/$id',
    title: 'Partner Copilot insights',
    load: () => copilot().then((file) => file.CopilotPartnerPage),
  },
  {
    path: '/copilot-insights/user/$id',
    title: 'User Copilot insights',
    load: () => copilot().then((file) => file.CopilotUserPage),
  },
  {
    path: '/search-history',
    title: 'Search history',
    group: 'insights',
    load: () => import('../features/search-history/search-history').then((file) => file.SearchHistoryPage),
  },
  {
    path: '/api-logs',
    title: 'API logs',
    group: 'insights',
    load: () => import('../features/api-logs/api-logs').then((file) => file.ApiLogsPage),
  },
  {
    path: '/media-types',
    title: 'Media types',
    create: 'media type',
    group: 'settings',
    load: () => import('../features/media-types/media-types').then((file) => file.MediaTypesPage),
    record: { kind: 'media type', at: (id) => paths.mediaTypes({ edit: id }) },
  },
  {
    path: '/content-depths',
    title: 'Content depths',
    create: 'content depth',
    group: 'settings',
    load: () => import('../features/content-depths/content-depths').then((file) => file.ContentDepthsPage),
    record: { kind: 'content depth', at: (id) => paths.contentDepths({ edit: id }) },
  },
  {
    path: '/content-domains',
    title: 'Content domains',
    create: 'content domain',
    group: 'settings',
    load: () => import('../features/content-domains/content-domains').then((file) => file.ContentDomainsPage),
    record: { kind: 'content domain', at: (id) => paths.contentDomains({ edit: id }) },
  },
  {
    path: '/subject-areas',
    title: 'Subject areas',
    create: 'subject area',
    group: 'settings',
    load: () => import('../features/subject-areas/subject-areas').then((file) => file.SubjectAreasPage),
    record: { kind: 'subject area', at: (id) => paths.subjectAreas({ edit: id }) },
  },
  {
    path: '/global-tags',
    title: 'Global tags',
    create: 'global tag',
    group: 'settings',
    load: () => import('../features/global-tags/global-tags').then((file) => file.GlobalTagsPage),
    record: { kind: 'global tag', at: (id) => paths.globalTags({ edit: id }) },
  },
  {
    path: '/facades',
    title: 'Facades',
    create: 'facade',
    group: 'settings',
    load: () => import('../features/facades/facades').then((file) => file.FacadesPage),
    record: { kind: 'facade', at: (id) => paths.facades({ edit: id }) },
  },
  {
    path: '/publishers',
    title: 'Publishers',
    create: 'publisher',
    group: 'settings',
    load: () => import('../features/publishers/publishers').then((file) => file.PublishersPage),
    record: { kind: 'publisher', at: (id) => paths.publishers({ edit: id }) },
  },
  {
    path: '/countries',
    title: 'Countries',
    create: 'country',
    group: 'markets',
    load: () => import('../features/countries/countries').then((file) => file.CountriesPage),
  },
  {
    path: '/countries/$id',
    title: 'Country',
    load: () => import('../features/countries/country-page').then((file) => file.CountryPage),
    record: { kind: 'country', at: paths.country },
  },
  {
    path: '/regions',
    title: 'Regions',
    create: 'region',
    group: 'markets',
    load: () => import('../features/regions/regions').then((file) => file.RegionsPage),
    record: { kind: 'region', at: (id) => paths.regions({ edit: id }) },
  },
  {
    path: '/destinations',
    title: 'Destinations',
    create: 'destination',
    group: 'markets',
    load: () => import('../features/destinations/destinations').then((file) => file.DestinationsPage),
    record: { kind: 'destination', at: (id) => paths.destinations({ edit: id }) },
  },
  {
    path: '/languages',
    title: 'Languages',
    create: 'language',
    group: 'markets',
    load: () => import('../features/languages/languages').then((file) => file.LanguagesPage),
    record: { kind: 'language', at: (id) => paths.languages({ edit: id }) },
  },
  {
    path: '/partner-markets',
    title: 'Partner markets',
    create: 'partner market',
    group: 'markets',
    load: () => import('../features/partner-markets/partner-markets').then((file) => file.PartnerMarketsPage),
    record: { kind: 'partner market', at: (id) => paths.partnerMarkets({ edit: id }) },
  },
  {
    path: '/profile',
    title: 'Profile',
    group: 'you',
    icon: IconUser,
    load: () => import('../features/signin/profile-page').then((file) => file.ProfilePage),
  },
  {
    path: '/settings',
    title: 'Settings',
    group: 'you',
    icon: IconSettings,
    load: () => import('../features/signin/settings-page').then((file) => file.SettingsPage),
  },
  {
    path: '/trash',
    title: 'Trash',
    group: 'administration',
    icon: IconTrash,
    load: () => import('../features/trash/trash-page').then((file) => file.TrashPage),
  },
  {
    path: '/staff',
    title: 'Staff',
    create: 'staff member',
    group: 'administration',
    icon: IconUsers,
    admin: true,
    load: () => import('../features/staff/staff-page').then((file) => file.StaffPage),
  },
  {
    path: '/activity',
    title: 'Activity',
    group: 'administration',
    icon: IconActivity,
    admin: true,
    load: () => import('../features/activity/activity-page').then((file) => file.ActivityPage),
  },
  {
    path: '/failed-jobs',
    title: 'Failed jobs',
    group: 'administration',
    icon: IconRefreshAlert,
    admin: true,
    load: () => import('../features/failed-jobs/failed-jobs-page').then((file) => file.FailedJobsPage),
  },
  {
    path: '/status',
    title: 'Status',
    group: 'administration',
    icon: IconHeartbeat,
    admin: true,
    load: () => import('../features/status/status-page').then((file) => file.StatusPage),
  },
]

/** Records in the audit log that have no screen of their own. */
const otherKinds = [
  'country region',
  'export',
  'folder',
  'job',
  'lead',
  'partner language',
  'saved view',
  'search cache',
  'site',
  'site redirect',
  'site transformation',
  'user template',
]

/** The kinds of records in the audit log, with the URL of a record where it has a screen. */
export const recordKinds = new Map<string, ((id: number) => string) | undefined>(
  [
    ...screens.flatMap(({ record }) => (record ? [[record.kind, record.at] as const] : [])),
    ...otherKinds.map((kind) => [kind, undefined] as const),
  ].sort(([a], [b]) => (a < b ? -1 : 1)),
)

/** The screens of a group that the signed-in person can open. */
export const screensOf = (group: GroupName, admin: boolean) => screens.filter((screen) => screen.group === group && (admin || !screen.admin))
