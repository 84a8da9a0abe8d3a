import { IconArrowGuide, IconBrowser, IconWand } from '@tabler/icons-react'
import type { Partner, SiteRedirect, SiteTransformation } from '../../kit/api/schema.gen'
import type { Frame } from '../../kit/page/frame'
import { NameList, Text } from '../../kit/resource/columns'
import { defineResource, withParentIds } from '../../kit/resource/define'
import { paths } from '../../paths'

/** PartnerTab are the props of a tab on a partner's page. */
export type PartnerTab = { partner: Partner; frame: Frame }

/** sitesOf returns the resource of a partner's sites, whose rows link to their pages. */
export const sitesOf = (partner: number) => ({
  ...withParentIds(sites, { partner_id: partner }),
  columns: sites.columns.map((column) =>
    column.field === 'domain' ? { ...column, opens: ({ id }: { id: number }) => paths.partnerSite(partner, id) } : column,
  ),
})

const sites = defineResource('partners/{partner_id}/sites', {
  one: 'Site',
  many: 'Sites',
  about: 'Websites on which Copilot works for this partner',
  icon: IconBrowser,
  name: ({ name }) => name,
  sort: 'name',
  search: 'Search domains',
  columns: [
    { field: 'domain', label: 'Domain', sort: 'name', width: '30%', minWidth: 200 },
    {
      field: 'copilot_domains',
      label: 'Copilot domains',
      sort: false,
      width: '26%',
      minWidth: 180,
      card: 'line',
      cell: (site) => <NameList names={site.copilot_domains} />,
    },
    { field: 'transformations_count', label: 'Transformations', as: 'number', sort: false },
    { field: 'redirects_count', label: 'Redirects', as: 'number', sort: false },
    { field: 'updated_at', label: 'Updated', as: 'day' },
  ],
  form: [
    {
      field: 'domain',
      label: 'Domain',
      as: 'text',
      required: true,
      placeholder: 'example.com',
      description: 'The main domain, without https://. It is included automatically in the domains below.',
    },
    {
      field: 'copilot_domains',
      label: 'Copilot domains',
      as: 'tags',
      separated: true,
      placeholder: 'trips.example.com',
      description: 'All domains Copilot works on. Press Enter after each, or paste several.',
    },
    { field: 'featured_image', label: 'Featured image', as: 'image' },
    {
      field: 'copilot_css',
      label: 'Copilot CSS',
      as: 'code',
      placeholder: '.copilot-button {\n  color: #12705f;\n}',
      description: 'Added to the site’s pages. It can’t load other style sheets.',
    },
    { field: 'copilot_disclaimer_enabled', label: 'Copilot disclaimer', as: 'switch', description: 'Shows a disclaimer on the site’s pages.' },
    {
      field: 'copilot_disclaimer_text',
      label: 'Disclaimer text',
      as: 'textarea',
      description: 'Blank means the default text.',
      when: ({ copilot_disclaimer_enabled }) => Boolean(copilot_disclaimer_enabled),
    },
    {
      field: 'copilot_disclaimer_selector',
      label: 'Disclaimer selector',
      as: 'text',
      placeholder: '#page .hero',
      description: 'A CSS selector. Blank means after the body tag.',
      when: ({ copilot_disclaimer_enabled }) => Boolean(copilot_disclaimer_enabled),
    },
  ],
  initial: {
    domain: '',
    copilot_domains: [],
    featured_image: null,
    copilot_css: '',
    copilot_disclaimer_enabled: false,
    copilot_disclaimer_text: '',
    copilot_disclaimer_selector: '',
  },
  deleteWarning: () => 'This is irreversible: it permanently deletes the site with its transformations and redirects.',
})

