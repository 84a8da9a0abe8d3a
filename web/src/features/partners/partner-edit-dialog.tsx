import type { ReactNode } from 'react'
import { api, bodyOf, queries } from '../../kit/api/client'
import { reload } from '../../kit/api/lists'
import type { Partner } from '../../kit/api/schema.gen'
import { notify } from '../../kit/dialog/notices'
import { DeclaredField } from '../../kit/form/declared-field'
import { SelectField, SwitchField, TextAreaField, TextField } from '../../kit/form/fields'
import { type Form, type FormOptions, useForm } from '../../kit/form/form'
import { FormDialog } from '../../kit/form/form-dialog'
import { MarkdownField } from '../../kit/form/markdown-field'
import { editTitle } from '../../kit/page/sections'
import type { FormValuesOf } from '../../kit/resource/define'
import { recordQuery } from '../../kit/resource/record-page'
import { notifyDone } from '../../kit/resource/sentences'
import { chooseTemplates } from './choose-templates'
import { useBrandings } from './partner-brandings'
import { collaborators, durations, premium } from './partner-words'
import { partners } from './partners-definition'

export type Section = 'Partner' | 'Inspires' | 'Copilot' | 'AI' | 'Premium'

type Props = { partner: Partner; onClose: () => void }

const forms: Record<Section, (props: Props) => ReactNode> = {
  Partner: PartnerForm,
  Inspires: InspiresForm,
  Copilot: CopilotForm,
  AI: AiForm,
  Premium: PremiumForm,
}

/** PartnerEditDialog is the form of one card. Colleagues can edit other cards at the same time; changes of the same fields are merged. */
export function PartnerEditDialog({ section, ...props }: Props & { section: Section }) {
  const Part = forms[section]
  return <Part {...props} />
}

type CardOptions<V> = {
  names?: FormOptions<V & object, unknown>['names']
  /** What is sent in addition to the changed fields. */
  more?: (changed: Partial<V>) => Promise<object>
}

/** useCardForm saves the fields of one card at its own path: '' is the partner itself. */
function useCardForm<V extends object>(
  { partner: { id, version }, onClose }: Props,
  card: '' | '/inspires' | '/copilot' | '/ai' | '/permissions',
  initial: V,
  notifySaved: (saved: Partial<Partner>) => void = () => notify.done('Successfully updated!'),
  { names, more }: CardOptions<V> = {},
) {
  return useForm<V, Partial<Partner>>({
    initial,
    names,
    version,
    async save(_, changed, version) {
      const body = { ...changed, ...(await more?.(changed)), version }
      return bodyOf(await api.PUT(`/api/admin/partners/{id}${card}`, { params: { path: { id: String(id) } }, body })).item
    },
    saved(saved) {
      onClose()
      notifySaved(saved)
      // Update the card immediately, and reload other views.
      queries.setQueryData(recordQuery('partners', id).queryKey, (before) => before && { ...before, ...saved })
      void reload('partners')
    },
  })
}

type FrameProps<V extends object> = { section: Section; form: Form<V>; onClose: () => void; children: ReactNode }

function Frame<V extends object>({ section, ...rest }: FrameProps<V>) {
  return <FormDialog title={editTitle(section)} submit="Save" {...rest} />
}

/** PartnerForm has the same fields as the form of a new partner. */
function PartnerForm(props: Props) {
  const { partner, onClose } = props
  const names = partners.form.map(({ field }) => field) as (keyof Partner)[]
  const initial = Object.fromEntries(names.map((name) => [name, partner[name]])) as FormValuesOf<'partners'>
  const form = useCardForm(props, '', initial, (saved) => notifyDone(partners, 'updated', saved.name ?? ''), {
    names: { account_type_id: partner.account_type },
    more: async ({ account_type_id: type }) => (type ? chooseTemplates(partner, type) : {}),
  })
  return (
    <Frame section="Partner" form={form} onClose={onClose}>
      {partners.form.map((field, i) => (
        <DeclaredField key={field.field} form={form} field={field} autoFocus={i === 0} />
      ))}
    </Frame>
  )
}

function InspiresForm(props: Props) {
  const { inspires_logo_url, inspires_partner_details, inspires_allow_ctas } = props.partner
  const form = useCardForm(props, '/inspires', { inspires_logo_url, inspires_partner_details, inspires_allow_ctas })
  return (
    <Frame section="Inspires" form={form} onClose={props.onClose}>
      <TextField field={form.field('inspires_logo_url')} label="Logo URL" disabled description="Set under Customisations." />
      <MarkdownField field={form.field('inspires_partner_details')} label="Partner details" autoFocus />
      <SwitchField field={form.field('inspires_allow_ctas')} label="Allow CTAs" />
    </Frame>
  )
}

function CopilotForm(props: Props) {
  const { inspires_display_copilot, inspires_customisations_enabled, copilot_advisor_branding, copilot_cache_duration } = props.partner
  const form = useCardForm(
    props,
    '/copilot',
    { inspires_display_copilot, inspires_customisations_enabled, copilot_advisor_branding, copilot_cache_duration },
    () => notify.done('Copilot successfully updated.'),
  )
  return (
    <Frame section="Copilot" form={form} onClose={props.onClose}>
      <SwitchField field={form.field('inspires_display_copilot')} label="Display Copilot on Inspires" autoFocus />
      <SwitchField field={form.field('inspires_customisations_enabled')} label="Customisations enabled" />
      <SelectField field={form.field('copilot_advisor_branding')} label="Advisor branding" options={useBrandings()} />
      <SelectField field={form.field('copilot_cache_duration')} label="Cache duration" options={durations} />
    </Frame>
  )
}

function AiForm(props: Props) {
  const { ai_brand_voice } = props.partner
  const form = useCardForm(props, '/ai', { ai_brand_voice })
  return (
    <Frame section="AI" form={form} onClose={props.onClose}>
      <TextAreaField
        field={form.field('ai_brand_voice')}
        label="Brand voice"
        rows={8}
        description="How the partner sounds. Generated texts follow it."
        autoFocus
      />
    </Frame>
  )
}

function PremiumForm(props: Props) {
  const { partner, onClose } = props
  const names = [...premium, collaborators].map(({ field }) => field)
  const initial = Object.fromEntries(names.map((name) => [name, partner[name]])) as Record<(typeof names)[number], boolean>
  const form = useCardForm(props, '/permissions', initial, () => notify.done('Permissions successfully updated.'))
  return (
    <Frame section="Premium" form={form} onClose={onClose}>
      {premium.map(({ field, label }, i) => (
        <SwitchField key={field} field={form.field(field)} label={label} autoFocus={i === 0} />
      ))}
      <SwitchField field={form.field(collaborators.field)} label={collaborators.label} disabled description="Set by the platform." />
    </Frame>
  )
}
