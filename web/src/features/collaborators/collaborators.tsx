import { IconPuzzle } from '@tabler/icons-react'
import { Pictured } from '../../kit/resource/columns'
import { defineResource } from '../../kit/resource/define'
import { pageOf } from '../../kit/resource/resource-page'
import { paths } from '../../paths'
import { Thumb } from '../../ui/thumb'

export const collaborators = defineResource('collaborators', {
  one: 'Collaborator',
  many: 'Collaborators',
  about: 'Companies that extend collections with their own offers, most viewed first',
  icon: IconPuzzle,
  name: (collaborator) => collaborator.name,
  sort: '-views',
  merges: true,
  search: 'Search collaborators',
  columns: [
    {
      field: 'name',
      label: 'Name',
      opens: ({ id }) => paths.collaborator(id),
      cell: ({ name, logo }) => <Pictured picture={<Thumb src={logo?.thumb_url} whole />} name={name} />,
    },
    { field: 'extended_content_experiences_count', label: 'Content experiences', as: 'number' },
    { field: 'extended_collection_versions_max_created_at', label: 'Newest version', as: 'date' },
    { field: 'logo', label: 'Logo', as: 'tick', sort: false },
  ],
  form: [
    { field: 'name', label: 'Name', as: 'text', required: true },
    { field: 'slug', label: 'Slug', as: 'slug', required: true, from: 'name', description: 'Used in links.' },
    { field: 'logo', label: 'Logo', as: 'image' },
  ],
  initial: { name: '', slug: '', logo: null },
})

export const CollaboratorsPage = pageOf(collaborators)
