import { createRootRoute, createRoute, createRouter, lazyRouteComponent, redirect } from '@tanstack/react-router'
import { plainSearch } from '../kit/address'
import { rememberUrls } from '../kit/page/last-url'
import type { Page } from '../kit/page/page'
import { followRouteLinks } from '../kit/route-link'
import { currentUser } from '../kit/session/session'
import { signOut } from '../kit/session/sign-out'
import { start } from '../kit/start'
import { paths } from '../paths'
import { Broken } from './broken'
import { NotAllowed } from './not-allowed'
import { Root } from './root'
import { type Screen, screens } from './screens'
import { Shell } from './shell/shell'

const root = createRootRoute({ component: Root, errorComponent: Broken })

/** The parent of all screens: without a session it redirects to the sign-in page, which comes back here. */
const guarded = createRoute({
  getParentRoute: () => root,
  id: 'guarded',
  component: Shell,
  errorComponent: Broken,
  beforeLoad({ location }) {
    if (!currentUser()) throw redirect({ to: paths.login(location.href), replace: true })
  },
})

const isAdmin = () => currentUser()?.staff_role === 'admin'

/** routeOf returns the route of a screen. The code is loaded when it is first opened, and the list of a declared entity along with it. */
function routeOf({ path, title, load, admin }: Screen) {
  const Page = lazyRouteComponent(() => load().then((page) => ({ default: page })))
  const component = admin ? () => (isAdmin() ? <Page /> : <NotAllowed />) : Page
  return createRoute({
    getParentRoute: () => guarded,
    path,
    component,
    staticData: { title },
    async loader({ location }) {
      await Page.preload?.()
      const page = await load().catch(() => undefined) // the page itself reports a missing file
      if (!admin || isAdmin()) page?.prefetch?.(location.search)
    },
  })
}

/** recordRedirect redirects from a record to the first of its pages. */
function recordRedirect(path: `/${string}/$id`, to: (id: number) => string) {
  return createRoute({
    getParentRoute: () => guarded,
    path,
    beforeLoad({ params }) {
      const id = Number((params as { id: string }).id)
      throw redirect({ to: id > 0 ? to(id) : paths.notFound(), replace: true })
    },
  })
}

/** publicRoute returns the route of a page that needs no session. */
function publicRoute(path: string, title: string, load: () => Promise<Page>) {
  const Page = lazyRouteComponent(() => load().then((page) => ({ default: page })))
  return createRoute({ getParentRoute: () => root, path, component: Page, staticData: { title }, loader: () => Page.preload?.() })
}

const signin = () => import('../features/signin/signin-pages')

const parts: Screen = { path: '/parts', title: 'Components', load: () => import('./parts/parts-page').then((file) => file.PartsPage) }

const home = createRoute({
  getParentRoute: () => root,
  path: '/',
  beforeLoad() {
    throw redirect({ to: paths.dashboard(), replace: true })
  },
})

/**
 * The user menu logs out immediately. Any other navigation to this path, such as a link on another site, opens a page that asks first:
 * only the app itself can put `direct` into the state of its history.
 */
const logout = createRoute({
  getParentRoute: () => root,
  path: '/logout',
  component: lazyRouteComponent(() => signin().then((file) => ({ default: file.LogoutPage }))),
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
  guarded.addChildren([
    ...screens.map(routeOf),
    ...(start.demo ? [routeOf(parts)] : []),
    recordRedirect('/partners/$id', paths.partner),
    recordRedirect('/account-types/$id', paths.permissions),
    recordRedirect('/users/$id', paths.user),
  ]),
  publicRoute('/login', 'Sign in', () => signin().then((file) => file.LoginPage)),
  publicRoute('/forgot-password', 'Forgot password', () => signin().then((file) => file.ForgotPasswordPage)),
  publicRoute('/reset-password/$token', 'New password', () => signin().then((file) => file.ResetPasswordPage)),
  publicRoute('/404', 'Page not found', () => import('./not-found-page').then((file) => file.NotFoundPage)),
  home,
  logout,
  unknown,
])

export function makeRouter() {
  const router = createRouter({
    routeTree,
    defaultPreload: 'intent',
    scrollRestoration: true,
    ...plainSearch,
  })
  rememberUrls(router)
  followRouteLinks(router)
  return router
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
