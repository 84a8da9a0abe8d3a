import { lazy } from 'react'
import { ResourcePage } from '../../kit/resource/resource-page'
import { globalTags } from './definition'

const GlobalTagDialog = lazy(() => import('./global-tag-dialog').then((file) => ({ default: file.GlobalTagDialog })))

export function GlobalTagsPage() {
  return <ResourcePage resource={globalTags} dialog={(open) => <GlobalTagDialog key={open.id ?? 'new'} {...open} />} />
}
