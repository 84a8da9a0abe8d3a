import { Pill, type TagsInputProps } from '@mantine/core'
import { type Ref, useState } from 'react'
import { loadedLater, useFirstUse } from '../../ui/first-use'
import { PillsField } from '../../ui/multi-select'
import { Field, type FieldProps, inputProps } from './fields'
import { useField } from './form'
import { keepAllOptions, useSuggestions } from './suggestions'

const source = loadedLater<TagsInputProps>(() => import('../../ui/comboboxes').then((file) => file.TagsInput))

const separators = [',', ';', ' ', '\n', '\t', '\r']

type Props = FieldProps<string[]> & {
  /** The list whose names are suggested. */
  from?: string
  /** Entries have no spaces and commas, which separate them when several are pasted. */
  separated?: boolean
}

/** TagsField is a list of texts, each added with Enter. They are kept as typed and validated by the server. */
export function TagsField(props: Props) {
  const { value, set, error } = useField(props.field, props.label)
  const tags = value ?? []
  const [text, setText] = useState('')
  const [focused, setFocused] = useState(false)
  const words = useSuggestions(props.from, text, focused)
  const add = (...added: string[]) => set([...new Set([...tags, ...added.map((tag) => tag.trim()).filter(Boolean)])])
  const { Loaded, field, firstUse } = useFirstUse(source, {
    onEnter: (typed) => add(typed),
    onPaste: (text) => add(...(props.separated ? text.split(/[\s,;]+/) : [text])),
    onBackspace: () => set(tags.slice(0, -1)),
  })
  const look = {
    ...inputProps(props, error),
    description: props.description ?? 'Press Enter after each.',
    placeholder: tags.length ? undefined : props.placeholder,
  }
  return (
    <Field name={props.field.name}>
      {Loaded ? (
        <Loaded
          {...look}
          ref={field as Ref<HTMLInputElement>}
          // Once there is a tag, suggestions only appear while typing, so that they do not cover the fields below.
          data={tags.length && !text ? [] : words.filter((word) => !tags.includes(word))}
          filter={keepAllOptions}
          searchValue={text}
          onSearchChange={setText}
          onFocus={() => setFocused(true)}
          value={tags}
          onChange={set}
          splitChars={props.separated ? separators : []}
          acceptValueOnBlur
        />
      ) : (
        <PillsField look={look} firstUse={firstUse}>
          {tags.map((tag) => (
            <Pill key={tag} withRemoveButton onRemove={() => set(tags.filter((other) => other !== tag))}>
              {tag}
            </Pill>
          ))}
        </PillsField>
      )}
    </Field>
  )
}
