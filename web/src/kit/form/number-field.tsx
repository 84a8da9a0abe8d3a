import { NumberInput } from '@mantine/core'
import { Field, type FieldProps, shared } from './fields'
import { useField } from './form'

export function NumberField(props: FieldProps<number, number | null> & { suffix?: string }) {
  const { value, set, error } = useField(props.field, props.label)
  // Text that is not a number (a lone minus) is kept as typed, and the server reports the error.
  return (
    <Field name={props.field.name}>
      <NumberInput
        {...shared(props, error)}
        suffix={props.suffix}
        value={value ?? ''}
        onChange={(next) => set(next === '' ? null : (next as number))}
      />
    </Field>
  )
}
