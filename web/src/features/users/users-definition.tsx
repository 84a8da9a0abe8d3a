import { IconUsers } from '@tabler/icons-react'
import type { Named, User } from '../../kit/api/schema.gen'
import { Copy } from '../../kit/dialog/copy'
import { Moment } from '../../kit/format/moment'
import { RecordLink, Text, TwoLines } from '../../kit/resource/columns'
import { defineResource, type Resource } from '../../kit/resource/define'
import { paths } from '../../paths'
import { Badge } from '../../ui/badge'
import { mayChange, mayManage, userTexts } from './user-actions'
import { UserAvatar } from './user-avatar'
import { Completion } from './user-completion'
import classes from './users.module.css'

export const users = defineResource('users', {
  one: 'User',
  many: 'Users',
  about: 'Partner users and independent advisors',
  icon: IconUsers,
  name: (user) => user.called,
  sort: '-created_at',
  search: 'Search by name, e-mail, company or UID',
  tabs: {
    param: 'type',
    list: [
      { value: 'all', label: 'All Users' },
      { value: 'advisors', label: 'Advisors' },
      { value: 'new-advisors', label: 'New Advisors' },
      { value: 'active', label: 'Active' },
      { value: 'inactive', label: 'Inactive' },
    ],
  },
  filters: [
    { name: 'partner_id', label: 'Partner', as: 'picker', from: 'options/partners', anyLabel: 'All Partners' },
    { name: 'accountType', label: 'Account Type', as: 'picker', from: 'options/account-types', anyLabel: 'All Account Types' },
    { name: 'user_template_id', label: 'Role (user template)', as: 'picker', from: 'options/user-templates', several: true, more: true },
    { name: 'country_id', label: 'Country', as: 'picker', from: 'options/countries', several: true, more: true },
    { name: 'consortium_id', label: 'Consortium', as: 'picker', from: 'options/consortia', several: true, more: true },
    { name: 'host_agency_id', label: 'Host agency', as: 'picker', from: 'options/host-agencies', several: true, more: true },
    { name: 'language_id', label: 'Language', as: 'picker', from: 'options/languages', several: true, more: true },
  ],
  columns: [
    { field: 'first_name', label: 'User', width: '32%', minWidth: 240, opens: ({ id }) => paths.user(id), cell: (user) => <Person user={user} /> },
    { field: 'partner', label: 'Type', sort: false, width: '18%', minWidth: 140, card: 'bare', cell: (user) => <Type user={user} /> },
    { field: 'insider_param', label: 'Params', sort: false, card: 'line', cell: (user) => <Params user={user} /> },
    { field: 'country_id', label: 'Country', card: 'bare', cell: ({ country }) => <Country country={country} /> },
    {
      field: 'profile_completion_percentage',
      label: 'Profile',
      sort: false,
      card: 'none',
      cell: (user) => <Completion percent={user.profile_completion_percentage} />,
    },
    { field: 'active_at', label: 'Last Active', as: 'day', cell: ({ active_at }) => <LastActive at={active_at} /> },
    { field: 'created_at', label: 'Signed Up', as: 'day' },
  ],
  form: [],
  initial: {
    partner_id: null,
    user_template_id: null,
    first_name: '',
    last_name: '',
    email: '',
    phone: '',
    password: '',
    password_confirmation: '',
    live_editor_display: 'landing-page',
    display_contact_info_on_links: 'none',
  },
  editable: mayChange,
  removable: mayManage,
  deleteWarning: userTexts.deleteWarning,
})

/** usersOf returns the resource of one partner's users. None of them is an advisor, so there are no tabs. */
export const usersOf = (partner: Named): Resource<'users'> => ({
  ...users,
  about: undefined,
  tabs: undefined,
  filters: users.filters?.filter(({ more }) => more),
  fixed: { partner_id: partner.id },
  alsoReload: 'partners',
  initial: { ...users.initial, partner_id: partner.id },
})

function Person({ user }: { user: User }) {
  return (
    <span className="row gap-10">
      <UserAvatar user={user} size={28} />
      <TwoLines first={user.full_name || 'Unknown'} second={user.email} />
    </span>
  )
}

function Type({ user: { partner, user_template, internal } }: { user: User }) {
  if (!partner) return 'Advisor'
  return (
    <span className={classes.type}>
      <span className="row gap-6 shrink">
        <RecordLink to={paths.partner(partner.id)}>{partner.name}</RecordLink>
        {internal && <Badge>Staff</Badge>}
      </span>
      {user_template && <Text dimmed>{user_template.name}</Text>}
    </span>
  )
}

/** Params copies the URL parameters that identify a user in links. */
function Params({ user: { insider_param, alt_id, partner } }: { user: User }) {
  return (
    <span className={classes.params}>
      <Copy value={insider_param} label="Copy insider parameter" text="Insider" />
      {partner && <Copy value={alt_id} label="Copy UID" text="UID" />}
    </span>
  )
}

function Country({ country }: { country: User['country'] | null }) {
  if (!country) return <Text>{''}</Text>
  return (
    <abbr className={classes.country} title={country.name}>
      {country.alpha2.toUpperCase()}
    </abbr>
  )
}

function LastActive({ at }: { at: string | null }) {
  return at ? <Moment at={at} as="ago" /> : <span className="dimmed">Never</span>
}
