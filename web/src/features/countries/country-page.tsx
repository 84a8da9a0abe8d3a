import { IconMapPins } from '@tabler/icons-react'
import { useMemo } from 'react'
import type { RowOf } from '../../kit/api/lists'
import { pluralise } from '../../kit/format/numbers'
import { Trail } from '../../kit/page/trail'
import { defineResource, withParentIds } from '../../kit/resource/define'
import { RecordPage } from '../../kit/resource/record-page'
import { RecordTools } from '../../kit/resource/record-tools'
import { ResourcePage } from '../../kit/resource/resource-page'
import { paths } from '../../paths'

const countryRegions = defineResource('countries/{country_id}/country-regions', {
  one: 'Region',
  kind: 'country region',
  many: 'Regions',
  icon: IconMapPins,
  name: (region) => region.name,
  sort: 'name',
  search: 'Search regions',
  columns: [
    { field: 'name', label: 'Name', opens: true },
    { field: 'users_count', label: 'Users', as: 'number' },
    { field: 'abbreviation', label: 'Abbreviation' },
  ],
  form: [
    { field: 'name', label: 'Name', as: 'text', required: true },
    { field: 'abbreviation', label: 'Abbreviation', as: 'text', description: 'Code within the country, such as CA for California.' },
  ],
  initial: { name: '', abbreviation: '' },
  removable: () => false,
})

export function CountryPage() {
  return <RecordPage path="countries">{(country) => <Regions country={country} />}</RecordPage>
}

function Regions({ country }: { country: RowOf<'countries'> }) {
  const { id, name, alpha2, alpha3, users_count } = country
  const regions = useMemo(() => withParentIds(countryRegions, { country_id: id }), [id])
  return (
    <ResourcePage
      resource={regions}
      title={name}
      about={`${alpha2} · ${alpha3} · ${pluralise(users_count, 'user')}`}
      header={<RecordTools record={{ kind: 'country', path: 'countries', id, name }} />}
      trail={<Trail to={[{ label: 'Countries', to: paths.countries() }]}>{name}</Trail>}
    />
  )
}
