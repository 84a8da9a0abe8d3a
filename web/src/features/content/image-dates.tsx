import { DateField, expiryPresets, publishPresets } from '../../kit/form/date-field'
import { useDateWarning } from '../../kit/form/date-warnings'
import type { Form } from '../../kit/form/form'
import { FieldRow } from '../../kit/form/form-body'
import { dateNames } from './content-values'
import type { ImageValues } from './image-values'

/** ImageDates are the publish and expiration dates. They are loaded after the form, because calendars are large. */
export function ImageDates({ form }: { form: Form<ImageValues> }) {
  const warning = useDateWarning(form, 'expires', dateNames)
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
        warning={warning}
      />
    </FieldRow>
  )
}
