import type { InputOf } from '../../kit/api/lists'
import { DateField, expiryPresets } from '../../kit/form/date-field'
import type { Form } from '../../kit/form/form'
import { FieldRow } from '../../kit/form/form-body'

/** CollectionDates are the days of the form. They come by themselves: calendars are heavy. */
export function CollectionDates({ form }: { form: Form<InputOf<'collections'>> }) {
  return (
    <>
      <FieldRow>
        <DateField form={form} name="inspires_publish_at" label="Publish date on Inspires" placeholder="Not public" />
        <DateField form={form} name="inspires_feature_at" label="Feature date on Inspires" placeholder="Not featured" />
      </FieldRow>
      <DateField
        form={form}
        name="expires_at"
        label="Expiration date"
        placeholder="Never"
        description="The last day it is shown."
        presets={expiryPresets()}
      />
    </>
  )
}
