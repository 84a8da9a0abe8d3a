import { IconTag } from '@tabler/icons-react'
import { defineResource } from '../../kit/resource/define'

export const globalTags = defineResource('global-tags', {
  one: 'Global tag',
  many: 'Global tags',
  addLabel: 'Add global tag',
  about: 'Tags suggested to all partners when they tag a collection',
  icon: IconTag,
  name: (tag) => tag.name,
  sort: 'name',
  merges: true,
  search: 'Search global tags',
  columns: [
    { field: 'name', label: 'Tag', opens: true },
    { field: 'created_at', label: 'Added', as: 'day' },
  ],
  form: [{ field: 'name', label: 'Name', as: 'text', required: true }],
  initial: { name: '' },
  notice: '**{name}** successfully {done}',
  deleteQuestion: 'Are you sure you want to delete global tag **{name}**?',
})
