import { IconWorld } from '@tabler/icons-react'
import { defineResource } from '../../kit/resource/define'
import { pageOf } from '../../kit/resource/resource-page'
import { paths } from '../../paths'

export const countries = defineResource('countries', {
  one: 'Country',
  many: 'Countries',
  about: 'Countries that users can choose, and their regions',
  icon: IconWorld,
  name: (country) => country.name,
  sort: 'name',
  search: 'Search countries',
  columns: [
    { field: 'name', label: 'Name', opens: (country) => paths.country(country.id) },
    { field: 'users_count', label: 'Users', as: 'number', counts: ({ id }) => paths.users({ country_id: id }) },
    { field: 'alpha2', label: 'Alpha2' },
    { field: 'alpha3', label: 'Alpha3' },
    { field: 'country_regions_count', label: 'Regions', as: 'number' },
  ],
  form: [
    { field: 'name', label: 'Name', as: 'text', required: true },
    { field: 'alpha2', label: 'Alpha2', as: 'text', required: true, description: 'Two-letter ISO 3166 code, such as FR.' },
    { field: 'alpha3', label: 'Alpha3', as: 'text', required: true, description: 'Three-letter ISO 3166 code, such as FRA.' },
  ],
  initial: { name: '', alpha2: '', alpha3: '' },
})

export const CountriesPage = pageOf(countries)
