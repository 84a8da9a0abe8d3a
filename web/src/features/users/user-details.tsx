import { type ReactNode, Suspense, useState } from 'react'
import type { User } from '../../kit/api/schema.gen'
import { lazyComponent } from '../../kit/lazy'
import { EditCard, Sections } from '../../kit/page/sections'
import { usePreload } from '../../kit/preload'
import { Card } from '../../ui/page-layout'
import { mayChange } from './user-actions'
import { AdvisorFacts, CopilotFacts, DetailFacts, ExploreFacts, Pictures } from './user-cards'
import type { Section } from './user-edit-dialog'
import { AccountFacts, MetaFacts, ProfileStatus } from './user-side'

const loadDialog = () => import('./user-edit-dialog')
const UserEditDialog = lazyComponent(() => loadDialog().then((file) => file.UserEditDialog))

/** UserDetails are the cards about a user, each with its own form. */
export function UserDetails({ user }: { user: User }) {
  const [editing, setEditing] = useState<Section | null>(null)
  const mayEdit = mayChange(user)
  usePreload(loadDialog)

  const card = (section: Section, children: ReactNode) => (
    <EditCard title={section} onEdit={mayEdit ? () => setEditing(section) : undefined}>
      {children}
    </EditCard>
  )

  return (
    <>
      <Sections
        label="Account details"
        side={
          <>
            {card('Account', <AccountFacts user={user} />)}
            <Card title="Profile Status">
              <ProfileStatus user={user} />
            </Card>
            <Card title="Meta">
              <MetaFacts user={user} />
            </Card>
          </>
        }
      >
        {card('Details', <DetailFacts user={user} />)}
        {card('Media', <Pictures user={user} />)}
        {user.partner && card('Explore', <ExploreFacts user={user} />)}
        {card('Travel Advisor', <AdvisorFacts user={user} />)}
        <Card title="Copilot">
          <CopilotFacts user={user} />
        </Card>
      </Sections>
      <Suspense>{editing && mayEdit && <UserEditDialog key={user.id} section={editing} user={user} onClose={() => setEditing(null)} />}</Suspense>
    </>
  )
}
