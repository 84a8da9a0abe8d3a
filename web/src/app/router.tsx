import { createRootRoute, createRoute, createRouter, lazyRouteComponent, redirect } from '@tanstack/react-router'
import { plainSearch } from '../kit/address'
import { ask } from '../kit/resource/ask'
import { currentUser } from '../kit/session/session'
import { signOut } from '../kit/session/sign-out'
import { start } from '../kit/start'
import { paths } from '../paths'
import { Broken } from './broken'
import { NotAllowed } from './not-allowed'
import { Root } from './root'
import { Shell } from './shell/shell'

const root = createRootRoute({ component: Root, errorComponent: Broken })

/** Everything behind the guard: nobody passes without a session, and comes back here after signing in. */
const guarded = createRoute({
  getParentRoute: () => root,
  id: 'guarded',
  component: Shell,
  errorComponent: Broken,
  beforeLoad({ location }) {
    if (!currentUser()) throw redirect({ to: paths.login(location.href), replace: true })
  },
})

// biome-ignore lint/suspicious/noExplicitAny: a module with any named component
type Load = () => Promise<Record<string, any>>

/** screen is a page behind the guard, loaded when it is first opened. The list of an entity's page is asked for meanwhile. */
function screen(path: string, title: string, load: Load, name: string, admin = false) {
  const Page = lazyRouteComponent(load, name)
  const component = admin ? () => (currentUser()?.staff_role === 'admin' ? <Page /> : <NotAllowed />) : Page
  return createRoute({
    getParentRoute: () => guarded,
    path,
    component,
    staticData: { title },
    async loader({ location }) {
      await Page.preload?.() // a file that is gone is the page's own trouble
      const { resource } = (await load().catch(() => ({ [name]: {} })))[name]
      if (resource && (!admin || currentUser()?.staff_role === 'admin')) ask(resource, location.search)
    },
  })
}

/** forward leads from a record to the first of its pages. */
function forward(path: `/${string}/$id`, to: (id: number) => string) {
  return createRoute({
    getParentRoute: () => guarded,
    path,
    beforeLoad({ params }) {
      const id = Number((params as { id: string }).id)
      throw redirect({ to: id > 0 ? to(id) : paths.notFound(), replace: true })
    },
  })
}

/** open is a page that needs no session. */
function open(path: string, title: string, load: Load, name: string) {
  const Page = lazyRouteComponent(load, name)
  return createRoute({ getParentRoute: () => root, path, component: Page, staticData: { title }, loader: () => Page.preload?.() })
}

const signin = () => import('../features/signin/signin-pages')
const copilot = () => import('../features/copilot/copilot-pages')
const partner = () => import('../features/partners/partner-page')

