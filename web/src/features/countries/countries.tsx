import { IconWorld } from '@tabler/icons-react'
import { defineResource } from '../../kit/resource/define'
import { pageOf } from '../../kit/resource/resource-page'
import { paths } from '../../paths'

export const countries = defineResource('countries', {
  one: 'Country',
  many: 'Countries',
  about: 'Where users live, with the regions of each country',
  icon: IconWorld,
  name: (country) => country.name,
  sort: 'name',
  search: 'Search countries',
  columns: [
    { field: 'name', label: 'Name', opens: (country) => paths.country(country.id) },
    { field: 'users_count', label: 'Users count', as: 'number' },
    { field: 'alpha2', label: 'Alpha2' },
    { field: 'alpha3', label: 'Alpha3' },
    { field: 'country_regions_count', label: 'Country regions count', as: 'number' },
  ],
  form: [
    { field: 'name', label: 'Name', as: 'text' },
    { field: 'alpha2', label: 'Alpha2', as: 'text', description: 'The two letters of ISO 3166, like FR.' },
    { field: 'alpha3', label: 'Alpha3', as: 'text', description: 'The three letters, like FRA.' },
  ],
  initial: { name: '', alpha2: '', alpha3: '' },
})

export const CountriesPage = pageOf(countries)
