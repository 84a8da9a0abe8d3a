import { IconTargetArrow } from '@tabler/icons-react'
import { NameList, RecordLink } from '../../kit/resource/columns'
import { defineResource } from '../../kit/resource/define'
import { pageOf } from '../../kit/resource/resource-page'
import { paths } from '../../paths'

const names = (list: readonly { name: string }[]) => <NameList names={list.map((one) => one.name)} />

export const partnerMarkets = defineResource('partner-markets', {
  one: 'Partner market',
  many: 'Partner markets',
  about: 'Countries, languages and regions that partners serve',
  icon: IconTargetArrow,
  name: (market) => market.name,
  sort: 'name',
  search: 'Search partner markets',
  filters: [
    { name: 'partner_id', label: 'Partner', as: 'picker', from: 'options/partners' },
    { name: 'country_id', label: 'Country', as: 'picker', from: 'search/countries' },
    { name: 'language_id', label: 'Language', as: 'picker', from: 'search/languages' },
  ],
  columns: [
    {
      field: 'partner',
      label: 'Partner',
      sort: false,
      card: 'bare',
      cell: ({ partner }) => partner && <RecordLink to={paths.partner(partner.id)}>{partner.name}</RecordLink>,
    },
    { field: 'name', label: 'Name', opens: true },
    { field: 'include_if_no_match', label: 'Include If No Match', as: 'tick', sort: false },
    { field: 'countries', label: 'Countries', sort: false, extra: true, cell: ({ countries }) => names(countries) },
    { field: 'languages', label: 'Languages', sort: false, extra: true, cell: ({ languages }) => names(languages) },
    { field: 'regions', label: 'Regions', sort: false, extra: true, cell: ({ regions }) => names(regions) },
  ],
  form: [
    { field: 'partner_id', label: 'Partner', as: 'picker', required: true, from: 'options/partners', named: 'partner' },
    { field: 'name', label: 'Name', as: 'text', required: true },
    {
      field: 'include_if_no_match',
      label: 'Include if no match',
      as: 'switch',
      description: 'Used for visitors who match none of the partner’s markets.',
    },
    { field: 'country_ids', label: 'Countries', as: 'pickers', from: 'search/countries', named: 'countries', placeholder: 'Add a country' },
    { field: 'language_ids', label: 'Languages', as: 'pickers', from: 'search/languages', named: 'languages', placeholder: 'Add a language' },
    { field: 'region_ids', label: 'Regions', as: 'pickers', from: 'search/regions', named: 'regions', placeholder: 'Add a region' },
  ],
  initial: { partner_id: null, name: '', include_if_no_match: false, country_ids: [], language_ids: [], region_ids: [] },
})

export const PartnerMarketsPage = pageOf(partnerMarkets)