const screens = [
  screen('/dashboard', 'Dashboard', () => import('../features/dashboard/dashboard-page'), 'DashboardPage'),
  screen('/global-tags', 'Global tags', () => import('../features/global-tags/global-tags'), 'GlobalTagsPage'),
  screen('/media-types', 'Media types', () => import('../features/media-types/media-types'), 'MediaTypesPage'),
  screen('/publishers', 'Publishers', () => import('../features/publishers/publishers'), 'PublishersPage'),
  screen('/content', 'Content', () => import('../features/content/content-page'), 'ContentPage'),
  screen('/content/new', 'New content', () => import('../features/content/content-form-page'), 'NewContentPage'),
  screen('/content/$id/edit', 'Edit content', () => import('../features/content/content-form-page'), 'EditContentPage'),
  screen('/image/new', 'New image', () => import('../features/content/image-form-page'), 'NewImagePage'),
  screen('/image/$id/edit', 'Edit image', () => import('../features/content/image-form-page'), 'EditImagePage'),
  screen('/expired-content', 'Expired content', () => import('../features/content/expired-page'), 'ExpiredContentPage'),
  screen('/libraries', 'Libraries', () => import('../features/libraries/libraries'), 'LibrariesPage'),
  screen('/export', 'Export data', () => import('../features/exports/export-page'), 'ExportPage'),
  screen('/copilot-insights', 'Copilot insights', copilot, 'CopilotInsightsPage'),
  screen('/copilot-insights/partner/$id', 'Copilot insights of a partner', copilot, 'CopilotPartnerPage'),
  screen('/copilot-insights/user/$id', 'Copilot insights of a user', copilot, 'CopilotUserPage'),
  screen('/search-history', 'Search history', () => import('../features/search-history/search-history'), 'SearchHistoryPage'),
  screen('/api-logs', 'API logs', () => import('../features/api-logs/api-logs'), 'ApiLogsPage'),
  screen('/consortia', 'Consortia', () => import('../features/directories/directories'), 'ConsortiaPage'),
  screen('/host-agencies', 'Host agencies', () => import('../features/directories/directories'), 'HostAgenciesPage'),
  screen('/content-depths', 'Content depths', () => import('../features/content-depths/content-depths'), 'ContentDepthsPage'),
  screen('/content-domains', 'Content domains', () => import('../features/content-domains/content-domains'), 'ContentDomainsPage'),
  screen('/subject-areas', 'Subject areas', () => import('../features/subject-areas/subject-areas'), 'SubjectAreasPage'),
  screen('/facades', 'Facades', () => import('../features/facades/facades'), 'FacadesPage'),
  screen('/countries', 'Countries', () => import('../features/countries/countries'), 'CountriesPage'),
  screen('/countries/$id', 'Country', () => import('../features/countries/country-page'), 'CountryPage'),
  screen('/regions', 'Regions', () => import('../features/regions/regions'), 'RegionsPage'),
  screen('/destinations', 'Destinations', () => import('../features/destinations/destinations'), 'DestinationsPage'),
  screen('/languages', 'Languages', () => import('../features/languages/languages'), 'LanguagesPage'),
  screen('/partner-markets', 'Partner markets', () => import('../features/partner-markets/partner-markets'), 'PartnerMarketsPage'),
  screen('/collections', 'Collections', () => import('../features/collections/collections-page'), 'CollectionsPage'),
  screen('/collections/$id', 'Collection', () => import('../features/collections/collection-page'), 'CollectionPage'),
  screen(
    '/shared-collections',
    'Shared collections',
    () => import('../features/shared-collections/shared-collections-page'),
    'SharedCollectionsPage',
  ),
  screen(
    '/shared-collections/$id',
    'Shared collection',
    () => import('../features/shared-collections/shared-collection-page'),
    'SharedCollectionPage',
  ),
  screen('/collaborators', 'Collaborators', () => import('../features/collaborators/collaborators'), 'CollaboratorsPage'),
  screen('/collaborators/$id', 'Collaborator', () => import('../features/collaborators/collaborator-page'), 'CollaboratorPage'),
  screen('/partners', 'Partners', () => import('../features/partners/partners-page'), 'PartnersPage'),
  forward('/partners/$id', paths.partner),
  screen('/partners/$id/details', 'Partner', partner, 'PartnerPage'),
  screen('/partners/$id/customizations', 'Customizations of a partner', partner, 'PartnerCustomizationsPage'),
  screen('/partners/$id/collections', 'Collections of a partner', partner, 'PartnerCollectionsPage'),
  screen('/partners/$id/collections/$folder_id', 'Collections of a partner', partner, 'PartnerCollectionsPage'),
  screen('/partners/$id/sites', 'Sites of a partner', partner, 'PartnerSitesPage'),
  screen('/partners/$id/sites/$site_id', 'Site of a partner', partner, 'PartnerSitePage'),
  screen('/partners/$id/users', 'Users of a partner', partner, 'PartnerUsersPage'),
  screen('/account-types', 'Account types', () => import('../features/account-types/account-types'), 'AccountTypesPage'),
  forward('/account-types/$id', paths.permissions),
  screen('/account-types/$id/permissions', 'Permissions', () => import('../features/account-types/permissions-page'), 'PermissionsPage'),
  screen('/account-types/$id/user-templates', 'User templates', () => import('../features/account-types/user-templates-page'), 'UserTemplatesPage'),
  screen('/users', 'Users', () => import('../features/users/users-page'), 'UsersPage'),
  forward('/users/$id', paths.user),
  screen('/users/$id/details', 'User', () => import('../features/users/user-page'), 'UserPage'),
  screen('/users/$id/collections', 'Collections of a user', () => import('../features/users/user-page'), 'UserCollectionsPage'),
  screen('/users/$id/collections/$folder_id', 'Collections of a user', () => import('../features/users/user-page'), 'UserCollectionsPage'),
  screen('/users/$id/shared-collections', 'Shared collections of a user', () => import('../features/users/user-page'), 'UserSharedCollectionsPage'),
  screen('/profile', 'Profile', () => import('../features/signin/profile-page'), 'ProfilePage'),
  screen('/settings', 'Settings', () => import('../features/signin/settings-page'), 'SettingsPage'),
  screen('/trash', 'Trash', () => import('../features/trash/trash-page'), 'TrashPage'),
  screen('/staff', 'Staff', () => import('../features/staff/staff-page'), 'StaffPage', true),
  screen('/activity', 'Activity', () => import('../features/activity/activity-page'), 'ActivityPage', true),
  screen('/failed-jobs', 'Failed jobs', () => import('../features/failed-jobs/failed-jobs-page'), 'FailedJobsPage', true),
  ...(start.demo ? [screen('/parts', 'Parts', () => import('./parts/parts-page'), 'PartsPage')] : []),
]

const home = createRoute({
  getParentRoute: () => root,
  path: '/',
  beforeLoad() {
    throw redirect({ to: paths.dashboard(), replace: true })
  },
})

/**
 * The user menu logs out at once. Any other way to this address, such as a link on another site, gets a page that asks first:
 * only the app itself can put `direct` into the state of its history.
 */
const logout = createRoute({
  getParentRoute: () => root,
  path: '/logout',
  component: lazyRouteComponent(signin, 'LogoutPage'),
  staticData: { title: 'Log out' },
  async beforeLoad({ location }) {
    if (!currentUser()) throw redirect({ to: paths.login(), replace: true })
    if (location.state.direct) throw redirect({ to: (await signOut()) ? paths.login() : paths.dashboard(), replace: true })
  },
})

const unknown = createRoute({
  getParentRoute: () => root,
  path: '$',
  beforeLoad() {
    throw redirect({ to: paths.notFound(), replace: true })
  },
})

export const routeTree = root.addChildren([
  guarded.addChildren(screens),
  open('/login', 'Sign in', signin, 'LoginPage'),
  open('/forgot-password', 'Forgotten password', signin, 'ForgotPasswordPage'),
  open('/reset-password/$token', 'New password', signin, 'ResetPasswordPage'),
  open('/404', 'Not found', () => import('./not-found-page'), 'NotFoundPage'),
  home,
  logout,
  unknown,
])

export function makeRouter() {
  return createRouter({
    routeTree,
    defaultPreload: 'intent',
    scrollRestoration: true,
    ...plainSearch,
  })
}

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** Log out without asking. */
    direct?: boolean
  }
  interface StaticDataRouteOption {
    title?: string
  }
}
