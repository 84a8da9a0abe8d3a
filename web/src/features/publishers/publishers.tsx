import { IconBuildingStore } from '@tabler/icons-react'
import { pluralise } from '../../kit/format/numbers'
import { defineResource } from '../../kit/resource/define'
import { pageOf } from '../../kit/resource/resource-page'
import { paths } from '../../paths'

export const publishers = defineResource('publishers', {
  one: 'Publisher',
  many: 'Publishers',
  about: 'Organisations that content is credited to',
  icon: IconBuildingStore,
  name: (publisher) => publisher.name,
  sort: 'name',
  merges: true,
  search: 'Search publishers',
  filters: [{ name: 'content_id', label: 'Content', as: 'picker', from: 'search/content', more: true }],
  columns: [
    { field: 'name', label: 'Name', opens: true },
    { field: 'content_count', label: 'Content count', as: 'number', counts: ({ id }) => paths.content({ publisher_id: id }) },
    { field: 'created_at', label: 'Added', as: 'day', extra: true },
  ],
  form: [{ field: 'name', label: 'Name', as: 'text', required: true }],
  initial: { name: '' },
  deleteWarning: ({ content_count: n }) => (n > 0 ? `${pluralise(n, 'content item')} will no longer be credited to it.` : undefined),
})

export const PublishersPage = pageOf(publishers)
