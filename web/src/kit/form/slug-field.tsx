import { TextInput } from '@mantine/core'
import { useEffect, useRef, useSyncExternalStore } from 'react'
import { Field, type FieldProps, inputProps } from './fields'
import { type FieldHandle, useField } from './form'
import classes from './form.module.css'

const warning = 'Changing the slug will break all existing links, resulting in broken analytics; only change it if not yet used.'

const withoutStrokes: Record<string, string> = {
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  ħ: 'h',
  ı: 'i',
  æ: 'ae',
  œ: 'oe',
  þ: 'th',
  ß: 'ss',
  ς: 'σ',
}

/** slugOf derives a slug from a name like the server: its words in lower case and without accents, separated by hyphens. */
export const slugOf = (name: string) =>
  name
    .replace(/['’]/g, '')
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[\u0300-\u036f]/g, '')
    .replace(/[øłđðħıæœþßς]/g, (letter) => withoutStrokes[letter] ?? letter)
    .normalize('NFKC')
    .split(/[^\p{L}\p{M}\p{N}]+/u)
    .filter(Boolean)
    .join('-')

/** SlugField follows the name of a new record until a slug is typed. Changing a saved slug shows a warning, unless `quiet`. */
export function SlugField({ quiet, from, ...props }: FieldProps<string> & { from: FieldHandle<string | null | undefined, string>; quiet?: boolean }) {
  const { field } = props
  const { value, set, error } = useField(field, props.label)
  const saved = useSyncExternalStore(field.subscribe, field.saved)
  const source = useSyncExternalStore(from.subscribe, from.get)
  const followsName = useRef(!saved)
  useEffect(() => {
    const slug = slugOf(source ?? '')
    if (followsName.current && slug !== field.get()) field.set(slug)
  }, [source, field])
  return (
    <Field name={field.name}>
      <TextInput
        {...inputProps(props, error)}
        autoComplete="off"
        value={value ?? ''}
        onChange={(event) => {
          followsName.current = !saved && event.currentTarget.value === ''
          set(event.currentTarget.value)
        }}
      />
      <div role="status" className={classes.warning}>
        {saved && value !== saved && !quiet ? warning : null}
      </div>
    </Field>
  )
}
