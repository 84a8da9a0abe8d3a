import { IconWorldWww } from '@tabler/icons-react'
import { Pictured } from '../../kit/resource/columns'
import { defineResource } from '../../kit/resource/define'
import { pageOf } from '../../kit/resource/resource-page'
import { ContentIcon } from '../../ui/icon'

export const contentDomains = defineResource('content-domains', {
  one: 'Content domain',
  many: 'Content domains',
  about: 'Which sites content comes from, and what kind each of them has',
  icon: IconWorldWww,
  name: (domain) => domain.display_name,
  sort: 'display_name',
  search: 'Search content domains',
  filters: [{ name: 'content_type_id', label: 'Media type', as: 'picker', from: 'options/content-types' }],
  columns: [
    { field: 'display_name', label: 'Display name', opens: true },
    { field: 'host', label: 'Host', card: 'bare' },
    {
      field: 'media_type',
      label: 'Media type',
      sort: false,
      card: 'bare',
      cell: ({ media_type: type }) => type && <Pictured picture={<ContentIcon name={type.icon} />} name={type.name} />,
    },
  ],
  form: [
    { field: 'display_name', label: 'Display name', as: 'text' },
    { field: 'host', label: 'Host', as: 'text', placeholder: 'example.com', description: 'Paste any address of the site: its host is what is kept.' },
    {
      field: 'content_type_id',
      label: 'Media type',
      as: 'picker',
      from: 'options/content-types',
      named: 'media_type',
      description: 'What new content from this site is.',
    },
  ],
  initial: { display_name: '', host: '', content_type_id: null },
  says: '**{name}** successfully {done}',
})

export const ContentDomainsPage = pageOf(contentDomains)
