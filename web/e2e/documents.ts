/** Documented is what the source documents say about a list. */
export type Documented = {
  path: string
  /** The request whose first record is named by {id} in the path. */
  first?: string
  /** The request that loads the rows, in which {id} is the same record. */
  list: string
  perPage: number
  /** The accessible name of the table, if the page has several. */
  table?: string
  /** The documents describe what a column shows; these are the heads. */
  columns?: string[]
  /** The labels of the tabs. Partners have one for each account type as well. */
  tabs?: string[]
  /** The width of the window, if it is not 1,440 pixels. */
  width?: number
  /** A deliberate difference, with the words of decision 24 that explain it. */
  instead?: { columns?: string[]; perPage?: number; decision: string }
}

const rows = 25
const insights = 10
const fewer = { perPage: 10, decision: 'the four tables of the dashboard show 10' }
const more = 'three lists have more columns'
const figures = ['Views', 'Clicks', 'Lead intents', 'Leads']
const logs = ['Time', 'Duration', 'Status', 'Endpoint', 'Results', 'Parameters', 'Partner']
const collections = ['Name', 'Folder', 'Tags', 'Owner', 'Content', 'Impressions', 'Acceptances', 'Flags']
const personalisations = ['Name', 'Personal message', 'CTA', 'Customisations']
const uses = ['Libraries', 'Destinations', 'Tags', 'Collections', 'Publishers']
const directory = ['Name', 'Logo']
const contentTabs = ['All', 'In Collection', 'Not In Collection']

