import { useNavigate } from '@tanstack/react-router'
import type { Member } from '../../kit/api/schema.gen'
import { SegmentedField, TextField } from '../../kit/form/fields'
import { FieldRow } from '../../kit/form/form-body'
import { FormDialog } from '../../kit/form/form-dialog'
import { useResourceForm } from '../../kit/resource/resource-dialog'
import { changeMe } from '../../kit/session/session'
import { paths } from '../../paths'
import { isMe, roles, staff } from './definition'

type Props = { row: Member | undefined; onClose: () => void }

export function MemberDialog({ row: member, onClose }: Props) {
  const navigate = useNavigate()
  const form = useResourceForm(staff, member, (saved) => {
    onClose()
    if (!isMe(saved)) return
    const { first_name, last_name, full_name, initials, email, staff_role } = saved
    changeMe({ first_name, last_name, full_name, initials, email, staff_role })
    if (staff_role !== 'admin') void navigate({ to: paths.dashboard() }) // this screen is for admins only
  })
  const me = member !== undefined && isMe(member)
  return (
    <FormDialog
      title={member ? 'Edit staff member' : 'New staff member'}
      form={form}
      submit={member ? 'Save' : 'Create staff member'}
      onClose={onClose}
      history={member && { kind: 'user', id: member.id, name: member.full_name }}
    >
      <FieldRow>
        <TextField field={form.field('first_name')} label="First name" required autoFocus />
        <TextField field={form.field('last_name')} label="Last name" />
      </FieldRow>
      <TextField
        field={form.field('email')}
        label="E-mail"
        type="email"
        required
        description={me ? 'Used to sign in.' : member ? 'Used to sign in.' : 'Used to sign in. We’ll send a link there to set a password.'}
      />
      <TextField field={form.field('phone')} label="Phone" type="tel" />
      <SegmentedField
        field={form.field('staff_role')}
        label="Role"
        options={roles}
        description={
          me ? 'As an editor, you can no longer open this page.' : 'Editors manage content. Admins also manage staff, activity and failed jobs.'
        }
      />
    </FormDialog>
  )
}
