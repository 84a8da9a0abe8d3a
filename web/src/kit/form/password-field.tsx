import { ActionIcon, TextInput } from '@mantine/core'
import { IconEye, IconEyeOff } from '@tabler/icons-react'
import { useState } from 'react'
import { Field, type FieldProps, inputProps } from './fields'
import { useField } from './form'

/** PasswordField is a field for a password, with a button that shows what was typed. */
export function PasswordField(props: FieldProps<string> & { autoComplete: 'current-password' | 'new-password' }) {
  const { value, set, error } = useField(props.field, props.label)
  const [visible, setVisible] = useState(false)
  const Icon = visible ? IconEyeOff : IconEye
  const toggle = (
    <ActionIcon
      size="sm"
      tabIndex={-1} // Tab goes from the password to the submit button
      aria-label={visible ? 'Hide password' : 'Show password'}
      disabled={props.disabled}
      onMouseDown={(event) => event.preventDefault()} // the field keeps the focus
      onClick={() => setVisible(!visible)}
    >
      <Icon size={16} />
    </ActionIcon>
  )
  return (
    <Field name={props.field.name}>
      <TextInput
        {...inputProps(props, error)}
        type={visible ? 'text' : 'password'}
        autoComplete={props.autoComplete}
        rightSection={toggle}
        value={value ?? ''}
        onChange={(event) => set(event.currentTarget.value)}
      />
    </Field>
  )
}
