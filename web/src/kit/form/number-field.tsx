import { NumberInput } from '@mantine/core'
import { Field, type FieldProps, shared } from './fields'
import { useField } from './form'

export function NumberField<V extends object>(props: FieldProps<V, number> & { suffix?: string }) {
  const { value, set, error } = useField<V, number | string | null>(props.form, props.name, props.label)
  // What is no number (a lone minus) is kept as it was typed: the server says what is wrong with it.
  return (
    <Field name={props.name}>
      <NumberInput {...shared(props as never, error)} suffix={props.suffix} value={value ?? ''} onChange={(next) => set(next === '' ? null : next)} />
    </Field>
  )
}
