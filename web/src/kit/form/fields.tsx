import { Checkbox, Input, PasswordInput, SegmentedControl, Select, Switch, Textarea, TextInput } from '@mantine/core'
import type { ReactNode } from 'react'
import { clearButton } from '../../ui/clear-button'
import type { ChoicePath } from '../api/lists'
import { type Form, useField } from './form'
import classes from './form.module.css'

/** Named are the fields of V that hold a T: a field part can't be tied to a value of another kind. */
export type Named<V, T> = { [K in keyof V]-?: [NonNullable<V[K]>] extends [T] ? K : never }[keyof V] & string

export type FieldProps<V extends object, T> = {
  form: Form<V>
  name: Named<V, T>
  label: string
  description?: ReactNode
  placeholder?: string
  disabled?: boolean
  autoFocus?: boolean
}

/** shared is what every input of a form is given. */
export function shared(props: FieldProps<never, never> | FieldProps<object, unknown>, error: string | undefined) {
  const { label, description, placeholder, disabled, autoFocus } = props
  return {
    label,
    description,
    placeholder,
    disabled,
    error,
    autoFocus, // on a page
    'data-autofocus': autoFocus || undefined, // in a dialog, which decides itself where focus goes
    inputWrapperOrder: ['label', 'input', 'error', 'description'] as never,
  }
}

export function Field({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div data-field={name} className={classes.field}>
      {children}
    </div>
  )
}

export function TextField<V extends object>(
  props: FieldProps<V, string> & { type?: 'text' | 'email' | 'url' | 'tel'; autoComplete?: string; after?: ReactNode },
) {
  const { value, set, error } = useField<V, string | null>(props.form, props.name, props.label)
  return (
    <Field name={props.name}>
      <TextInput
        {...shared(props as never, error)}
        type={props.type}
        autoComplete={props.autoComplete ?? 'off'}
        rightSection={props.after}
        value={value ?? ''}
        onChange={(event) => set(event.currentTarget.value)}
      />
    </Field>
  )
}

export function PasswordField<V extends object>(props: FieldProps<V, string> & { autoComplete: 'current-password' | 'new-password' }) {
  const { value, set, error } = useField<V, string | null>(props.form, props.name, props.label)
  return (
    <Field name={props.name}>
      <PasswordInput
        {...shared(props as never, error)}
        autoComplete={props.autoComplete}
        value={value ?? ''}
        onChange={(event) => set(event.currentTarget.value)}
      />
    </Field>
  )
}

export function TextAreaField<V extends object>(props: FieldProps<V, string> & { rows?: number /** Written for machines. */; code?: boolean }) {
  const { value, set, error } = useField<V, string | null>(props.form, props.name, props.label)
  return (
    <Field name={props.name}>
      <Textarea
        {...shared(props as never, error)}
        autosize
        minRows={props.rows ?? 3}
        maxRows={props.code ? 20 : 14}
        classNames={props.code ? { input: classes.code } : undefined}
        spellCheck={props.code ? false : undefined}
        value={value ?? ''}
        onChange={(event) => set(event.currentTarget.value)}
      />
    </Field>
  )
}

export function SwitchField<V extends object>(props: FieldProps<V, boolean>) {
  const { value, set, error } = useField<V, boolean>(props.form, props.name, props.label)
  const { inputWrapperOrder: _, placeholder: __, ...rest } = shared(props as never, error)
  return (
    <Field name={props.name}>
      <Switch {...rest} checked={value ?? false} onChange={(event) => set(event.currentTarget.checked)} />
    </Field>
  )
}

export function CheckboxField<V extends object>(props: FieldProps<V, boolean>) {
  const { value, set, error } = useField<V, boolean>(props.form, props.name, props.label)
  const { inputWrapperOrder: _, placeholder: __, ...rest } = shared(props as never, error)
  return (
    <Field name={props.name}>
      <Checkbox {...rest} checked={value ?? false} onChange={(event) => set(event.currentTarget.checked)} />
    </Field>
  )
}

export type Option<T extends string | number = string> = { value: T; label: string }

type ChoiceProps<V extends object> = FieldProps<V, string | number>

/** SelectField is a choice among a few that are known; a choice among many records is a PickerField. */
export function SelectField<V extends object, T extends string | number>(
  props: ChoiceProps<V> & {
    options: readonly Option<T>[]
    clearable?: boolean /** Where the names of chosen records are found. */
    from?: ChoicePath
  },
) {
  const { value, set, error } = useField<V, T | null>(props.form, props.name, props.label, props.from)
  const chosen = props.options.find((option) => option.value === value)
  return (
    <Field name={props.name}>
      <Select
        {...shared(props as never, error)}
        data={props.options.map((option) => ({ value: String(option.value), label: option.label }))}
        clearable={props.clearable}
        clearButtonProps={clearButton(props.label)}
        value={chosen ? String(chosen.value) : null}
        onChange={(next) => set(props.options.find((option) => String(option.value) === next)?.value ?? null)}
      />
    </Field>
  )
}

/** SegmentedField shows two or three choices side by side. */
export function SegmentedField<V extends object, T extends string | number>(
  props: ChoiceProps<V> & { options: readonly Option<T>[] /** What else a choice changes. */; onChoose?: () => void },
) {
  const { value, set, error } = useField<V, T | null>(props.form, props.name, props.label)
  return (
    <Field name={props.name}>
      <Input.Wrapper
        label={props.label}
        description={props.description}
        error={error}
        labelElement="div"
        inputWrapperOrder={['label', 'input', 'error', 'description']}
      >
        <SegmentedControl
          fullWidth
          mb={error || props.description ? 4 : undefined}
          aria-label={props.label}
          disabled={props.disabled}
          data={props.options.map((option) => ({ value: String(option.value), label: option.label }))}
          value={value === null || value === undefined ? '' : String(value)}
          onChange={(next) => {
            set(props.options.find((option) => String(option.value) === next)?.value ?? null)
            props.onChoose?.()
          }}
        />
      </Input.Wrapper>
    </Field>
  )
}
