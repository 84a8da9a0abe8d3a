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

const { title, namedType, libraries, destinations, collections, expired } = columns
const fullLabel = { short: undefined, width: undefined } // there is room for full labels
const shown = [
  { ...title, width: '40%' },
  namedType,
  { ...libraries, ...fullLabel },
  { ...destinations, ...fullLabel },
  { ...collections, ...fullLabel },
  expired,
]

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
