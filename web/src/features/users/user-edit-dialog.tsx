import type { ReactNode } from 'react'
import { queries } from '../../kit/api/client'
import { ApiError } from '../../kit/api/error'
import { fetchList, type InputOf } from '../../kit/api/lists'
import type { User } from '../../kit/api/schema.gen'
import { SelectField, SwitchField, TextField } from '../../kit/form/fields'
import { type Form, type FormOptions, useForm, useFormState } from '../../kit/form/form'
import { FieldRow } from '../../kit/form/form-body'
import { FormDialog } from '../../kit/form/form-dialog'
import { ImageField, type ImageValue, imageHint } from '../../kit/form/image-field'
import { editTitle } from '../../kit/page/sections'
import { update } from '../../kit/resource/calls'
import { recordQuery } from '../../kit/resource/record-page'
import { reportSaved } from './user-actions'
import classes from './user-edit-dialog.module.css'
import { AccountFields, AgencyFields, accountOf, detailsOf, PersonFields } from './user-fields'
import { templatesOf } from './user-template-field'
import { editors, optionsOf, sharing } from './user-words'

export type Section = 'User' | 'Details' | 'Media' | 'Explore' | 'Travel Advisor' | 'Account'

type Props = { user: User; onClose: () => void }

const forms: Record<Section, (props: Props) => ReactNode> = {
  User: UserForm,
  Details: DetailsForm,
  Media: MediaForm,
  Explore: ExploreForm,
  'Travel Advisor': AdvisorForm,
  Account: AccountForm,
}

/** UserEditDialog is the form of one card, or of the user as a whole. Colleagues can edit other cards at the same time; changes of the same fields are merged. */
export function UserEditDialog({ section, ...props }: Props & { section: Section }) {
  const Part = forms[section]
  return <Part {...props} />
}

type Input = Partial<InputOf<'users'>>

type Options<V extends object> = {
  names?: FormOptions<V, User>['names']
  requestBody?: (changed: Partial<V>) => Input
  /** Refuses values before they are sent. */
  check?: (values: V) => Promise<void>
}

function useUserForm<V extends object>(
  { user, onClose }: Props,
  initial: V,
  { names, requestBody = (changed) => changed as Input, check }: Options<V> = {},
) {
  return useForm<V, User>({
    initial,
    names,
    version: user.version,
    async save(values, changed, version) {
      await check?.(values)
      return update('users', user.id, requestBody(changed), version)
    },
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

function DetailsForm(props: Props) {
  const { user, onClose } = props
  const { values, names } = detailsOf(user)
  const form = useUserForm(props, values, { names })
  return (
    <Frame section="Details" form={form} onClose={onClose}>
      <PersonFields form={form} user={user} />
      <AgencyFields form={form} />
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
  const { user, onClose } = props
  const { values, names } = accountOf(user)
  const form = useUserForm(props, values, { names, check: (values) => requireRole(user, values) })
  return (
    <Frame section="Account" form={form} onClose={onClose}>
      <AccountFields form={form} user={user} autoFocus />
    </Frame>
  )
}

/** UserForm has the fields of the cards Details and Account. The list opens it. */
function UserForm(props: Props) {
  const { user, onClose } = props
  const [details, account] = [detailsOf(user), accountOf(user)]
  const form = useUserForm(
    props,
    { ...details.values, ...account.values },
    { names: { ...details.names, ...account.names }, check: (values) => requireRole(user, values) },
  )
  return (
    <Frame section="User" form={form} onClose={onClose}>
      <PersonFields form={form} user={user} />
      <AccountFields form={form} user={user} />
      <AgencyFields form={form} />
    </Frame>
  )
}

/** requireRole refuses to move a user to another partner without a role there, unless that partner has no roles. */
async function requireRole(user: User, { partner_id, user_template_id }: Pick<User, 'partner_id' | 'user_template_id'>) {
  if (partner_id === null || partner_id === user.partner_id || user_template_id !== null) return
  const partner = await queries.fetchQuery(recordQuery('partners', partner_id))
  const roles = await fetchList(templatesOf(partner.account_type_id ?? undefined), { per_page: 1 })
  if (roles.items.length > 0) throw new ApiError(422, { errors: { user_template_id: [`Choose a role at ${partner.name}.`] } })
}
