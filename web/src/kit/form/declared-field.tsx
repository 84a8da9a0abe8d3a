import { Skeleton } from '@mantine/core'
import { lazy, Suspense } from 'react'
import type { FormFieldOf } from '../resource/define'
import { type FieldProps, SelectField, SwitchField, TextAreaField, TextField } from './fields'
import { type Form, useFormState } from './form'
import { NumberField } from './number-field'
import { PickerField, PickersField } from './picker-field'
import { SlugField } from './slug-field'
import { TagsField } from './tags-field'

const heavy = {
  date: () => import('./date-field').then((file) => ({ default: file.DateField })),
  icon: () => import('./icon-field').then((file) => ({ default: file.IconField })),
  image: () => import('./image-field').then((file) => ({ default: file.ImageField })),
  markdown: () => import('./markdown-field').then((file) => ({ default: file.MarkdownField })),
}

/** How tall a field is, so that nothing below it moves when its part arrives. */
const height = ({ as, description }: FormFieldOf<Values>) => (as === 'image' ? 165 : (as === 'markdown' ? 138 : 61) + (description ? 17 : 0))

/** loadFields fetches the heavy parts a form has, before somebody opens it. */
export function loadFields(fields: readonly { as: string }[]) {
  for (const { as } of fields) if (as in heavy) void heavy[as as keyof typeof heavy]()
}

type Values = Record<string, never>

/** DeclaredField draws a declared field by its kind. The heavy kinds come when a form has one. */
export function DeclaredField({ form, field, autoFocus }: { form: Form<Values>; field: FormFieldOf<Values>; autoFocus?: boolean }) {
  const { field: name, as, when, description: told, ...rest } = field
  const shown = useFormState(form, ({ values }) => !when || when(values))
  const description = useFormState(form, ({ values }) => (typeof told === 'function' ? told(values) : told))
  if (!shown) return null
  const props = { form, name, autoFocus, description, ...rest } as never
  const Part = parts[as]
  return (
    <Suspense fallback={<Skeleton height={height(field)} />}>
      <Part {...(props as object)} />
    </Suspense>
  )
}

const typed = (type: 'email' | 'url') => (props: FieldProps<Values, string>) => <TextField {...props} type={type} />
const Code = (props: FieldProps<Values, string>) => <TextAreaField {...props} rows={10} code />

const parts = {
  text: TextField,
  email: typed('email'),
  url: typed('url'),
  slug: SlugField,
  textarea: TextAreaField,
  code: Code,
  number: NumberField,
  switch: SwitchField,
  select: SelectField,
  picker: PickerField,
  pickers: PickersField,
  tags: TagsField,
  date: lazy(heavy.date),
  icon: lazy(heavy.icon),
  image: lazy(heavy.image),
  markdown: lazy(heavy.markdown),
} as unknown as Record<FormFieldOf<Values>['as'], React.ComponentType>
