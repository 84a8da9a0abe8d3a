import { lazy } from 'react'
import { pageOf } from '../../kit/resource/resource-page'
import { globalTags } from './definition'

const GlobalTagDialog = lazy(() => import('./global-tag-dialog').then((file) => ({ default: file.GlobalTagDialog })))

export const GlobalTagsPage = pageOf(globalTags, { form: (open) => <GlobalTagDialog {...open} /> })
