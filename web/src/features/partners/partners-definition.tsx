import { IconBuildingStore } from '@tabler/icons-react'
import type { PartnerRow } from '../../kit/api/schema.gen'
import { Copy } from '../../kit/dialog/copy'
import { readableTextOn } from '../../kit/format/contrast'
import { Moment } from '../../kit/format/moment'
import { TwoLines } from '../../kit/resource/columns'
import { defineResource } from '../../kit/resource/define'
import { currentUser } from '../../kit/session/session'
import type { Tab } from '../../kit/table/types'
import { paths } from '../../paths'
import { Avatar } from '../../ui/avatar'
import { house, partnerTexts } from './partner-texts'
import classes from './partners.module.css'

export const everyPartner: Tab = { value: 'all', label: 'All Partners' }

export const partners = defineResource('partners', {
  ...partnerTexts,
  many: 'Partners',
  about: 'Organisations that use the platform',
  icon: IconBuildingStore,
  sort: 'name',
  search: 'Search by name, slug, e-mail or PID',
  tabs: { param: 'account_type_id', list: [everyPartner] },
  filters: [
    { name: 'language_id', label: 'Language', as: 'picker', from: 'options/languages', several: true, more: true },
    { name: 'transformation_language_id', label: 'Transformation language', as: 'picker', from: 'options/languages', more: true },
    { name: 'library_id', label: 'Library', as: 'picker', from: 'options/libraries', several: true, more: true },
  ],
  columns: [
    {
      field: 'name',
      label: 'Partner',
      width: '60%',
      minWidth: 200,
      opens: ({ id }) => paths.partner(id),
      cell: (partner) => <Name partner={partner} />,
    },
    { field: 'email', label: 'Contact', sort: false, card: 'bare', cell: (partner) => <Contact partner={partner} /> },
    { field: 'alt_id', label: 'PID', sort: false, card: 'line', cell: ({ alt_id }) => <Pid id={alt_id} /> },
    { field: 'collections_count', label: 'Collections', as: 'number' },
    { field: 'users_count', label: 'Users', as: 'number' },
    { field: 'shared_collections_count', label: 'Shared collections', short: 'Shared', as: 'number' },
    { field: 'last_login_at', label: 'Accessed', as: 'day', cell: ({ last_login_at }) => <Accessed at={last_login_at} /> },
    { field: 'created_at', label: 'Added', as: 'day' },
  ],
  form: [
    { field: 'name', label: 'Name', as: 'text', required: true },
    {
      field: 'account_type_id',
      label: 'Account type',
      as: 'picker',
      required: true,
      from: 'options/account-types',
      named: 'account_type',
    },
    {
      field: 'slug',
      label: 'Slug',
      as: 'slug',
      required: true,
      from: 'name',
      quiet: true,
      description: 'Remember: changing the slug may require redirects.',
    },
    { field: 'email', label: 'E-mail', as: 'email' },
    { field: 'phone', label: 'Phone', as: 'text', placeholder: 'Country code plus number' },
    { field: 'url', label: 'URL', as: 'url', placeholder: 'https://example.com' },
    {
      field: 'whitelist_domains',
      label: 'Whitelist domains',
      as: 'tags',
      separated: true,
      description: 'Sites that may embed its collections. Press Enter after each, or paste several. An empty list means embedding is disabled.',
    },
    {
      field: 'same_tab_domains',
      label: 'Same-tab domains',
      as: 'tags',
      separated: true,
      description: 'Links to these sites open in the same tab. Press Enter after each, or paste several.',
    },
    { field: 'landing_page_domain', label: 'Landing page domain', as: 'text', placeholder: 'trips.example.com' },
  ],
  initial: {
    account_type_id: 11,
    name: '',
    slug: '',
    email: '',
    phone: '',
    url: '',
    whitelist_domains: [],
    same_tab_domains: [],
    landing_page_domain: '',
  },
  removable: () => currentUser()?.staff_role === 'admin',
  builtIn: house,
})

function Name({ partner: { name, brand_color, account_type } }: { partner: PartnerRow }) {
  const textColour = readableTextOn(brand_color)
  return (
    <span className="row gap-10">
      <Avatar initials={name.slice(0, 1).toUpperCase()} size={28} background={textColour && brand_color} textColour={textColour} />
      <TwoLines first={name} second={account_type?.name} />
    </span>
  )
}

function Contact({ partner: { email, phone } }: { partner: PartnerRow }) {
  return (
    <span className={classes.contact}>
      <TwoLines first={email || phone} second={email && phone} />
    </span>
  )
}

function Pid({ id }: { id: string }) {
  return (
    <span className="row inline gap-4 numbers">
      {id} <Copy value={id} label="Copy PID" />
    </span>
  )
}

function Accessed({ at }: { at: string | null }) {
  return at ? <Moment at={at} as="ago" /> : <span className="dimmed">Never</span>
}
