import { Skeleton } from '@mantine/core'
import { Suspense } from 'react'
import { lazyComponent } from '../lazy'
import { DateField } from './date-field'
import type { FormFieldOf } from './declared'
import { SelectField, SwitchField, TextAreaField, TextField } from './fields'
import { type FieldHandle, type Form, useFormState } from './form'
import { ImageField, type ImageValue } from './image-field'
import { MarkdownField } from './markdown-field'
import { NumberField } from './number-field'
import { PickerField, PickersField } from './picker-field'
import { SlugField } from './slug-field'
import { TagsField } from './tags-field'

const loadIconField = () => import('./icon-field').then((file) => file.IconField)
const IconField = lazyComponent(loadIconField)

/** The height of a field, so that nothing below it moves when its component arrives. */
const placeholderHeight = (description: boolean) => 61 + (description ? 17 : 0)

/** loadFields loads the large components of a form before it is opened. */
export function loadFields(fields: readonly { as: string }[]) {
  if (fields.some(({ as }) => as === 'icon')) void loadIconField()
}

type Props<V extends object, R> = { form: Form<V>; field: FormFieldOf<V, R>; autoFocus?: boolean }

/** DeclaredField shows a declared field by its kind. The list of icons is loaded when a form has such a field. */
export function DeclaredField<V extends object, R>({ form, field, autoFocus }: Props<V, R>) {
  const { when, description: text } = field
  const shown = useFormState(form, ({ values }) => !when || when(values))
  const description = useFormState(form, ({ values }) => (typeof text === 'function' ? text(values) : text))
  if (!shown) return null
  return (
    <Suspense fallback={<Skeleton height={placeholderHeight(Boolean(field.description))} />}>
      <FieldByKind
        form={form}
        field={field}
        look={{ label: field.label, placeholder: field.placeholder, required: field.required, description, autoFocus }}
      />
    </Suspense>
  )
}

type Look = { label: string; placeholder?: string; description?: string; autoFocus?: boolean; required?: boolean }

function FieldByKind<V extends object, R>({ form, field, look }: { form: Form<V>; field: FormFieldOf<V, R>; look: Look }) {
  // The type of a declaration ensures that the field holds the type its component expects.
  const handleOf = <T,>(name: keyof V & string) => form.field(name) as unknown as FieldHandle<T>
  switch (field.as) {
    case 'text':
      return <TextField {...look} field={handleOf<string>(field.field)} />
    case 'email':
    case 'url':
      return <TextField {...look} field={handleOf<string>(field.field)} type={field.as} />
    case 'slug':
      return <SlugField {...look} field={handleOf<string>(field.field)} from={handleOf<string>(field.from)} quiet={field.quiet} />
    case 'textarea':
      return <TextAreaField {...look} field={handleOf<string>(field.field)} />
    case 'code':
      return <TextAreaField {...look} field={handleOf<string>(field.field)} rows={10} code />
    case 'markdown':
      return <MarkdownField {...look} field={handleOf<string>(field.field)} />
    case 'icon':
      return <IconField {...look} field={handleOf<string>(field.field)} />
    case 'date':
      return <DateField {...look} field={handleOf<string | null>(field.field)} />
    case 'number':
      return <NumberField {...look} field={handleOf<number | null>(field.field)} />
    case 'switch':
      return <SwitchField {...look} field={handleOf<boolean>(field.field)} />
    case 'select':
      return <SelectField {...look} field={handleOf<string>(field.field)} options={field.options} />
    case 'picker':
      return <PickerField {...look} field={handleOf<number | null>(field.field)} from={field.from} />
    case 'pickers':
      return <PickersField {...look} field={handleOf<number[]>(field.field)} from={field.from} />
    case 'tags':
      return <TagsField {...look} field={handleOf<string[]>(field.field)} separated={field.separated} />
    case 'image':
      return <ImageField {...look} field={handleOf<ImageValue | null>(field.field)} />
  }
}
