import { IconCalendarOff } from '@tabler/icons-react'
import type { View } from '../../kit/resource/view'
import { prefetch } from '../../kit/resource/view'
import { columns } from './columns'
import { ItemsPage } from './items-page'

const view: View<'content'> = {
  path: 'content',
  tableName: 'expired-content',
  sort: '-expires_at',
  fixed: { published: 'expired' },
  tabs: {
    param: 'in_collection',
    list: [
      { value: 'all', label: 'All Content' },
      { value: 'in', label: 'In Collection' },
    ],
  },
}

const { pictured, namedType, libraries, destinations, collections, expired } = columns
const shown = [pictured, namedType, libraries, destinations, collections, expired]

/** ExpiredContentPage lists expired content, latest first. */
export function ExpiredContentPage() {
  return (
    <ItemsPage
      title="Expired content"
      about="Content past its expiration date. Publish it again to show it."
      view={view}
      columns={shown}
      empty={{ icon: IconCalendarOff, title: 'No expired content', text: 'Content appears here after its expiration date.' }}
    />
  )
}
ExpiredContentPage.prefetch = prefetch(view)
