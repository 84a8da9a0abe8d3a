import '../../ui/fields.css'
import { Checkbox, Input, Switch, TextInput } from '@mantine/core'
import type { ReactNode } from 'react'
import { SegmentedControl } from '../../ui/segmented-control'
import { Select } from '../../ui/select'
import { Textarea } from '../../ui/textarea'
import type { ChoicePath } from '../api/lists'
import { type FieldHandle, useField } from './form'
import classes from './form.module.css'

export type FieldProps<R, W = R> = FieldLook & { field: FieldHandle<R | null | undefined, W> }

export type FieldLook = {
  label: string
  description?: ReactNode
  placeholder?: string
  disabled?: boolean
  autoFocus?: boolean
  /** The field can't be saved empty. It is marked, and a choice can't be cleared. */
  required?: boolean
}

/** The order of the parts of an input. */
export const inputOrder: ('label' | 'input' | 'error' | 'description')[] = ['label', 'input', 'error', 'description']

/** requiredProps marks a required field: for the eyes by an asterisk drawn in CSS, for screen readers by the attribute. */
export const requiredProps = ({ required }: Pick<FieldLook, 'required'>) =>
  required ? ({ 'aria-required': true, labelProps: { 'data-required': true } } as const) : {}

/** inputProps returns the properties that every input of a form has. */
export function inputProps({ label, description, placeholder, disabled, autoFocus, required }: FieldLook, error: string | undefined) {
  return {
    ...requiredProps({ required }),
    label,
    description,
    placeholder,
    disabled,
    error,
    autoFocus, // on a page
    'data-autofocus': autoFocus || undefined, // in a dialog, which decides itself where focus goes
    inputWrapperOrder: inputOrder,
  }
}

export function Field({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div data-field={name} className={classes.field}>
      {children}
    </div>
  )
}

export function TextField(props: FieldProps<string> & { type?: 'text' | 'email' | 'url' | 'tel'; autoComplete?: string; after?: ReactNode }) {
  const { value, set, error } = useField(props.field, props.label)
  return (
    <Field name={props.field.name}>
      <TextInput
        {...inputProps(props, error)}
        type={props.type}
        autoComplete={props.autoComplete ?? 'off'}
        rightSection={props.after}
        value={value ?? ''}
        onChange={(event) => set(event.currentTarget.value)}
      />
    </Field>
  )
}

export function TextAreaField(props: FieldProps<string> & { rows?: number /** Monospaced, without spell checking. */; code?: boolean }) {
  const { value, set, error } = useField(props.field, props.label)
  return (
    <Field name={props.field.name}>
      <Textarea
        {...inputProps(props, error)}
        minRows={props.rows ?? 3}
        maxRows={props.code ? 20 : 14}
        code={props.code}
        value={value ?? ''}
        onChange={(event) => set(event.currentTarget.value)}
      />
    </Field>
  )
}

export function SwitchField(props: FieldProps<boolean>) {
  const { value, set, error } = useField(props.field, props.label)
  const { inputWrapperOrder: _, placeholder: __, ...rest } = inputProps(props, error)
  return (
    <Field name={props.field.name}>
      <Switch {...rest} checked={value ?? false} onChange={(event) => set(event.currentTarget.checked)} />
    </Field>
  )
}

export function CheckboxField(props: FieldProps<boolean>) {
  const { value, set, error } = useField(props.field, props.label)
  const { inputWrapperOrder: _, placeholder: __, ...rest } = inputProps(props, error)
  return (
    <Field name={props.field.name}>
      <Checkbox {...rest} checked={value ?? false} onChange={(event) => set(event.currentTarget.checked)} />
    </Field>
  )
}

export type Option<T extends string | number = string> = { value: T; label: string }

/** A clearable choice needs a field that accepts null. */
type ChoiceProps<T> = { options: readonly Option<T & (string | number)>[] } & (
  | (FieldProps<T> & { clearable?: false })
  | (FieldProps<T, T | null> & { clearable: true })
)

/** SelectField is a choice among a few known options. For a choice among many records, use PickerField. */
export function SelectField<T extends string | number>(
  props: ChoiceProps<T> & { /** The lookup of the names of chosen records. */ from?: ChoicePath },
) {
  const { value, error } = useField(props.field, props.label, props.from)
  const chosen = props.options.find((option) => option.value === value)
  return (
    <Field name={props.field.name}>
      <Select
        {...inputProps(props, error)}
        data={props.options.map((option) => ({ value: String(option.value), label: option.label }))}
        clearable={props.clearable}
        value={chosen ? String(chosen.value) : null}
        onChange={(next) => setChoice(props, next)}
      />
    </Field>
  )
}

function setChoice<T extends string | number>(props: ChoiceProps<T>, next: string | null) {
  const option = props.options.find(({ value }) => String(value) === next)
  if (option) props.field.set(option.value)
  else if (props.clearable) props.field.set(null)
}

/** SegmentedField shows two or three choices side by side. */
export function SegmentedField<T extends string | number>(
  props: ChoiceProps<T> & { /** Called after a choice, for fields that depend on it. */ onChoose?: () => void },
) {
  const { value, error } = useField(props.field, props.label)
  return (
    <Field name={props.field.name}>
      <Input.Wrapper label={props.label} description={props.description} error={error} labelElement="div" inputWrapperOrder={inputOrder}>
        <SegmentedControl
          fullWidth
          aria-label={props.label}
          disabled={props.disabled}
          data={props.options.map((option) => ({ value: String(option.value), label: option.label }))}
          value={value === null || value === undefined ? '' : String(value)}
          onChange={(next) => {
            setChoice(props, next)
            props.onChoose?.()
          }}
        />
      </Input.Wrapper>
    </Field>
  )
}
