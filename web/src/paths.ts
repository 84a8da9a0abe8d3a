type Query = Record<string, string | number | undefined>

function at(path: string, query: Query = {}): string {
  const filled = Object.entries(query).filter(([, value]) => value !== undefined && value !== '')
  const search = new URLSearchParams(filled.map(([name, value]) => [name, String(value)])).toString()
  return search ? `${path}?${search}` : path
}

function withId(path: string, id?: number | null): string {
  return id ? `${path}/${id}` : path
}

/** paths has a function for every URL of the console. All links are built here. */
export const paths = {
  home: () => '/',
  dashboard: () => '/dashboard',
  attention: (query?: Query) => at('/attention', query),
  content: (query?: Query) => at('/content', query),
  newContent: (query?: Query) => at('/content/new', query),
  editContent: (id: number) => `/content/${id}/edit`,
  newImage: () => '/image/new',
  editImage: (id: number) => `/image/${id}/edit`,
  /** The form of content or an image. */
  editItem: (item: { id: number; block_type: string }) => (item.block_type === 'image' ? paths.editImage(item.id) : paths.editContent(item.id)),
  calendar: (query?: Query) => at('/calendar', query),
  expiredContent: (query?: Query) => at('/expired-content', query),
  libraries: (query?: Query) => at('/libraries', query),
  export: () => '/export',
  newImport: (path: string, name: string) => at('/import', { path, name }),
  import: (id: number) => at('/import', { id }),

  collections: (query?: Query) => at('/collections', query),
  collection: (id: number) => `/collections/${id}`,
  sharedCollections: (query?: Query) => at('/shared-collections', query),
  sharedCollection: (id: number) => `/shared-collections/${id}`,
  collaborators: (query?: Query) => at('/collaborators', query),
  collaborator: (id: number) => `/collaborators/${id}`,

  accountTypes: (query?: Query) => at('/account-types', query),
  accountType: (id: number) => `/account-types/${id}`,
  permissions: (accountType: number, query?: Query) => at(`/account-types/${accountType}/permissions`, query),
  userTemplates: (accountType: number, query?: Query) => at(`/account-types/${accountType}/user-templates`, query),
  users: (query?: Query) => at('/users', query),
  user: (id: number) => `/users/${id}/details`,
  userCollections: (id: number, folder?: number | null) => withId(`/users/${id}/collections`, folder),
  userSharedCollections: (id: number) => `/users/${id}/shared-collections`,
  partners: (query?: Query) => at('/partners', query),
  partner: (id: number) => `/partners/${id}/details`,
  partnerCustomizations: (id: number) => `/partners/${id}/customizations`,
  partnerCollections: (id: number, folder?: number | null) => withId(`/partners/${id}/collections`, folder),
  partnerSites: (id: number, query?: Query) => at(`/partners/${id}/sites`, query),
  partnerSite: (id: number, site: number) => `/partners/${id}/sites/${site}`,
  partnerUsers: (id: number, query?: Query) => at(`/partners/${id}/users`, query),
  consortia: (query?: Query) => at('/consortia', query),
  hostAgencies: (query?: Query) => at('/host-agencies', query),

  copilotInsights: () => '/copilot-insights',
  copilotPartner: (id: number) => `/copilot-insights/partner/${id}`,
  copilotUser: (id: number) => `/copilot-insights/user/${id}`,
  searchHistory: (query?: Query) => at('/search-history', query),
  apiLogs: (query?: Query) => at('/api-logs', query),

  mediaTypes: (query?: Query) => at('/media-types', query),
  contentDepths: (query?: Query) => at('/content-depths', query),
  contentDomains: (query?: Query) => at('/content-domains', query),
  subjectAreas: (query?: Query) => at('/subject-areas', query),
  globalTags: (query?: Query) => at('/global-tags', query),
  facades: (query?: Query) => at('/facades', query),
  publishers: (query?: Query) => at('/publishers', query),

  countries: (query?: Query) => at('/countries', query),
  country: (id: number) => `/countries/${id}`,
  regions: (query?: Query) => at('/regions', query),
  destinations: (query?: Query) => at('/destinations', query),
  languages: (query?: Query) => at('/languages', query),
  partnerMarkets: (query?: Query) => at('/partner-markets', query),

  profile: () => '/profile',
  settings: () => '/settings',
  trash: (query?: Query) => at('/trash', query),
  staff: (query?: Query) => at('/staff', query),
  activity: (query?: Query) => at('/activity', query),
  failedJobs: (query?: Query) => at('/failed-jobs', query),
  status: () => '/status',

  login: (to?: string) => at('/login', { to }),
  logout: () => '/logout',
  forgotPassword: () => '/forgot-password',
  resetPassword: (token: string) => `/reset-password/${encodeURIComponent(token)}`,
  notFound: () => '/404',
  parts: () => '/parts',
  apiDocumentation: () => '/api/v1/docs',
}
