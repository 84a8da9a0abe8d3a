import { DateField, expiryPresets } from '../../kit/form/date-field'
import { useDateWarning } from '../../kit/form/date-warnings'
import type { Form } from '../../kit/form/form'
import { FieldRow } from '../../kit/form/form-body'
import type { FormValuesOf } from '../../kit/resource/define'

const dateNames = { publish: 'inspires_publish_at', feature: 'inspires_feature_at', expires: 'expires_at' } as const

/** CollectionDates are the date fields of the form. They are loaded separately, because calendars are large. */
export function CollectionDates({ form }: { form: Form<FormValuesOf<'collections'>> }) {
  const featureWarning = useDateWarning(form, 'feature', dateNames)
  const expiryWarning = useDateWarning(form, 'expires', dateNames)
  return (
    <>
      <FieldRow>
        <DateField field={form.field('inspires_publish_at')} label="Publish date on Inspires" placeholder="Not public" />
        <DateField field={form.field('inspires_feature_at')} label="Feature date on Inspires" placeholder="Not featured" warning={featureWarning} />
      </FieldRow>
      <DateField
        field={form.field('expires_at')}
        label="Expiration date"
        placeholder="Never"
        description="Last day the collection is shown."
        presets={expiryPresets()}
        warning={expiryWarning}
      />
    </>
  )
}
