import type { ReactNode } from 'react'
import type { ChoicePath, InputOf } from '../../kit/api/lists'
import type { User } from '../../kit/api/schema.gen'
import { SelectField, SwitchField, TextField } from '../../kit/form/fields'
import { type Form, type FormOptions, useForm, useFormState } from '../../kit/form/form'
import { FieldRow } from '../../kit/form/form-body'
import { FormDialog } from '../../kit/form/form-dialog'
import { ImageField, type ImageValue, imageHint } from '../../kit/form/image-field'
import { PickerField, PickersField } from '../../kit/form/picker-field'
import { editTitle } from '../../kit/page/sections'
import { update } from '../../kit/resource/calls'
import { Note } from '../../ui/note'
import { reportSaved } from './user-actions'
import classes from './user-edit-dialog.module.css'
import { TemplateField } from './user-template-field'
import { editors, optionsOf, sharing } from './user-words'

export type Section = 'Details' | 'Media' | 'Explore' | 'Travel Advisor' | 'Account'

type Props = { user: User; onClose: () => void }

const forms: Record<Section, (props: Props) => ReactNode> = {
  Details: DetailsForm,
  Media: MediaForm,
  Explore: ExploreForm,
  'Travel Advisor': AdvisorForm,
  Account: AccountForm,
}

/** UserEditDialog is the form of one card. Colleagues can edit other cards at the same time; changes of the same fields are merged. */
export function UserEditDialog({ section, ...props }: Props & { section: Section }) {
  const Part = forms[section]
  return <Part {...props} />
}

type Input = Partial<InputOf<'users'>>

type Details<V extends object> = { names?: FormOptions<V, User>['names']; requestBody?: (changed: Partial<V>) => Input }

function useUserForm<V extends object>(
  { user, onClose }: Props,
  initial: V,
  { names, requestBody = (changed) => changed as Input }: Details<V> = {},
) {
  return useForm<V, User>({
    initial,
    names,
    version: user.version,
    save: (_, changed, version) => update('users', user.id, requestBody(changed), version),
    saved(saved) {
      onClose()
      reportSaved(saved)
    },
  })
}

type FrameProps<V extends object> = { section: Section; form: Form<V>; onClose: () => void; children: ReactNode }

function Frame<V extends object>({ section, children, ...rest }: FrameProps<V>) {
  return (
    <FormDialog title={editTitle(section)} submit="Save" {...rest}>
      {children}
    </FormDialog>
  )
}

const regionsOf = (country: number | null) => `options/countries/${country}/regions` as ChoicePath

function DetailsForm(props: Props) {
  const { user } = props
  const { first_name, last_name, email, phone, company_name, language_ids } = user
  const { country_id, country_region_id, host_agency_id, host_agency_other, consortium_id } = user
  const form = useUserForm(
    props,
    {
      ...{ first_name, last_name, email, phone, company_name, language_ids },
      ...{ country_id, country_region_id, host_agency_id, host_agency_other, consortium_id },
    },
    {
      names: {
        language_ids: user.languages,
        country_id: user.country,
        country_region_id: user.country_region,
        host_agency_id: user.hostAgency,
        consortium_id: user.consortium,
      },
    },
  )
  const country = useFormState(form, (state) => state.values.country_id)
  const agency = useFormState(form, (state) => state.values.host_agency_id)
  return (
    <Frame section="Details" form={form} onClose={props.onClose}>
      <FieldRow>
        <TextField field={form.field('first_name')} label="First name" autoFocus />
        <TextField field={form.field('last_name')} label="Last name" />
      </FieldRow>
      <TextField
        field={form.field('email')}
        label="E-mail"
        type="email"
        description={user.email_verified_at ? 'Used to sign in. A new address has to be verified again.' : 'Used to sign in.'}
      />
      <FieldRow>
        <TextField field={form.field('phone')} label="Phone" type="tel" placeholder="Country code plus number" />
        <TextField field={form.field('company_name')} label="Company" />
      </FieldRow>
      <PickersField field={form.field('language_ids')} label="Languages" from="options/user-languages" />
      <FieldRow>
        <PickerField field={form.field('country_id')} label="Country" from="options/countries" onChoose={() => form.set('country_region_id', null)} />
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
          onChoose={() => form.set('host_agency_other', '')}
        />
        <TextField
          field={form.field('host_agency_other')}
          label="Other host agency"
          disabled={agency !== null}
          placeholder={agency === null ? 'If not in the list' : undefined}
        />
      </FieldRow>
      <PickerField field={form.field('consortium_id')} label="Consortium" from="options/consortia" />
    </Frame>
  )
}

