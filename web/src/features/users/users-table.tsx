import { IconKey } from '@tabler/icons-react'
import { Navigate } from '@tanstack/react-router'
import { type ComponentProps, Suspense, useMemo, useState } from 'react'
import type { Named, User } from '../../kit/api/schema.gen'
import { lazyComponent } from '../../kit/lazy'
import { ResourcePage } from '../../kit/resource/resource-page'
import type { Action } from '../../kit/table/types'
import { paths } from '../../paths'
import { mayChange, mayManage } from './user-actions'
import { users, usersOf } from './users-definition'

const NewUser = lazyComponent(() => import('./new-user-dialog').then((file) => file.NewUser))
const UserEditDialog = lazyComponent(() => import('./user-edit-dialog').then((file) => file.UserEditDialog))
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
        form={({ row, onClose }) => {
          if (!row) return <NewUser resource={resource} partner={partner} onClose={onClose} />
          return mayChange(row) ? <UserEditDialog section="User" user={row} onClose={onClose} /> : <Navigate to={paths.user(row.id)} replace />
        }}
      />
      <Suspense>{passwordUser && <ChangePasswordDialog user={passwordUser} onClose={() => setPasswordUser(null)} />}</Suspense>
    </>
  )
}
