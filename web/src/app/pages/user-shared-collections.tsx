import { UserShared } from '../../features/shared-collections/user-shared'
import { UserShell } from '../../features/users/user-shell'

/** The shared collections of a user, as a tab of their page. */
export function UserSharedCollectionsPage() {
  return <UserShell>{(user) => <UserShared user={user} />}</UserShell>
}
