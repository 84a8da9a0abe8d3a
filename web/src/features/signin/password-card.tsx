import { api } from '../../kit/api/client'
import { notify } from '../../kit/dialog/notices'
import { useForm } from '../../kit/form/form'
import { FieldRow, FormBody, SubmitButton } from '../../kit/form/form-body'
import { PasswordField } from '../../kit/form/password-field'
import { useMe } from '../../kit/session/session'
import { Card } from '../../ui/page-layout'

const empty = { current_password: '', password: '', password_confirmation: '' }

/** PasswordCard changes the password of the signed-in user. This session continues, all others end. */
export function PasswordCard() {
  const me = useMe()
  const form = useForm({
    initial: empty,
    save: async (body) => {
      await api.PUT('/api/auth/password', { body })
    },
    saved() {
      form.setBaseline(empty)
      notify.done('Successfully updated!')
    },
  })
  return (
    <Card title="Password" about="Changing it signs you out everywhere else.">
      <FormBody form={form} footer={<SubmitButton form={form}>Change password</SubmitButton>}>
        {/* The user name, for password managers. */}
        <input hidden readOnly type="text" autoComplete="username" value={me.email} />
        <PasswordField field={form.field('current_password')} label="Current password" required autoComplete="current-password" />
        <FieldRow>
          <PasswordField
            field={form.field('password')}
            label="New password"
            required
            autoComplete="new-password"
            description="At least 8 characters."
          />
          <PasswordField field={form.field('password_confirmation')} label="Confirm password" required autoComplete="new-password" />
        </FieldRow>
      </FormBody>
    </Card>
  )
}
