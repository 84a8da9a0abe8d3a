type Query = Record<string, string | number | undefined>

function at(path: string, query: Query = {}): string {
  const filled = Object.entries(query).filter(([, value]) => value !== undefined && value !== '')
  const search = new URLSearchParams(filled.map(([name, value]) => [name, String(value)])).toString()
  return search ? `${path}?${search}` : path
}

/** Every address of the console, as a function. Links are made here and nowhere else. */
export const paths = {
  home: () => '/',
  dashboard: () => '/dashboard',
  globalTags: (query?: Query) => at('/global-tags', query),
  mediaTypes: (query?: Query) => at('/media-types', query),
  publishers: (query?: Query) => at('/publishers', query),

  profile: () => '/profile',
  settings: () => '/settings',
  trash: (query?: Query) => at('/trash', query),
  staff: (query?: Query) => at('/staff', query),
  activity: (query?: Query) => at('/activity', query),
  failedJobs: (query?: Query) => at('/failed-jobs', query),

  login: (to?: string) => at('/login', { to }),
  logout: () => '/logout',
  forgotPassword: () => '/forgot-password',
  resetPassword: (token: string) => `/reset-password/${encodeURIComponent(token)}`,
  notFound: () => '/404',
  parts: () => '/parts',
}
