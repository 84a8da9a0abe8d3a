import { Button } from '@mantine/core'
import { IconRefresh } from '@tabler/icons-react'
import { useState } from 'react'
import { Copy } from '../dialog/copy'
import type { FieldHandle } from './form'
import classes from './form.module.css'
import { PasswordField } from './password-field'
import { suggestPassword } from './suggest-password'

export type NewPassword = { password: string; password_confirmation: string }

type Props = { password: FieldHandle<string>; confirmation: FieldHandle<string>; label?: string; autoFocus?: boolean }

/** NewPasswordFields ask for another user's password twice, and suggest one. The password is only kept in the form. */
export function NewPasswordFields({ password, confirmation, label = 'Password', autoFocus }: Props) {
  const [suggested, setSuggested] = useState(() => suggestPassword())
  const description = 'At least 8 characters.'
  return (
    <>
      <PasswordField field={password} label={label} autoComplete="new-password" description={description} required autoFocus={autoFocus} />
      <PasswordField field={confirmation} label="Confirm password" autoComplete="new-password" required />
      <div className={classes.suggestion}>
        <span role="status">
          <span>Suggested password: </span>
          <code>{suggested}</code>
        </span>
        <Copy value={suggested} label="Copy suggested password" />
        <Button
          variant="default"
          size="xs"
          aria-label="Use suggested password"
          onClick={() => {
            password.set(suggested)
            confirmation.set(suggested)
          }}
        >
          Use
        </Button>
        <Button variant="subtle" color="gray" size="xs" leftSection={<IconRefresh size={14} />} onClick={() => setSuggested(suggestPassword())}>
          Suggest another
        </Button>
      </div>
    </>
  )
}
