import { IconKey } from '@tabler/icons-react'
import { Navigate } from '@tanstack/react-router'
import { type ComponentProps, Suspense, useMemo, useState } from 'react'
import type { Named, User } from '../../kit/api/schema.gen'
import { lazyComponent } from '../../kit/lazy'
import { ResourcePage } from '../../kit/resource/resource-page'
import type { Action } from '../../kit/table/types'
import { paths } from '../../paths'
import { mayManage } from './user-actions'
import { users, usersOf } from './users-definition'

const NewUser = lazyComponent(() => import('./new-user-dialog').then((file) => file.NewUser))
const ChangePasswordDialog = lazyComponent(() => import('./change-password').then((file) => file.ChangePasswordDialog))

type Props = Pick<ComponentProps<typeof ResourcePage<'users'>>, 'title' | 'about' | 'trail' | 'tabs' | 'header' | 'after'> & {
  /** Limits the list to this partner. */
  partner?: Named
}

/** UsersTable is the users screen with its row actions, for all users or those of one partner. */
export function UsersTable({ partner, ...frame }: Props) {
  const [passwordUser, setPasswordUser] = useState<User | null>(null)
  const { id, name } = partner ?? {}
  const resource = useMemo(() => (id && name ? usersOf({ id, name }) : users), [id, name])
  const actions = useMemo<Action<User>[]>(() => [{ label: 'Change Password', icon: IconKey, show: mayManage, run: setPasswordUser }], [])
  return (
    <>
      <ResourcePage
        {...frame}
        resource={resource}
        actions={actions}
        // A user is edited on their own page, card by card.
        form={({ row, onClose }) =>
          row ? <Navigate to={paths.editUser(row.id)} replace /> : <NewUser resource={resource} partner={partner} onClose={onClose} />
        }
      />
      <Suspense>{passwordUser && <ChangePasswordDialog user={passwordUser} onClose={() => setPasswordUser(null)} />}</Suspense>
    </>
  )
}
