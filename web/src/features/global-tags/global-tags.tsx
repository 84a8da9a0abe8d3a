import { lazyComponent } from '../../kit/lazy'
import { pageOf } from '../../kit/resource/resource-page'
import { globalTags } from './definition'

const GlobalTagDialog = lazyComponent(() => import('./global-tag-dialog').then((file) => file.GlobalTagDialog))

export const GlobalTagsPage = pageOf(globalTags, { form: (open) => <GlobalTagDialog {...open} /> })
