import { IconBooks } from '@tabler/icons-react'
import { pluralise } from '../../kit/format/numbers'
import { NameList, RecordLink } from '../../kit/resource/columns'
import { defineResource } from '../../kit/resource/define'
import { pageOf } from '../../kit/resource/resource-page'
import { paths } from '../../paths'

export const libraries = defineResource('libraries', {
  one: 'Library',
  many: 'Libraries',
  about: 'Groups of content, and which partners may use them',
  icon: IconBooks,
  name: (library) => library.name,
  sort: 'name',
  search: 'Search libraries',
  filters: [
    { name: 'partner_id', label: 'Owner', as: 'picker', from: 'options/partners' },
    { name: 'partner_access', label: 'Partner Access', as: 'picker', from: 'options/partners' },
    { name: 'content_id', label: 'Content', as: 'picker', from: 'search/content', more: true },
  ],
  columns: [
    { field: 'name', label: 'Name', opens: true },
    { field: 'content_count', label: 'Content count', as: 'number', counts: ({ id }) => paths.content({ library_id: id }) },
    {
      field: 'owner',
      label: 'Owner',
      sort: false,
      cell: ({ owner }) => owner && <RecordLink to={paths.partner(owner.id)}>{owner.name}</RecordLink>,
    },
    { field: 'partners', label: 'Partner Access', sort: false, cell: ({ partners }) => <NameList names={partners.map(({ name }) => name)} /> },
  ],
  form: [
    { field: 'name', label: 'Name', as: 'text', required: true },
    { field: 'partner_id', label: 'Owner', as: 'picker', required: true, from: 'options/partners', named: 'owner' },
    {
      field: 'partners_ids',
      label: 'Partner access',
      as: 'pickers',
      from: 'options/partners',
      named: 'partners',
      description: 'Partners that may use it, besides the owner.',
    },
  ],
  initial: { name: '', partner_id: null, partners_ids: [] },
  notice: '**{name}** successfully {done}',
  builtIn: 1, // House library
  deleteWarning: ({ content_count: n }) => (n > 0 ? `${pluralise(n, 'content item')} will be kept but removed from this library.` : undefined),
})

export const LibrariesPage = pageOf(libraries)
