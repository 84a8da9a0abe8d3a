import { notify } from '../dialog/notices'
import { Rich } from '../format/rich'
import { useForm } from './form'
import { FormDialog } from './form-dialog'
import { type NewPassword, NewPasswordFields } from './new-password'

type Props = {
  title: string
  /** The name of the user. */
  name: string
  /** The e-mail of the user, if known. */
  email?: string
  save: (password: NewPassword) => Promise<unknown>
  onClose: () => void
}

/** PasswordDialog sets the password of another user. It is not sent by e-mail. */
export function PasswordDialog({ title, name, email, save, onClose }: Props) {
  const form = useForm<NewPassword, unknown>({
    initial: { password: '', password_confirmation: '' },
    save,
    saved() {
      notify.done(<Rich text="Password of **{name}** successfully updated" values={{ name }} />)
      onClose()
    },
  })
  return (
    <FormDialog title={title} form={form} submit={title} onClose={onClose} size={480}>
      <p className="flat small">
        <Rich text="**{name}** will be signed out everywhere and has to sign in with the new password." values={{ name }} />
      </p>
      {/* The user name, for password managers. */}
      <input hidden readOnly type="text" autoComplete="username" value={email ?? name} />
      <NewPasswordFields password={form.field('password')} confirmation={form.field('password_confirmation')} label="New password" autoFocus />
    </FormDialog>
  )
}
