import { useQuery } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'
import type { ChoicePath } from '../../kit/api/lists'
import type { UserPartner } from '../../kit/api/schema.gen'
import type { FieldHandle } from '../../kit/form/form'
import { PickerField } from '../../kit/form/picker-field'
import { recordQuery } from '../../kit/resource/record-page'

type Props = {
  field: FieldHandle<number | null | undefined, number | null>
  partner: Pick<FieldHandle<number | null | undefined>, 'get' | 'subscribe'>
  label: string /** A partner whose account type is already loaded. */
  known?: UserPartner | null
  required?: boolean
}

/** templatesOf returns the lookup path of an account type's user templates. */
export const templatesOf = (accountType: number | undefined) => `account-types/${accountType}/user-templates-options` as ChoicePath

/** TemplateField chooses a user template of the partner's account type. It is disabled until a partner is selected. */
export function TemplateField({ field, partner: chosen, label, known, required }: Props) {
  const partner = useSyncExternalStore(chosen.subscribe, chosen.get) ?? null
  const isKnown = known?.id === partner
  const found = useQuery({ ...recordQuery('partners', partner ?? 0), enabled: partner !== null && !isKnown })
  const type = isKnown ? known?.account_type_id : partner === null ? undefined : (found.data?.account_type_id ?? undefined)
  const hint = partner === null ? 'Choose a partner first' : found.isError ? 'Couldn’t load roles' : 'Loading…'
  const placeholder = !type ? hint : required ? 'Choose a role' : 'None'
  return <PickerField key={type} {...{ field, label, placeholder, required }} from={templatesOf(type)} disabled={!type} />
}
