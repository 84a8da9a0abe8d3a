import { api } from '../../kit/api/client'
import type { Member } from '../../kit/api/schema.gen'
import { PasswordDialog as Dialog } from '../../kit/form/password-dialog'

/** PasswordDialog sets the password of a staff member. */
export function PasswordDialog({ member, onClose }: { member: Member; onClose: () => void }) {
  return (
    <Dialog
      title="Set password"
      name={member.full_name}
      email={member.email}
      save={(body) => api.PUT('/api/admin/staff/{id}/password', { params: { path: { id: String(member.id) } }, body })}
      onClose={onClose}
    />
  )
}
