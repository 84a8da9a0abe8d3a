import { Button } from '@mantine/core'
import { IconDice5 } from '@tabler/icons-react'
import { useState } from 'react'
import { api } from '../../kit/api/client'
import type { Member } from '../../kit/api/schema.gen'
import { Copy } from '../../kit/dialog/copy'
import { notify } from '../../kit/dialog/notices'
import { PasswordField } from '../../kit/form/fields'
import { useForm, useFormState } from '../../kit/form/form'
import { FormDialog } from '../../kit/form/form-dialog'
import { Rich } from '../../kit/format/rich'
import classes from './staff.module.css'
import { suggestPassword } from './suggest-password'

/** PasswordDialog sets the password of a colleague, who has to be told it: no mail carries it. */
export function PasswordDialog({ member, onClose }: { member: Member; onClose: () => void }) {
  const [suggested, setSuggested] = useState('')
  const form = useForm({
    initial: { password: '', password_confirmation: '' },
    save: async (body) => {
      await api.PUT('/api/admin/staff/{id}/password', { params: { path: { id: String(member.id) } }, body })
    },
    saved() {
      notify.done(<Rich text="Password of **{name}** successfully updated" values={{ name: member.full_name }} />)
      onClose()
    },
  })
  const typed = useFormState(form, (state) => state.values.password)
  const shown = suggested !== '' && suggested === typed

  function suggest() {
    const password = suggestPassword()
    setSuggested(password)
    form.fill({ password, password_confirmation: password })
  }

  return (
    <FormDialog title="Set password" form={form} submit="Set password" onClose={onClose} size={480}>
      <p className={classes.hint}>
        <Rich text="**{name}** is signed out everywhere and signs in with the new password." values={{ name: member.full_name }} />
      </p>
      {/* Whose password it is, for the browser's own keeper of passwords. */}
      <input hidden readOnly type="text" autoComplete="username" value={member.email} />
      <PasswordField form={form} name="password" label="New password" autoComplete="new-password" description="At least 8 characters." autoFocus />
      <PasswordField form={form} name="password_confirmation" label="The same again" autoComplete="new-password" />
      <div className={classes.suggestion}>
        <Button variant="default" size="xs" leftSection={<IconDice5 size={16} />} onClick={suggest}>
          Suggest
        </Button>
        <span role="status">{shown && <code>{suggested}</code>}</span>
        {shown && <Copy value={suggested} label="Copy the password" />}
      </div>
    </FormDialog>
  )
}
