import { IconWorldWww } from '@tabler/icons-react'
import { Pictured } from '../../kit/resource/columns'
import { defineResource } from '../../kit/resource/define'
import { pageOf } from '../../kit/resource/resource-page'
import { ContentIcon } from '../../ui/icon'

export const contentDomains = defineResource('content-domains', {
  one: 'Content domain',
  many: 'Content domains',
  about: 'Sites that content comes from, and their default media type',
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
    { field: 'display_name', label: 'Display name', as: 'text', required: true },
    {
      field: 'host',
      label: 'Host',
      as: 'text',
      required: true,
      placeholder: 'example.com',
      description: 'Paste any URL of the site; only its host is kept.',
    },
    {
      field: 'content_type_id',
      label: 'Media type',
      required: true,
      as: 'picker',
      from: 'options/content-types',
      named: 'media_type',
      description: 'Media type given to new content from this site.',
    },
    { field: 'check_links', label: 'Check links', as: 'switch', description: 'Links to this site are checked about once a week.' },
  ],
  initial: { display_name: '', host: '', content_type_id: null, check_links: true },
  notice: '**{name}** successfully {done}',
})

export const ContentDomainsPage = pageOf(contentDomains)
