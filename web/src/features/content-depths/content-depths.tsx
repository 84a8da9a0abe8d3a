import { IconRuler2 } from '@tabler/icons-react'
import { defineResource } from '../../kit/resource/define'
import { pageOf } from '../../kit/resource/resource-page'
import { IconTile } from '../../ui/icon'

export const contentDepths = defineResource('content-depths', {
  one: 'Content depth',
  many: 'Content depths',
  about: 'How much of a reader’s time an item takes',
  icon: IconRuler2,
  name: (depth) => depth.name,
  sort: 'order',
  search: 'Search content depths',
  columns: [
    { field: 'icon', label: 'Icon', sort: false, card: 'picture', cell: (depth) => <IconTile name={depth.icon} /> },
    { field: 'name', label: 'Name', opens: true },
    { field: 'description', label: 'Description', sort: false, card: 'bare' },
    { field: 'order', label: 'Order', as: 'number' },
  ],
  form: [
    { field: 'name', label: 'Name', as: 'text', required: true },
    { field: 'icon', label: 'Icon', as: 'icon' },
    { field: 'description', label: 'Description', as: 'textarea' },
  ],
  initial: { name: '', icon: '', description: '' },
  notice: '**{name}** successfully {done}',
  builtIn: 3,
  reorder: {
    renderItem: (depth) => (
      <>
        <IconTile name={depth.icon} />
        {depth.name}
      </>
    ),
    notice: 'Content depths order has been updated.',
  },
})

export const ContentDepthsPage = pageOf(contentDepths)
