import { IconMapPin } from '@tabler/icons-react'
import { TreePath } from '../../kit/resource/columns'
import { defineResource } from '../../kit/resource/define'
import { pageOf } from '../../kit/resource/resource-page'
import { paths } from '../../paths'

export const destinations = defineResource('destinations', {
  one: 'Destination',
  many: 'Destinations',
  about: 'Places that content is about, from continents down',
  icon: IconMapPin,
  name: (destination) => destination.name,
  sort: 'label',
  merges: true,
  search: 'Search destinations',
  filters: [
    { name: 'parent_id', label: 'Parent', as: 'picker', from: 'search/destinations' },
    { name: 'content_id', label: 'Content', as: 'picker', from: 'search/content', more: true },
  ],
  columns: [
    { field: 'label', label: 'Destination', opens: true, cell: ({ label }) => <TreePath path={label} /> },
    { field: 'content_count', label: 'Content count', as: 'number', counts: ({ id }) => paths.content({ destination_exact: id }) },
    {
      field: 'children_count',
      label: 'Child destinations',
      as: 'number',
      sort: false,
      extra: true,
      counts: ({ id }) => paths.destinations({ parent_id: id }),
    },
  ],
  form: [
    {
      field: 'parent_id',
      label: 'Parent',
      as: 'picker',
      from: 'search/destinations',
      named: 'parent',
      placeholder: 'None',
      description: 'Leave empty for a top-level destination.',
    },
    { field: 'name', label: 'Name', as: 'text', required: true },
  ],
  initial: { parent_id: null, name: '' },
})

export const DestinationsPage = pageOf(destinations)
