import { FolderBrowser } from '../../features/collections/folder-browser'
import { UserShared } from '../../features/shared-collections/user-shared'
import { UserShell } from '../../features/users/user-page'
import { paths } from '../../paths'

// Tabs of a user's page that belong to other features.

export function UserCollectionsPage() {
  return (
    <UserShell>
      {({ id, called }) => <FolderBrowser owner={{ kind: 'users', id, name: called, at: (folder) => paths.userCollections(id, folder) }} />}
    </UserShell>
  )
}

export function UserSharedCollectionsPage() {
  return <UserShell>{(user) => <UserShared user={user} />}</UserShell>
}
