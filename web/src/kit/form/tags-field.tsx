import { TagsInput } from '@mantine/core'
import { useState } from 'react'
import { Field, type FieldProps, inputOrder } from './fields'
import { useField } from './form'
import { everything, useSuggestions } from './suggestions'

/** TagsField is a list of texts, each added with Enter. They are kept as typed and validated by the server. */
export function TagsField(props: FieldProps<string[]> & { /** The list whose names are suggested. */ from?: string }) {
  const { value, set, error } = useField(props.field, props.label)
  const [text, setText] = useState('')
  const [asked, setAsked] = useState(false)
  const words = useSuggestions(props.from, text, asked)
  return (
    <Field name={props.field.name}>
      <TagsInput
        label={props.label}
        description={props.description ?? 'Press Enter after each.'}
        placeholder={value?.length ? undefined : props.placeholder}
        disabled={props.disabled}
        error={error}
        // Once there is a tag, suggestions only appear while typing, so that they do not cover the fields below.
        data={value?.length && !text ? [] : words.filter((word) => !value?.includes(word))}
        filter={everything}
        searchValue={text}
        onSearchChange={setText}
        onFocus={() => setAsked(true)}
        value={value ?? []}
        onChange={set}
        splitChars={[]}
        acceptValueOnBlur
        inputWrapperOrder={inputOrder}
      />
    </Field>
  )
}
