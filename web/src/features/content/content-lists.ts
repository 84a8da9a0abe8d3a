import { lastSeen, lastUrl } from '../../kit/page/last-url'
import { paths } from '../../paths'

/** contentList is the list that the form of an item returns to: the one it was opened from, as it was. */
export function contentList() {
  const list = lastSeen({ label: 'Content', to: paths.content() }, { label: 'Expired content', to: paths.expiredContent() })
  return { ...list, url: lastUrl(list.to) }
}
