import { lazy } from 'react'
import { ResourcePage } from '../../kit/resource/resource-page'
import { globalTags } from './definition'

const GlobalTagDialog = lazy(() => import('./global-tag-dialog').then((file) => ({ default: file.GlobalTagDialog })))

export function GlobalTagsPage() {
  return <ResourcePage resource={globalTags} form={(open) => <GlobalTagDialog {...open} />} />
}