type Pictures = Record<'logo' | 'logo_light' | 'header_background_image' | 'personal_photo', ImageValue | null>

function MediaForm(props: Props) {
  const { logo, logo_light, header_background_image, personal_photo } = props.user
  const form = useUserForm<Pictures>(
    props,
    { logo, logo_light, header_background_image, personal_photo },
    {
      // The server takes the id of an image.
      requestBody: (changed) => Object.fromEntries(Object.entries(changed).map(([name, picture]) => [name, picture && { id: picture.id }])),
    },
  )
  return (
    <Frame section="Media" form={form} onClose={props.onClose}>
      <div className={classes.logo}>
        <ImageField field={form.field('logo')} label="Logo" />
      </div>
      <div className={classes.lightLogo}>
        <ImageField field={form.field('logo_light')} label="Light logo" description={`For dark backgrounds. ${imageHint}`} />
      </div>
      <ImageField field={form.field('header_background_image')} label="Header image" />
      <ImageField field={form.field('personal_photo')} label="Personal photo" />
    </Frame>
  )
}

function ExploreForm(props: Props) {
  const { display_contact_info_on_links, live_editor_display, lead_generation_notifications } = props.user
  const form = useUserForm(props, { display_contact_info_on_links, live_editor_display, lead_generation_notifications })
  return (
    <Frame section="Explore" form={form} onClose={props.onClose}>
      <SelectField field={form.field('display_contact_info_on_links')} label="Landing page sharing" options={optionsOf(sharing)} autoFocus />
      <SelectField field={form.field('live_editor_display')} label="Live editor display" options={optionsOf(editors)} />
      <SwitchField
        field={form.field('lead_generation_notifications')}
        label="Lead notifications"
        description="Sends them a message for every new lead."
      />
    </Frame>
  )
}

function AdvisorForm(props: Props) {
  const { is_travel_advisor, booking_email, booking_phone_number, booking_iata, booking_clia } = props.user
  const form = useUserForm(props, { is_travel_advisor, booking_email, booking_phone_number, booking_iata, booking_clia })
  const on = useFormState(form, (state) => state.values.is_travel_advisor)
  return (
    <Frame section="Travel Advisor" form={form} onClose={props.onClose}>
      <SwitchField field={form.field('is_travel_advisor')} label="Travel advisor" autoFocus />
      {on && (
        <>
          <TextField field={form.field('booking_email')} label="Booking e-mail" type="email" />
          <TextField field={form.field('booking_phone_number')} label="Booking phone" type="tel" placeholder="Country code plus number" />
          <FieldRow>
            <TextField field={form.field('booking_iata')} label="IATA" />
            <TextField field={form.field('booking_clia')} label="CLIA" />
          </FieldRow>
        </>
      )}
    </Frame>
  )
}

function AccountForm(props: Props) {
  const { user } = props
  const { partner_id, user_template_id } = user
  const form = useUserForm(props, { partner_id, user_template_id }, { names: { partner_id: user.partner, user_template_id: user.user_template } })
  return (
    <Frame section="Account" form={form} onClose={props.onClose}>
      <PickerField
        field={form.field('partner_id')}
        label="Partner"
        from="options/partners"
        placeholder="None (advisor)"
        disabled={user.internal}
        description={user.internal ? 'Staff always belong to the platform itself.' : undefined}
        onChoose={() => form.set('user_template_id', null)}
        autoFocus={!user.internal}
      />
      <TemplateField field={form.field('user_template_id')} partner={form.field('partner_id')} label="Role (user template)" known={user.partner} />
      <Note small>Staff access (internal) is managed on the Staff page.</Note>
    </Frame>
  )
}
