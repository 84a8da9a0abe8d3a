import { IconKey, IconUserCheck, IconUserOff } from '@tabler/icons-react'
import { Suspense, useMemo, useState } from 'react'
import type { Member } from '../../kit/api/schema.gen'
import { lazyComponent } from '../../kit/lazy'
import { ResourcePage } from '../../kit/resource/resource-page'
import { prefetch } from '../../kit/resource/view'
import type { Action } from '../../kit/table/types'
import { activate, deactivate } from './activation'
import { isMe, staff } from './definition'

const MemberDialog = lazyComponent(() => import('./member-dialog').then((file) => file.MemberDialog))
const PasswordDialog = lazyComponent(() => import('./password-dialog').then((file) => file.PasswordDialog))

/** StaffPage manages the people who can use the console. Their own password is changed on the Profile page. */
export function StaffPage() {
  const [passwordMember, setPasswordMember] = useState<Member | null>(null)
  const actions = useMemo<Action<Member>[]>(
    () => [
      { label: 'Set password', icon: IconKey, show: (member) => !isMe(member), run: setPasswordMember },
      { label: 'Activate', icon: IconUserCheck, show: (member) => member.deactivated_at !== null, run: (member) => void activate(member) },
      {
        label: 'Deactivate',
        icon: IconUserOff,
        show: (member) => member.deactivated_at === null && !isMe(member),
        run: (member) => void deactivate(member),
      },
    ],
    [],
  )
  return (
    <>
      <ResourcePage resource={staff} actions={actions} form={(open) => <MemberDialog {...open} />} />
      <Suspense>{passwordMember && <PasswordDialog member={passwordMember} onClose={() => setPasswordMember(null)} />}</Suspense>
    </>
  )
}
StaffPage.prefetch = prefetch(staff)
