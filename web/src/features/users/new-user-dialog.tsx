import type { Named } from '../../kit/api/schema.gen'
import { SegmentedField, TextField } from '../../kit/form/fields'
import { FieldRow } from '../../kit/form/form-body'
import { FormDialog } from '../../kit/form/form-dialog'
import { NewPasswordFields } from '../../kit/form/new-password'
import { PickerField } from '../../kit/form/picker-field'
import type { Resource } from '../../kit/resource/define'
import { useResourceForm } from '../../kit/resource/resource-dialog'
import { TemplateField } from './user-template-field'

const displays = [
  { value: 'landing-page', label: 'Landing page' },
  { value: 'embed', label: 'Embed' },
] as const

const contacts = [
  { value: 'personal', label: 'Personal' },
  { value: 'company', label: 'Company' },
  { value: 'none', label: 'None' },
] as const

type Props = {
  resource: Resource<'users'>
  /** The partner of the user, if it is fixed. */
  partner?: Named
  onClose: () => void
}

/** NewUser creates a user of a partner or an advisor, with a password. */
export function NewUser({ resource, partner, onClose }: Props) {
  const form = useResourceForm(resource, undefined, onClose, { partner_id: partner })
  return (
    <FormDialog title="New user" form={form} submit="Create user" onClose={onClose}>
      <FieldRow>
        <PickerField
          field={form.field('partner_id')}
          label="Partner"
          from="options/partners"
          placeholder="None (advisor)"
          disabled={partner !== undefined}
          autoFocus={partner === undefined}
          onChoose={() => form.set('user_template_id', null)}
        />
        <TemplateField field={form.field('user_template_id')} partner={form.field('partner_id')} label="Role (user template)" />
      </FieldRow>
      <FieldRow>
        <TextField field={form.field('first_name')} label="First name" autoFocus={partner !== undefined} />
        <TextField field={form.field('last_name')} label="Last name" />
      </FieldRow>
      <FieldRow>
        <TextField field={form.field('email')} label="E-mail" type="email" required />
        <TextField field={form.field('phone')} label="Phone" type="tel" placeholder="Country code plus number" />
      </FieldRow>
      <NewPasswordFields password={form.field('password')} confirmation={form.field('password_confirmation')} />
      <FieldRow>
        <SegmentedField field={form.field('live_editor_display')} label="Live editor display" options={displays} />
        <SegmentedField field={form.field('display_contact_info_on_links')} label="Display contact info on links" options={contacts} />
      </FieldRow>
    </FormDialog>
  )
}
