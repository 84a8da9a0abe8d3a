import { DateField, expiryPresets, publishPresets } from '../../kit/form/date-field'
import type { Form } from '../../kit/form/form'
import { FieldRow } from '../../kit/form/form-body'
import type { ImageValues } from './image-values'

/** ImageDates are the publish and expiration dates. They are loaded after the form, because calendars are large. */
export function ImageDates({ form }: { form: Form<ImageValues> }) {
  return (
    <FieldRow>
      <DateField
        field={form.field('published_at')}
        label="Publish date"
        placeholder="Not published"
        description="Leave empty to keep it as a draft."
        presets={publishPresets()}
      />
      <DateField
        field={form.field('expires_at')}
        label="Expiration date"
        placeholder="Never"
        description="Shown until the end of that day."
        presets={expiryPresets()}
      />
    </FieldRow>
  )
}
