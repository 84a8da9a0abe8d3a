import { Checkbox, TextInput } from '@mantine/core'
import type { MediaType } from '../../kit/api/schema.gen'
import { Field, TextAreaField } from '../../kit/form/fields'
import { type Form, useField, useFormState } from '../../kit/form/form'
import { FieldRow } from '../../kit/form/form-body'
import { PickerField, PickersField } from '../../kit/form/picker-field'
import { SegmentedControl } from '../../ui/segmented-control'
import classes from './content-form.module.css'
import type { Values } from './content-values'
import { EmbedPreview } from './embed-preview'

type Shape = Values['embed_classes']

const shapes: { value: Shape; label: string }[] = [
  { value: 'responsive-16x9', label: '16:9' },
  { value: 'responsive-4x3', label: '4:3' },
]

/** Tweaks is the last step: overrides of values that come from the media type and the page. */
export function Tweaks({ form, type, suggestedCode }: { form: Form<Values>; type: MediaType | undefined; suggestedCode: string }) {
  const embeds = useFormState(form, (state) => state.values.embed_code_override)
  const code = useFormState(form, (state) => state.values.embed_code)
  const shape = useFormState(form, (state) => state.values.embed_classes)
  return (
    <>
      <FieldRow>
        <LeadInField form={form} type={type} />
      </FieldRow>
      <OverrideEmbedField form={form} suggestedCode={suggestedCode} />
      {embeds && (
        <>
          <div className={classes.code}>
            <TextAreaField field={form.field('embed_code')} label="Embed code" rows={4} />
          </div>
          <EmbedPreview code={code} shape={shape} />
        </>
      )}
      <ShapeField form={form} />
      <FieldRow>
        <PickersField field={form.field('library_ids')} label="Libraries" from="options/libraries" />
        <PickerField field={form.field('partner_id')} label="Owner" from="options/partners" required />
      </FieldRow>
    </>
  )
}

/**
 * OverrideEmbedField shows the embed code, and fills it in with the code that the page suggests. That code is removed again when
 * the field is hidden: nobody saves HTML from another site without seeing it.
 */
function OverrideEmbedField({ form, suggestedCode }: { form: Form<Values>; suggestedCode: string }) {
  const { value, error } = useField(form.field('embed_code_override'), 'Override embed code')

  function change(checked: boolean) {
    const code = form.get('embed_code')
    if (checked && code === '') form.fill({ embed_code_override: true, embed_code: suggestedCode })
    else if (!checked && code === suggestedCode) form.fill({ embed_code_override: false, embed_code: '' })
    else form.set('embed_code_override', checked)
  }

  return (
    <Field name="embed_code_override">
      <Checkbox label="Override embed code" error={error} checked={value} onChange={(event) => change(event.currentTarget.checked)} />
    </Field>
  )
}

/** ShapeField sets the aspect ratio of embedded content. */
function ShapeField({ form }: { form: Form<Values> }) {
  const { value, set, error } = useField(form.field('embed_classes'), 'Responsive embed class')
  return (
    <Field name="embed_classes">
      <div className="stack gap-12">
        <Checkbox
          label="Add a responsive embed class"
          error={error}
          checked={value !== ''}
          onChange={(event) => set(event.currentTarget.checked ? 'responsive-16x9' : '')}
        />
        {value !== '' && <SegmentedControl aria-label="Responsive embed class" data={shapes} value={value} onChange={(next) => set(next as Shape)} />}
      </div>
    </Field>
  )
}

/** LeadInField shows the lead-in of the media type, unless it is overridden. */
function LeadInField({ form, type }: { form: Form<Values>; type: MediaType | undefined }) {
  const { value, set, error } = useField(form.field('lead_in'), 'Lead in')
  const { value: own } = useField(form.field('lead_in_override'), 'Override lead in')
  const shown = own ? value : (type?.lead_in ?? value)
  return (
    <div className="stack gap-12">
      <Field name="lead_in">
        <TextInput
          label="Lead in"
          readOnly={!own}
          classNames={{ input: own ? undefined : classes.given }}
          error={error}
          value={shown}
          onChange={(event) => set(event.currentTarget.value)}
          inputWrapperOrder={['label', 'input', 'error', 'description']}
        />
      </Field>
      <Field name="lead_in_override">
        <Checkbox
          label="Override lead in"
          checked={own}
          onChange={(event) => form.fill({ lead_in_override: event.currentTarget.checked, lead_in: shown })}
        />
      </Field>
    </div>
  )
}
