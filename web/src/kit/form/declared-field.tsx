import { Skeleton } from '@mantine/core'
import { lazy, Suspense } from 'react'
import type { FormFieldOf } from '../resource/define'
import { type FieldProps, SelectField, SwitchField, TextAreaField, TextField } from './fields'
import type { Form } from './form'
import { NumberField } from './number-field'
import { PickerField, PickersField } from './picker-field'
import { SlugField } from './slug-field'
import { TagsField } from './tags-field'

const DateField = lazy(() => import('./date-field').then((file) => ({ default: file.DateField })))
const IconField = lazy(() => import('./icon-field').then((file) => ({ default: file.IconField })))
const ImageField = lazy(() => import('./image-field').then((file) => ({ default: file.ImageField })))
const MarkdownField = lazy(() => import('./markdown-field').then((file) => ({ default: file.MarkdownField })))

type Values = Record<string, never>

/** DeclaredField draws a declared field by its kind. The heavy kinds come when a form has one. */
export function DeclaredField({ form, field, autoFocus }: { form: Form<Values>; field: FormFieldOf<Values>; autoFocus?: boolean }) {
  const { field: name, as, ...rest } = field
  const props = { form, name, autoFocus, ...rest } as never
  const Part = parts[as]
  return (
    <Suspense fallback={<Skeleton height={58} />}>
      <Part {...(props as object)} />
    </Suspense>
  )
}

const typed = (type: 'email' | 'url') => (props: FieldProps<Values, string>) => <TextField {...props} type={type} />

const parts = {
  text: TextField,
  email: typed('email'),
  url: typed('url'),
  slug: SlugField,
  textarea: TextAreaField,
  number: NumberField,
  switch: SwitchField,
  select: SelectField,
  picker: PickerField,
  pickers: PickersField,
  tags: TagsField,
  date: DateField,
  icon: IconField,
  image: ImageField,
  markdown: MarkdownField,
} as unknown as Record<FormFieldOf<Values>['as'], React.ComponentType>