export const transformations = defineResource('partners/{partner_id}/sites/{site_id}/transformations', {
  one: 'Transformation',
  kind: 'site transformation',
  many: 'Transformations',
  title: 'JavaScript Transformations',
  about: 'Changes that Copilot makes to this site’s pages',
  icon: IconWand,
  name: ({ name }) => name,
  sort: 'name',
  prefix: 'transformations.',
  columns: [
    { field: 'name', label: 'Name', opens: true, width: '26%', minWidth: 180 },
    { field: 'language_id', label: 'Language', sort: false, card: 'bare', cell: ({ language }) => <Text>{language?.name ?? 'All languages'}</Text> },
    {
      field: 'selector',
      label: 'Selectors',
      sort: false,
      width: '22%',
      minWidth: 160,
      card: 'line',
      cell: ({ selector }) => <NameList names={selector} />,
    },
    { field: 'href', label: 'Action', sort: false, width: '26%', minWidth: 180, card: 'line', cell: (row) => <ActionCell row={row} /> },
    { field: 'enabled', label: 'Enabled', as: 'tick', sort: false },
  ],
  form: [
    { field: 'name', label: 'Name', as: 'text', required: true },
    {
      field: 'language_id',
      label: 'Language',
      as: 'picker',
      from: 'options/languages',
      named: 'language',
      placeholder: 'All languages',
      description: 'Applies to pages in this language only. Empty means all languages.',
    },
    {
      field: 'selector',
      label: 'Selectors',
      as: 'tags',
      required: true,
      placeholder: '.hero a.button',
      description: 'CSS selectors of the elements to change. Press Enter after each.',
    },
    { field: 'advisor_cta', label: 'Advisor CTA', as: 'switch', description: 'Turns the element into the advisor’s call to action.' },
    {
      field: 'href',
      label: 'Href',
      as: 'text',
      placeholder: 'https://example.com/offers',
      description: 'The link target. Must include a protocol such as https:// or mailto:.',
      when: ({ advisor_cta }) => !advisor_cta,
    },
    {
      field: 'text',
      label: 'Text',
      as: 'text',
      description: ({ advisor_cta }) =>
        advisor_cta ? 'Blank means the default CTA label.' : 'New text of the element. Blank keeps the existing text.',
    },
    { field: 'replace_element', label: 'Replace element', as: 'switch', description: 'Replaces the element on the page with a new one.' },
    { field: 'enabled', label: 'Enabled', as: 'switch' },
    { field: 'notes', label: 'Internal notes', as: 'textarea', description: 'Visible to staff only.' },
  ],
  initial: {
    name: '',
    language_id: null,
    selector: [],
    advisor_cta: false,
    href: '',
    text: '',
    replace_element: false,
    enabled: true,
    notes: '',
  },
})

export const redirects = defineResource('partners/{partner_id}/sites/{site_id}/redirects', {
  one: 'Redirect',
  kind: 'site redirect',
  many: 'Redirects',
  about: 'Paths from which Copilot sends visitors to another page of this site',
  icon: IconArrowGuide,
  name: ({ path_pattern }) => path_pattern,
  sort: 'path_pattern',
  prefix: 'redirects.',
  columns: [
    { field: 'path_pattern', label: 'Path pattern', opens: true, width: '34%', minWidth: 200 },
    { field: 'redirect_url', label: 'Redirect URL', sort: false, width: '34%', minWidth: 200, card: 'line', cell: (row) => <TargetCell row={row} /> },
    { field: 'use_exact_match', label: 'Exact match', as: 'tick', sort: false },
    { field: 'enabled', label: 'Enabled', as: 'tick', sort: false },
  ],
  form: [
    {
      field: 'path_pattern',
      label: 'Path pattern',
      as: 'text',
      required: true,
      placeholder: '/guides/*/map',
      description: ({ use_exact_match }) =>
        use_exact_match
          ? 'A relative path including its query, matched exactly.'
          : 'A relative path. * matches one segment, ** at the end matches the rest.',
    },
    {
      field: 'redirect_url',
      label: 'Redirect URL',
      as: 'text',
      required: true,
      placeholder: '/maps',
      description: 'A relative path on the same site.',
    },
    { field: 'use_exact_match', label: 'Use exact match', as: 'switch', description: 'Matches the whole path exactly, including the query.' },
    { field: 'ignore_previous_page', label: 'Ignore previous page', as: 'switch', description: 'Drops the page the visitor came from.' },
    { field: 'enabled', label: 'Enabled', as: 'switch' },
  ],
  initial: { path_pattern: '', redirect_url: '', use_exact_match: false, ignore_previous_page: false, enabled: true },
})

/** actionsOf lists what a transformation does to an element, most important first. */
function actionsOf({ advisor_cta, href, text, replace_element }: SiteTransformation): string[] {
  return [
    ...(advisor_cta ? ['Advisor CTA'] : href ? [`Link to ${href}`] : []),
    ...(text ? [`Text “${text}”`] : []),
    ...(replace_element ? ['Replace'] : []),
  ]
}

function ActionCell({ row }: { row: SiteTransformation }) {
  const [first = '', ...more] = actionsOf(row)
  return <TwoLines first={first} second={more.join(' · ')} />
}

function TargetCell({ row }: { row: SiteRedirect }) {
  return <TwoLines first={row.redirect_url} second={row.ignore_previous_page ? 'Ignores previous page' : ''} />
}

function TwoLines({ first, second }: { first: string; second: string }) {
  return (
    <span className="block">
      <Text>{first}</Text>
      {second && <Text dimmed>{second}</Text>}
    </span>
  )
}
