import { queries } from '../../kit/api/client'
import { reload } from '../../kit/api/lists'
import type { User } from '../../kit/api/schema.gen'
import { confirm } from '../../kit/dialog/confirm'
import { notify } from '../../kit/dialog/notices'
import { Rich } from '../../kit/format/rich'
import { update } from '../../kit/resource/calls'
import { recordQuery } from '../../kit/resource/record-page'
import { askToDelete, notifyDone } from '../../kit/resource/sentences'
import { changeMe, currentUser } from '../../kit/session/session'

/** userTexts has the texts of notices and confirmations about users. */
export const userTexts = {
  path: 'users',
  one: 'User',
  name: (user: User) => user.called,
  deleteWarning: () => 'They will be signed out everywhere, and their personal collections are deleted with them.',
} as const

const isMe = (user: User) => user.id === currentUser()?.id

/** mayChange reports whether the signed-in user may change a user: only admins change staff. */
export const mayChange = (user: User) => !user.internal || currentUser()?.staff_role === 'admin'

/** mayManage reports whether the signed-in user may delete a user or set their password. Nobody can lock themselves out. */
export const mayManage = (user: User) => mayChange(user) && !isMe(user)

/** askToRemove deletes a user after a confirmation, and resolves to whether it did. */
export const askToRemove = (user: User): Promise<boolean> => askToDelete(userTexts, user)

/** showSaved updates the user's page immediately, and reloads other views. */
function showSaved(saved: User) {
  queries.setQueryData(recordQuery('users', saved.id).queryKey, saved)
  void reload('users')
  if (!isMe(saved)) return
  const { first_name, last_name, full_name, initials, email } = saved
  changeMe({ first_name, last_name, full_name, initials, email })
}

/** reportSaved shows a notice and updates the views after a form was saved. */
export function reportSaved(saved: User) {
  notifyDone(userTexts, 'updated', saved.called)
  showSaved(saved)
}

export function deactivate(user: User) {
  return confirm({
    title: 'Deactivate user',
    text: (
      <Rich
        text="**{name}** will be signed out everywhere and can’t sign in until you reactivate them. Their work is kept."
        values={{ name: user.called }}
      />
    ),
    action: 'Deactivate',
    danger: true,
    run: () => setActivation(user, new Date().toISOString(), 'deactivated'),
  })
}

export function reactivate(user: User) {
  return confirm({
    title: 'Reactivate user',
    text: <Rich text="**{name}** will be able to sign in again with their previous password." values={{ name: user.called }} />,
    action: 'Reactivate',
    run: () => setActivation(user, null, 'reactivated'),
  })
}

async function setActivation(user: User, deactivated_at: string | null, done: string) {
  const saved = await update('users', user.id, { deactivated_at })
  notify.done(<Rich text="User **{name}** successfully {done}" values={{ name: saved.called, done }} />)
  showSaved(saved)
}
