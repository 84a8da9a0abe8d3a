import { IconMap2 } from '@tabler/icons-react'
import { Text } from '../../kit/resource/columns'
import { defineResource } from '../../kit/resource/define'
import { pageOf } from '../../kit/resource/resource-page'

export const regions = defineResource('regions', {
  one: 'Region',
  many: 'Regions',
  about: 'Groups of countries used in partner markets',
  icon: IconMap2,
  name: (region) => region.name,
  sort: 'name',
  search: 'Search regions',
  filters: [{ name: 'country_id', label: 'Country', as: 'picker', from: 'search/countries' }],
  columns: [
    { field: 'name', label: 'Name', opens: true, width: '32%' },
    {
      field: 'countries',
      label: 'Countries',
      sort: false,
      card: 'bare',
      cell: ({ countries }) => <Text>{countries.map((one) => one.name).join(', ')}</Text>,
    },
  ],
  form: [
    { field: 'name', label: 'Name', as: 'text', required: true },
    { field: 'country_ids', label: 'Countries', as: 'pickers', from: 'search/countries', named: 'countries', placeholder: 'Add a country' },
  ],
  initial: { name: '', country_ids: [] },
})

export const RegionsPage = pageOf(regions)
