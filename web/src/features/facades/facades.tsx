import { IconMapSearch } from '@tabler/icons-react'
import { Text } from '../../kit/resource/columns'
import { defineResource } from '../../kit/resource/define'
import { pageOf } from '../../kit/resource/resource-page'

const types = [
  { value: 'correction', label: 'Correction' },
  { value: 'related', label: 'Related' },
] as const

export const facades = defineResource('facades', {
  one: 'Facade',
  many: 'Facades',
  about: 'Search terms that point to a destination',
  icon: IconMapSearch,
  name: (facade) => facade.term,
  sort: 'term',
  search: 'Search facades',
  filters: [
    { name: 'type', label: 'Type', as: 'select', options: types },
    { name: 'destination_id', label: 'Destination', as: 'picker', from: 'search/destinations' },
  ],
  columns: [
    { field: 'term', label: 'Facade', opens: true },
    {
      field: 'destination',
      label: 'Destination',
      sort: false,
      card: 'bare',
      cell: ({ destination }) => destination && <Text>{destination.label}</Text>,
    },
    { field: 'type', label: 'Type', sort: false, card: 'bare', cell: (facade) => types.find((type) => type.value === facade.type)?.label },
    { field: 'views', label: 'Views', as: 'number' },
  ],
  form: [
    { field: 'term', label: 'Term', as: 'text', required: true, description: 'As visitors type it. Case and accents are ignored.' },
    { field: 'destination_id', label: 'Destination', as: 'picker', required: true, from: 'search/destinations', named: 'destination' },
    { field: 'type', label: 'Type', as: 'select', options: types },
  ],
  initial: { term: '', destination_id: null, type: 'correction' },
  notice: '**{name}** successfully {done}',
})

export const FacadesPage = pageOf(facades)
