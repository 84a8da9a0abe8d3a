import { api } from '../../kit/api/client'
import type { User } from '../../kit/api/schema.gen'
import { PasswordDialog } from '../../kit/form/password-dialog'

type Props = { user: Pick<User, 'id' | 'called'>; onClose: () => void }

/** ChangePasswordDialog sets the password of a user. */
export function ChangePasswordDialog({ user, onClose }: Props) {
  return (
    <PasswordDialog
      title="Change password"
      name={user.called}
      save={(body) => api.PUT('/api/admin/users/{id}/change-password', { params: { path: { id: String(user.id) } }, body })}
      onClose={onClose}
    />
  )
}
