import { UserDetails } from './user-details'
import { UserShell } from './user-shell'

export function UserPage() {
  return <UserShell>{(user) => <UserDetails user={user} />}</UserShell>
}
