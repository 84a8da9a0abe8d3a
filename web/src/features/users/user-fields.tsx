import { useSyncExternalStore } from 'react'
import type { ChoicePath } from '../../kit/api/lists'
import type { User } from '../../kit/api/schema.gen'
import { TextField } from '../../kit/form/fields'
import type { FieldHandle, Form } from '../../kit/form/form'
import { FieldRow } from '../../kit/form/form-body'
import { PickerField, PickersField } from '../../kit/form/picker-field'
import { Note } from '../../ui/note'
import { TemplateField } from './user-template-field'

type Texts = 'first_name' | 'last_name' | 'email' | 'phone' | 'company_name' | 'host_agency_other'
type Ids = 'country_id' | 'country_region_id' | 'host_agency_id' | 'consortium_id'
type Id = FieldHandle<number | null | undefined, number | null>

/** DetailsForm is any form that contains the details of a user. */
type DetailsForm = Pick<Form<object>, 'subscribe'> & {
  field(name: Texts): FieldHandle<string>
  field(name: Ids): Id
  field(name: 'language_ids'): FieldHandle<number[]>
}

/** AccountForm is any form that contains the partner and role of a user. */
type AccountForm = { field(name: 'partner_id' | 'user_template_id'): Id }

/** detailsOf and accountOf return the values of these fields, and the names of the records they refer to. */
export function detailsOf(user: User) {
  const { first_name, last_name, email, phone, company_name, language_ids } = user
  const { country_id, country_region_id, host_agency_id, host_agency_other, consortium_id } = user
  return {
    values: {
      ...{ first_name, last_name, email, phone, company_name, language_ids },
      ...{ country_id, country_region_id, host_agency_id, host_agency_other, consortium_id },
    },
    names: {
      language_ids: user.languages,
      country_id: user.country,
      country_region_id: user.country_region,
      host_agency_id: user.hostAgency,
      consortium_id: user.consortium,
    },
  }
}

export function accountOf({ partner_id, user_template_id, partner, user_template }: User) {
  return { values: { partner_id, user_template_id }, names: { partner_id: partner, user_template_id: user_template } }
}

const regionsOf = (country: number | null) => `options/countries/${country}/regions` as ChoicePath

const useValue = ({ subscribe, get }: Id) => useSyncExternalStore(subscribe, get) ?? null

/** PersonFields are the name and contact details of a user. */
export function PersonFields({ form, user }: { form: DetailsForm; user: User }) {
  return (
    <>
      <FieldRow>
        <TextField field={form.field('first_name')} label="First name" autoFocus />
        <TextField field={form.field('last_name')} label="Last name" />
      </FieldRow>
      <TextField
        field={form.field('email')}
        label="E-mail"
        type="email"
        required
        description={user.email_verified_at ? 'Used to sign in. A new address has to be verified again.' : 'Used to sign in.'}
      />
      <FieldRow>
        <TextField field={form.field('phone')} label="Phone" type="tel" placeholder="Country code plus number" />
        <TextField field={form.field('company_name')} label="Company" />
      </FieldRow>
    </>
  )
}

/** AgencyFields are the languages, the place and the agency of a user. */
export function AgencyFields({ form }: { form: DetailsForm }) {
  const country = useValue(form.field('country_id'))
  const agency = useValue(form.field('host_agency_id'))
  return (
    <>
      <PickersField field={form.field('language_ids')} label="Languages" from="options/user-languages" />
      <FieldRow>
        <PickerField
          field={form.field('country_id')}
          label="Country"
          from="options/countries"
          onChoose={() => form.field('country_region_id').set(null)}
        />
        <PickerField
          key={country}
          field={form.field('country_region_id')}
          label="State/region"
          from={regionsOf(country)}
          disabled={country === null}
          placeholder={country === null ? 'Choose a country first' : undefined}
        />
      </FieldRow>
      <FieldRow>
        <PickerField
          field={form.field('host_agency_id')}
          label="Host agency"
          from="options/host-agencies"
          onChoose={() => form.field('host_agency_other').set('')}
        />
        <TextField
          field={form.field('host_agency_other')}
          label="Other host agency"
          disabled={agency !== null}
          placeholder={agency === null ? 'If not in the list' : undefined}
        />
      </FieldRow>
      <PickerField field={form.field('consortium_id')} label="Consortium" from="options/consortia" />
    </>
  )
}

/** AccountFields are the partner and the role. A user who is moved to another partner needs a role there. */
export function AccountFields({ form, user, autoFocus }: { form: AccountForm; user: User; autoFocus?: boolean }) {
  const partner = useValue(form.field('partner_id'))
  return (
    <>
      <FieldRow>
        <PickerField
          field={form.field('partner_id')}
          label="Partner"
          from="options/partners"
          placeholder="None (advisor)"
          disabled={user.internal}
          description={user.internal ? 'Staff always belong to the platform itself.' : undefined}
          onChoose={() => form.field('user_template_id').set(form.field('partner_id').get() === user.partner_id ? user.user_template_id : null)}
          autoFocus={autoFocus && !user.internal}
        />
        <TemplateField
          field={form.field('user_template_id')}
          partner={form.field('partner_id')}
          label="Role (user template)"
          known={user.partner}
          required={partner !== null && partner !== user.partner_id}
        />
      </FieldRow>
      <Note small>Staff access (internal) is managed on the Staff page.</Note>
    </>
  )
}
