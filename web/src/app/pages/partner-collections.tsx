import { FolderBrowser } from '../../features/collections/folder-browser'
import { partnerPage } from '../../features/partners/shell'
import { paths } from '../../paths'

/** The collections of a partner, as a tab of its page. */
export const PartnerCollectionsPage = partnerPage(({ partner: { id, name } }) => (
  <FolderBrowser owner={{ kind: 'partners', id, name, urlOf: (folder) => paths.partnerCollections(id, folder) }} />
))
