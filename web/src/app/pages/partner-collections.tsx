import { FolderBrowser } from '../../features/collections/folder-browser'
import { framed } from '../../features/partners/shell'
import { paths } from '../../paths'

/** The collections of a partner, as a tab of its page. */
export const PartnerCollectionsPage = framed(({ partner: { id, name } }) => (
  <FolderBrowser owner={{ kind: 'partners', id, name, at: (folder) => paths.partnerCollections(id, folder) }} />
))
