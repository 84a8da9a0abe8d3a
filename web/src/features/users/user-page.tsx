import { Group } from '@mantine/core'
import type { ReactNode } from 'react'
import type { RecordOf } from '../../kit/api/lists'
import { Copy } from '../../kit/dialog/copy'
import { number } from '../../kit/format/numbers'
import { PageTabs } from '../../kit/page/page-tabs'
import { RecordLink } from '../../kit/resource/columns'
import { RecordPage } from '../../kit/resource/record-page'
import { paths } from '../../paths'
import { Avatar } from '../../ui/avatar'
import { Facts } from '../../ui/facts'
import { Card, PageLayout } from '../../ui/page-layout'
import { FolderBrowser } from '../folders/folder-browser'

type User = RecordOf<'users'>

export function UserPage() {
  return <UserShell>{(user) => <Details user={user} />}</UserShell>
}

export function UserCollectionsPage() {
  return (
    <UserShell>
      {({ id, called }) => <FolderBrowser owner={{ kind: 'users', id, name: called, at: (folder) => paths.userCollections(id, folder) }} />}
    </UserShell>
  )
}

/** UserShell is what all pages of a user have in common: who it is, and the way from one to the other. */
function UserShell({ children }: { children: (user: User) => ReactNode }) {
  return (
    <RecordPage path="users" missing={paths.notFound()}>
      {(user) => (
        <PageLayout title={user.called} about={user.full_name ? user.email : 'Has given no name'} picture={<Avatar initials={user.initials} />}>
          <PageTabs
            label="Pages of this user"
            tabs={[
              { label: 'Details', to: paths.user(user.id) },
              {
                label: user.collections_count === 1 ? 'Collection' : 'Collections',
                to: paths.userCollections(user.id),
                count: number(user.collections_count),
              },
            ]}
          />
          {children(user)}
        </PageLayout>
      )}
    </RecordPage>
  )
}

function Details({ user }: { user: User }) {
  const { id, email, alt_id, partner, collections_count, shared_collections_count } = user
  return (
    <Card title="User">
      <Facts
        bare
        list={[
          ['E-mail', email],
          [
            'UID',
            <Group key="uid" gap={6}>
              {alt_id} <Copy value={alt_id} label="Copy UID" />
            </Group>,
          ],
          [
            'Partner',
            partner ? (
              <RecordLink key="partner" to={paths.partner(partner.id)}>
                {partner.name}
              </RecordLink>
            ) : (
              '—'
            ),
          ],
          ['Collections', number(collections_count)],
          [
            'Shared collections',
            <RecordLink key="shared" to={paths.sharedCollections({ user_id: id, type: 'all' })}>
              {number(shared_collections_count)}
            </RecordLink>,
          ],
        ]}
      />
    </Card>
  )
}

export function UserSharedCollectionsPage() {
  return <UserShell>{() => null}</UserShell>
}
