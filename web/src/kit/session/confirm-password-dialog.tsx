import { Button, Group } from '@mantine/core'
import { useEffect, useRef } from 'react'
import { api } from '../api/client'
import { Dialog } from '../dialog/dialog'
import { useForm, useFormState } from '../form/form'
import { PasswordField } from '../form/password-field'
import { pendingConfirmation } from './confirm-password'
import classes from './confirm-password-dialog.module.css'
import { useMe } from './session'

/** ConfirmPasswordDialog asks for the password before an action for which an open session is not sufficient. */
export function ConfirmPasswordDialog() {
  const me = useMe()
  const root = useRef<HTMLFormElement>(null)
  const form = useForm({
    initial: { password: '' },
    save: async (body) => {
      await api.POST('/api/auth/confirm', { body })
    },
    saved: () => pendingConfirmation.get()?.settle(true),
  })
  const wrong = useFormState(form, (state) => state.errors.password)
  const problem = useFormState(form, (state) => (state.errors.password ? '' : state.banner.join(' ')))
  const busy = useFormState(form, (state) => state.busy)
  useEffect(() => {
    if (wrong) root.current?.querySelector<HTMLInputElement>('input[autocomplete="current-password"]')?.select()
  }, [wrong])
  const cancel = () => pendingConfirmation.get()?.settle(false)
  return (
    <Dialog onClose={cancel} title="Confirm your password" size={400} zIndex={340}>
      <p className={classes.text}>For your security, enter your password to continue.</p>
      <form
        ref={root}
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          event.stopPropagation() // the form behind this dialog must not be sent
          void form.submit()
        }}
      >
        {/* Tells password managers whose password it is. */}
        <input hidden readOnly type="text" name="username" autoComplete="username" value={me.email} />
        <PasswordField field={form.field('password')} label="Password" autoComplete="current-password" autoFocus />
        <p className={classes.problem} role="alert">
          {problem}
        </p>
        <Group justify="flex-end" gap="xs" mt="lg">
          <Button variant="default" onClick={cancel}>
            Cancel
          </Button>
          <Button type="submit" loading={busy}>
            Confirm
          </Button>
        </Group>
      </form>
    </Dialog>
  )
}
