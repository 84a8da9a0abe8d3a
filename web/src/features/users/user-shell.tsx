import { Button, Skeleton } from '@mantine/core'
import { IconKey, IconTrash, IconUserScreen } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { type ReactNode, Suspense, useState } from 'react'
import type { User } from '../../kit/api/schema.gen'
import { number } from '../../kit/format/numbers'
import { lazyComponent } from '../../kit/lazy'
import { lastUrl } from '../../kit/page/last-url'
import { PageTabs } from '../../kit/page/page-tabs'
import { Trail } from '../../kit/page/trail'
import { RecordPage } from '../../kit/resource/record-page'
import { RecordTools } from '../../kit/resource/record-tools'
import { useIsAdmin } from '../../kit/session/session'
import { paths } from '../../paths'
import { disabled } from '../../ui/disabled'
import { PageLayout } from '../../ui/page-layout'
import { askToRemove, mayManage } from './user-actions'
import { UserAvatar } from './user-avatar'
import classes from './user-page.module.css'

const ImpersonateDialog = lazyComponent(() => import('./user-impersonate-dialog').then((file) => file.ImpersonateDialog))
const ChangePasswordDialog = lazyComponent(() => import('./change-password').then((file) => file.ChangePasswordDialog))

/** UserShell is the frame of all pages of a user: name, actions and tabs. */
export function UserShell({ children }: { children: (user: User) => ReactNode }) {
  return (
    <RecordPage path="users">
      {(user) => (
        <PageLayout
          title={user.called}
          trail={<Trail to={[{ label: 'Users', to: paths.users() }]}>{user.called}</Trail>}
          facts={user.full_name ? user.email : 'No name given'}
          picture={
            <span className={classes.portrait}>
              <UserAvatar user={user} size={48} />
            </span>
          }
          actions={<Actions key={user.id} user={user} />}
        >
          <Tabs user={user} />
          <Suspense fallback={<Skeleton height={320} radius={12} />}>{children(user)}</Suspense>
        </PageLayout>
      )}
    </RecordPage>
  )
}

function Tabs({ user: { id, collections_count: own, shared_collections_count: shared } }: { user: User }) {
  return (
    <PageTabs
      label="User sections"
      tabs={[
        { label: 'Details', to: paths.user(id) },
        { label: own === 1 ? 'Collection' : 'Collections', to: paths.userCollections(id), count: number(own) },
        { label: shared === 1 ? 'Shared Collection' : 'Shared Collections', to: paths.userSharedCollections(id), count: number(shared) },
      ]}
    />
  )
}

/** Actions are the buttons of the page header. Staff can't be impersonated, and only admins can change them. */
function Actions({ user }: { user: User }) {
  const navigate = useNavigate()
  const admin = useIsAdmin()
  const [open, setOpen] = useState<'impersonate' | 'password' | null>(null)
  const close = () => setOpen(null)

  async function remove() {
    if (await askToRemove(user)) await navigate({ to: lastUrl(paths.users()) })
  }

  return (
    <>
      <RecordTools className={classes.act} record={{ kind: 'user', path: 'users', id: user.id, name: user.called }} />
      {admin && !user.internal && <Impersonate user={user} onOpen={() => setOpen('impersonate')} />}
      {mayManage(user) && (
        <>
          <Button variant="default" className={classes.act} leftSection={<IconKey size={16} />} onClick={() => setOpen('password')}>
            Change Password
          </Button>
          <Button variant="default" className={classes.act} c="var(--danger)" leftSection={<IconTrash size={16} />} onClick={() => void remove()}>
            Delete User
          </Button>
        </>
      )}
      <Suspense>
        {open === 'impersonate' && <ImpersonateDialog user={user} onClose={close} />}
        {open === 'password' && <ChangePasswordDialog user={user} onClose={close} />}
      </Suspense>
    </>
  )
}

function Impersonate({ user, onOpen }: { user: User; onOpen: () => void }) {
  const disabledReason = user.deactivated_at ? 'Deactivated users can’t be impersonated.' : undefined
  return (
    <Button
      variant="default"
      className={classes.act}
      leftSection={<IconUserScreen size={16} />}
      data-disabled={disabledReason !== undefined || undefined}
      {...(disabledReason && disabled(disabledReason))}
      onClick={disabledReason ? undefined : onOpen}
    >
      Impersonate User
    </Button>
  )
}
