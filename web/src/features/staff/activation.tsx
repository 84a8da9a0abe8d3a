import { reload } from '../../kit/api/lists'
import type { Member } from '../../kit/api/schema.gen'
import { confirm } from '../../kit/dialog/confirm'
import { notify } from '../../kit/dialog/notices'
import { Rich } from '../../kit/format/rich'
import { update } from '../../kit/resource/calls'

/** deactivate prevents a staff member from signing in, after a confirmation. */
export function deactivate(member: Member) {
  return confirm({
    title: 'Deactivate staff member',
    text: (
      <Rich
        text="**{name}** will be signed out everywhere and can’t sign in until you activate them again. Their work is kept."
        values={{ name: member.full_name }}
      />
    ),
    action: 'Deactivate',
    danger: true,
    run: () => change(member, new Date().toISOString(), 'deactivated'),
  })
}

export function activate(member: Member) {
  return confirm({
    title: 'Activate staff member',
    text: <Rich text="**{name}** will be able to sign in again with their previous password." values={{ name: member.full_name }} />,
    action: 'Activate',
    run: () => change(member, null, 'activated'),
  })
}

async function change(member: Member, deactivated_at: string | null, done: string) {
  await update('staff', member.id, { deactivated_at })
  notify.done(<Rich text="User **{name}** successfully {done}" values={{ name: member.full_name, done }} />)
  await reload('staff')
}
