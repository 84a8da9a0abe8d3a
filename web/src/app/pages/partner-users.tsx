import { PartnerShell } from '../../features/partners/shell'
import { UsersTable } from '../../features/users/users-table'

/** The users of a partner, as a tab of its page. */
export function PartnerUsersPage() {
  return (
    <PartnerShell>
      {({ partner: { id, name }, frame: { actions, ...frame } }) => <UsersTable partner={{ id, name }} {...frame} after={actions} />}
    </PartnerShell>
  )
}