/** documented are the lists of the source documents. */
export const documented: Documented[] = [
  { path: 'account-types', list: 'account-types', perPage: rows, columns: ['Name', 'User templates'] },
  { path: 'api-logs', list: 'api-logs', perPage: rows, columns: logs, instead: { columns: [...logs, 'Method', 'Reason'], decision: more } },
  {
    path: 'collections',
    list: 'collections',
    perPage: rows,
    columns: collections,
    tabs: ['All', 'Partner', 'Personal'],
    instead: { columns: [...collections, 'Created'], decision: more },
  },
  {
    path: 'collections/{id}',
    first: 'collections?sort=-contents_count',
    list: 'collections/{id}/content',
    perPage: rows,
    columns: ['Type', 'Title', 'Added'],
  },
  { path: 'collections/{id}?add=1', first: 'collections?sort=-contents_count', list: 'content', perPage: 10 },
  {
    path: 'shared-collections',
    list: 'shared-collections',
    perPage: rows,
    columns: ['Collection', 'Partner', 'User', 'Personal message', 'Personalisations', 'Accepted'],
  },
  {
    path: 'shared-collections/{id}',
    first: 'shared-collections?sort=-personalisations_count',
    list: 'shared-collections/{id}/personalisations',
    perPage: rows,
    columns: personalisations,
    instead: { columns: [...personalisations, 'Created'], decision: more },
  },
  { path: 'collaborators', list: 'collaborators', perPage: rows, columns: ['Name', 'Content experiences', 'Newest version', 'Logo'] },
  {
    path: 'copilot-insights',
    list: 'copilot-insights/views-by-partner',
    perPage: insights,
    table: 'Partners',
    columns: ['Partner', 'Advisors', ...figures],
  },
  {
    path: 'copilot-insights',
    list: 'copilot-insights/views-by-user',
    perPage: insights,
    table: 'Advisors and partner users',
    columns: ['User', 'Partners', ...figures],
  },
  {
    path: 'search-history',
    list: 'search-history',
    perPage: rows,
    columns: ['When', 'Duration', 'Cached', 'Search term', 'Results', 'Partner', 'User'],
    tabs: ['All Search Results', 'Searches with Zero Results', 'Searches with Results'],
  },
  {
    path: 'content',
    list: 'content',
    perPage: rows,
    columns: ['Type', 'Title', ...uses, 'Library count', 'Status', 'Created', 'Added'],
    tabs: contentTabs,
  },
  {
    path: 'content',
    width: 1439,
    list: 'content',
    perPage: rows,
    columns: ['Type', 'Title', ...uses, 'Library count', 'Status', 'Created', 'Added'],
    tabs: contentTabs,
    instead: { columns: ['Type', 'Title', ...uses, 'Status', 'Created'], decision: 'windows narrower than 1,440 pixels' },
  },
  {
    path: 'dashboard',
    list: 'dashboard/content-added-to-collections',
    perPage: rows,
    table: 'Content Added to User Collections',
    columns: ['Content', 'Collection', 'Added'],
    instead: fewer,
  },
  {
    path: 'dashboard',
    list: 'dashboard/content-added-by-users',
    perPage: rows,
    table: 'New User Content',
    columns: ['Title', 'User', 'Partner', 'Created'],
    instead: fewer,
  },
  {
    path: 'dashboard',
    list: 'dashboard/searches-with-no-results',
    perPage: rows,
    table: 'No Result Searches',
    columns: ['Search term', 'Filters', 'When'],
    instead: fewer,
  },
  {
    path: 'dashboard',
    list: 'dashboard/content-with-no-destination',
    perPage: rows,
    table: 'No Destination Content',
    columns: ['Title', 'Created', 'Updated'],
    instead: fewer,
  },
  {
    path: 'expired-content',
    list: 'content',
    perPage: rows,
    columns: ['Title', 'Type', 'Libraries', 'Destinations', 'Collections', 'Expired'],
    tabs: ['All Content', 'In Collection'],
  },
  { path: 'content-depths', list: 'content-depths', perPage: rows, columns: ['Icon', 'Name', 'Description', 'Order'] },
  { path: 'content-domains', list: 'content-domains', perPage: rows, columns: ['Display name', 'Host', 'Media type'] },
  {
    path: 'media-types',
    list: 'content-types',
    perPage: rows,
    columns: ['Media Type', 'Lead In', 'CTA', 'Content count', 'Weight', 'Order'],
  },
  { path: 'facades', list: 'facades', perPage: rows, columns: ['Facade', 'Destination', 'Type', 'Views'] },
  { path: 'global-tags', list: 'global-tags', perPage: rows, columns: ['Tag', 'Added'] },
  { path: 'subject-areas', list: 'tags', perPage: rows, columns: ['Subject Area', 'Content count'] },
  { path: 'publishers', list: 'publishers', perPage: rows, columns: ['Name', 'Content count'] },
  { path: 'libraries', list: 'libraries', perPage: rows, columns: ['Name', 'Content count', 'Owner', 'Partner Access'] },
  {
    path: 'partners',
    list: 'partners',
    perPage: rows,
    columns: ['Partner', 'Contact', 'PID', 'Collections', 'Users', 'Shared collections', 'Accessed', 'Added'],
    tabs: ['All Partners'],
  },
  {
    path: 'users',
    list: 'users',
    perPage: rows,
    columns: ['User', 'Type', 'Params', 'Country', 'Profile', 'Last Active', 'Signed Up'],
    tabs: ['All Users', 'Advisors', 'New Advisors', 'Active', 'Inactive'],
  },
  { path: 'countries', list: 'countries', perPage: rows, columns: ['Name', 'Users', 'Alpha2', 'Alpha3', 'Regions'] },
  {
    path: 'countries/{id}',
    first: 'countries?sort=-country_regions_count',
    list: 'countries/{id}/country-regions',
    perPage: rows,
    columns: ['Name', 'Users', 'Abbreviation'],
  },
  { path: 'regions', list: 'regions', perPage: rows, columns: ['Name', 'Countries'] },
  { path: 'destinations', list: 'destinations', perPage: rows, columns: ['Destination', 'Content count'] },
  { path: 'languages', list: 'languages', perPage: rows, columns: ['Name', 'Alpha2', 'User Profile Enabled', 'Content count'] },
  { path: 'partner-markets', list: 'partner-markets', perPage: rows, columns: ['Partner', 'Name', 'Include If No Match'] },
  { path: 'consortia', list: 'consortia', perPage: rows, columns: directory },
  { path: 'host-agencies', list: 'host-agencies', perPage: rows, columns: directory },
]
