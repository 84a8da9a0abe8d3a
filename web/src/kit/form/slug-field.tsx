import { TextInput } from '@mantine/core'
import { useEffect, useRef } from 'react'
import { Field, type FieldProps, type Named, shared } from './fields'
import { useField, useFormState } from './form'
import classes from './form.module.css'

const warning = 'Changing the slug will break all existing links, resulting in broken analytics; only change it if not yet used.'

/** slugOf makes a slug of a name as the server does: hyphens for white space and for what no slug can have, lower case. */
export const slugOf = (name: string) =>
  name
    .split(/[\s/\\?#%"<>]+/)
    .filter(Boolean)
    .join('-')
    .toLowerCase()

/** SlugField follows the name of a new record until somebody types a slug; a saved one warns when it is changed, unless it is quiet. */
export function SlugField<V extends object>({ quiet, ...props }: FieldProps<V, string> & { from: Named<V, string>; quiet?: boolean }) {
  const { form, name, from } = props
  const { value, set, error } = useField<V, string | null>(form, name, props.label)
  const saved = useFormState(form, (state) => state.initial[name]) as string | null
  const source = useFormState(form, (state) => state.values[from]) as string | null
  const follows = useRef(!saved)
  useEffect(() => {
    const slug = slugOf(source ?? '') as V[typeof name]
    if (follows.current && slug !== form.get(name)) form.set(name, slug)
  }, [source, form, name])
  return (
    <Field name={name}>
      <TextInput
        {...shared(props as never, error)}
        autoComplete="off"
        value={value ?? ''}
        onChange={(event) => {
          follows.current = !saved && event.currentTarget.value === ''
          set(event.currentTarget.value)
        }}
      />
      <div role="status" className={classes.warning}>
        {saved && value !== saved && !quiet ? warning : null}
      </div>
    </Field>
  )
}
