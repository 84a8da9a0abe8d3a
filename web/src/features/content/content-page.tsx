import { Button } from '@mantine/core'
import { IconArticle, IconChevronDown, IconPhoto, IconPlus } from '@tabler/icons-react'
import { MenuButton } from '../../kit/menu/menu-button'
import type { View } from '../../kit/resource/view'
import { prefetch } from '../../kit/resource/view'
import { paths } from '../../paths'
import { columns } from './columns'
import { ItemsPage } from './items-page'

const view: View<'content'> = {
  path: 'content',
  sort: '-created_at',
  tabs: {
    param: 'in_collection',
    list: [
      { value: 'all', label: 'All' },
      { value: 'in', label: 'In Collection' },
      { value: 'not-in', label: 'Not In Collection' },
    ],
  },
  filters: [
    { name: 'type_id', label: 'Media type', as: 'picker', from: 'options/content-types', several: true },
    { name: 'destination_id', label: 'Destination', as: 'picker', from: 'search/destinations', several: true },
    { name: 'published', label: 'Status', as: 'picker', from: 'options/content-published', several: true },
    { name: 'link_status', label: 'Link', as: 'picker', from: 'options/link-statuses', several: true, more: true },
    { name: 'block_type', label: 'Block type', as: 'picker', from: 'options/block-types', more: true },
    { name: 'depth_id', label: 'Depth', as: 'picker', from: 'options/content-depths', several: true, more: true },
    { name: 'language_id', label: 'Language', as: 'picker', from: 'options/languages', several: true, more: true },
    { name: 'subtitle_id', label: 'Subtitles', as: 'picker', from: 'options/languages', several: true, more: true },
    { name: 'destination_exact', label: 'Destination itself', as: 'picker', from: 'search/destinations', more: true },
    { name: 'tag_id', label: 'Subject area', as: 'picker', from: 'options/tags', several: true, more: true },
    { name: 'library_id', label: 'Library', as: 'picker', from: 'options/libraries', several: true, more: true },
    { name: 'publisher_id', label: 'Publisher', as: 'picker', from: 'options/publishers', several: true, more: true },
    { name: 'partner_id', label: 'Owner', as: 'picker', from: 'options/partners', several: true, more: true },
    { name: 'admin_id', label: 'Published by', as: 'picker', from: 'options/content-admins', several: true, more: true },
    { name: 'inspires', label: 'Inspires', as: 'picker', from: 'options/inspires', more: true },
    { name: 'api_requests', label: 'API requests', as: 'picker', from: 'options/api-requests', more: true },
  ],
}

const { type, title, image, host, libraries, destinations, tags, collections, libraryCount, publishers, ...facts } = columns
const { status, link, published, created, added } = facts
const uses = [libraries, destinations, tags, collections, libraryCount, publishers]
const shown = [type, title, image, host, ...uses, status, link, published, created, added]

/** ContentPage lists all content, newest first. */
export function ContentPage() {
  return (
    <ItemsPage
      title="Content"
      about="Articles, videos, audio and images, and where they are used"
      view={view}
      columns={shown}
      header={<NewMenu />}
      bulk
      empty={{ icon: IconArticle, title: 'No content yet', text: 'Paste a URL or upload an image to get started.', action: <NewMenu /> }}
    />
  )
}
ContentPage.prefetch = prefetch(view)

function NewMenu() {
  const entries = [
    { label: 'Content', icon: IconArticle, to: paths.newContent() },
    { label: 'Image', icon: IconPhoto, to: paths.newImage() },
  ]
  return (
    <MenuButton entries={entries}>
      {(props) => (
        <Button {...props} data-new leftSection={<IconPlus size={16} />} rightSection={<IconChevronDown size={16} />}>
          New
        </Button>
      )}
    </MenuButton>
  )
}
