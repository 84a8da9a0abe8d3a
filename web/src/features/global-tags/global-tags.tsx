import { ResourcePage } from '../../kit/resource/resource-page'
import { globalTags } from './definition'
import { GlobalTagDialog } from './global-tag-dialog'

export function GlobalTagsPage() {
  return <ResourcePage resource={globalTags} dialog={(open) => <GlobalTagDialog key={open.id ?? 'new'} {...open} />} />
}
