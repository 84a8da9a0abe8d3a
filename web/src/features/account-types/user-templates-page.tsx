import { useMemo } from 'react'
import { ResourcePage } from '../../kit/resource/resource-page'
import { type AccountType, AccountTypeShell, type Frame } from './shell'
import { templatesOf } from './user-templates'

/** UserTemplatesPage lists the user templates of an account type. */
export function UserTemplatesPage() {
  return <AccountTypeShell>{(type, frame) => <Templates type={type} frame={frame} />}</AccountTypeShell>
}

function Templates({ type, frame: { title, trail, tabs, edit } }: { type: AccountType; frame: Frame }) {
  const templates = useMemo(() => templatesOf(type.id), [type.id])
  return <ResourcePage resource={templates} title={title} trail={trail} tabs={tabs} header={edit} />
}
