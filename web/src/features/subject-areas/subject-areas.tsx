import { IconTags } from '@tabler/icons-react'
import { pluralise } from '../../kit/format/numbers'
import { Pictured } from '../../kit/resource/columns'
import { defineResource } from '../../kit/resource/define'
import { pageOf } from '../../kit/resource/resource-page'
import { paths } from '../../paths'
import { Thumb } from '../../ui/thumb'

export const subjectAreas = defineResource('tags', {
  one: 'Subject area',
  many: 'Subject areas',
  title: 'Subject Area & Characteristics',
  about: 'Topics that content is about',
  icon: IconTags,
  name: (area) => area.tag,
  sort: 'tag',
  merges: true,
  search: 'Search subject areas',
  filters: [{ name: 'content_id', label: 'Content', as: 'picker', from: 'search/content', more: true }],
  columns: [
    {
      field: 'tag',
      label: 'Subject Area',
      opens: true,
      cell: (area) => <Pictured picture={<Thumb src={area.featured_image?.thumb_url} />} name={area.tag} />,
    },
    { field: 'content_count', label: 'Content count', as: 'number', counts: ({ id }) => paths.content({ tag_id: id }) },
  ],
  form: [
    { field: 'tag', label: 'Tag', as: 'text', required: true },
    { field: 'featured_image', label: 'Featured image', as: 'image' },
  ],
  initial: { tag: '', featured_image: null },
  done: { created: 'added', updated: 'updated', deleted: 'deleted' },
  deleteWarning: ({ content_count: n }) => (n > 0 ? `${pluralise(n, 'content item')} will no longer have it.` : undefined),
})

export const SubjectAreasPage = pageOf(subjectAreas)
