import { TagsInput } from '@mantine/core'
import { Field, type FieldProps } from './fields'
import { useField } from './form'

/** TagsField is a list of words, Enter after each. Words are kept as they were typed: the server judges each one. */
export function TagsField<V extends object>(props: FieldProps<V, string[]> & { suggestions?: string[] }) {
  const { value, set, error } = useField<V, string[] | null>(props.form, props.name, props.label)
  return (
    <Field name={props.name}>
      <TagsInput
        label={props.label}
        description={props.description ?? 'Press Enter after each.'}
        placeholder={value?.length ? undefined : props.placeholder}
        disabled={props.disabled}
        error={error}
        data={props.suggestions}
        value={value ?? []}
        onChange={set}
        splitChars={[]}
        acceptValueOnBlur
        inputWrapperOrder={['label', 'input', 'error', 'description']}
      />
    </Field>
  )
}
