import { FolderBrowser } from '../../features/collections/folder-browser'
import { UserShell } from '../../features/users/user-shell'
import { paths } from '../../paths'

/** The collections of a user, as a tab of their page. */
export function UserCollectionsPage() {
  return (
    <UserShell>
      {({ id, called }) => <FolderBrowser owner={{ kind: 'users', id, name: called, urlOf: (folder) => paths.userCollections(id, folder) }} />}
    </UserShell>
  )
}
