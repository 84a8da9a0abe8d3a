import { Button, Group } from '@mantine/core'
import { api, bodyOf } from '../../kit/api/client'
import { Dialog } from '../../kit/dialog/dialog'
import { useForm, useFormState } from '../../kit/form/form'
import { PasswordField } from '../../kit/form/password-field'
import classes from '../../kit/session/confirm-password-dialog.module.css'
import { signedIn, useSession } from '../../kit/session/session'
import { paths } from '../../paths'

/** SessionDialog asks for the password when the session has expired. The page below keeps its input. */
export function SessionDialog() {
  const { user, expired } = useSession()
  if (!user || !expired) return null
  return <SignInAgain email={user.email} name={user.full_name} />
}

const ignoreClose = () => {}

function SignInAgain({ email, name }: { email: string; name: string }) {
  const form = useForm({
    initial: { email, password: '' },
    save: async (values) => bodyOf(await api.POST('/api/auth/login', { body: values })).item,
    saved: signedIn,
  })
  const problem = useFormState(form, (state) => state.errors.email?.join(' ') ?? state.banner.join(' '))
  const busy = useFormState(form, (state) => state.busy)
  return (
    <Dialog locked onClose={ignoreClose} title="Your session has expired" size={400} zIndex={350}>
      <p className={classes.text}>
        Sign in again as <b>{name}</b>. Your unsaved changes are kept.
      </p>
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          void form.submit()
        }}
      >
        <input hidden name="username" autoComplete="username" value={email} readOnly />
        <PasswordField field={form.field('password')} label="Password" autoComplete="current-password" autoFocus />
        <p className={classes.problem} role="alert">
          {problem}
        </p>
        <Group justify="flex-end" gap="xs" mt="lg">
          <Button variant="default" onClick={() => location.assign(paths.login())}>
            Sign in as someone else
          </Button>
          <Button type="submit" loading={busy}>
            Sign in
          </Button>
        </Group>
      </form>
    </Dialog>
  )
}
