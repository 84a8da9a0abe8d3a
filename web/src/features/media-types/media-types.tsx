import { IconCategory } from '@tabler/icons-react'
import { Pictured } from '../../kit/resource/columns'
import { defineResource } from '../../kit/resource/define'
import { pageOf } from '../../kit/resource/resource-page'
import { paths } from '../../paths'
import { IconTile } from '../../ui/icon'

export const mediaTypes = defineResource('content-types', {
  one: 'Media type',
  many: 'Media types',
  about: 'How each kind of content is introduced and labelled',
  icon: IconCategory,
  name: (type) => type.name,
  sort: 'order',
  search: 'Search media types',
  columns: [
    {
      field: 'name',
      label: 'Media Type',
      opens: true,
      cell: (type) => <Pictured picture={<IconTile name={type.icon} />} name={type.name} about={type.description} />,
    },
    { field: 'lead_in', label: 'Lead In', sort: false },
    { field: 'call_to_action', label: 'CTA', sort: false },
    { field: 'content_count', label: 'Content count', as: 'number', counts: ({ id }) => paths.content({ type_id: id }) },
    { field: 'weight', label: 'Weight', as: 'number' },
    { field: 'order', label: 'Order', as: 'number' },
  ],
  form: [
    { field: 'name', label: 'Name', as: 'text', required: true },
    { field: 'icon', label: 'Icon', as: 'icon' },
    { field: 'description', label: 'Description', as: 'textarea' },
    { field: 'lead_in', label: 'Lead in', as: 'text', description: 'Shown before the title, such as Read, Watch or Listen to.' },
    { field: 'call_to_action', label: 'Call to action', as: 'text', description: 'Text on the button.' },
    { field: 'weight', label: 'Weight', as: 'number' },
    { field: 'has_author', label: 'Has an author', as: 'switch' },
    { field: 'has_runtime', label: 'Has a runtime and subtitles', as: 'switch' },
  ],
  initial: { name: '', icon: '', description: '', lead_in: '', call_to_action: '', weight: 0, has_author: false, has_runtime: false },
  notice: '**{name}** successfully {done}',
  builtIn: 8,
  reorder: {
    renderItem: (type) => (
      <>
        <IconTile name={type.icon} />
        {type.name}
      </>
    ),
    notice: 'Media types order has been updated.',
  },
})

export const MediaTypesPage = pageOf(mediaTypes)
