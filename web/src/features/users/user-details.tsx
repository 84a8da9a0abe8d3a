import { Button } from '@mantine/core'
import { IconPencil } from '@tabler/icons-react'
import { lazy, type ReactNode, Suspense, useEffect, useState } from 'react'
import type { User } from '../../kit/api/schema.gen'
import { Card, WithSide } from '../../ui/page-layout'
import { mayChange } from './user-actions'
import { AdvisorFacts, CopilotFacts, DetailFacts, ExploreFacts, Pictures } from './user-cards'
import type { Section } from './user-edit-dialog'
import classes from './user-page.module.css'
import { AccountFacts, MetaFacts, ProfileStatus } from './user-side'

const loadDialog = () => import('./user-edit-dialog')
const UserEditDialog = lazy(() => loadDialog().then((file) => ({ default: file.UserEditDialog })))

/** UserDetails are the cards about a user, each with a form of its own. */
export function UserDetails({ user }: { user: User }) {
  const [editing, setEditing] = useState<Section | null>(null)
  const may = mayChange(user)
  // The first screen does without the forms; they are there by the time somebody opens one.
  useEffect(() => {
    const timer = setTimeout(() => void loadDialog(), 300)
    return () => clearTimeout(timer)
  }, [])

  const card = (section: Section, children: ReactNode) => (
    <Card
      title={section}
      actions={
        may && (
          <Button
            variant="default"
            size="xs"
            leftSection={<IconPencil size={14} />}
            aria-label={`Edit ${section.toLowerCase()}`}
            onClick={() => setEditing(section)}
          >
            Edit
          </Button>
        )
      }
    >
      {children}
    </Card>
  )

  return (
    <>
      <WithSide
        label="About the account"
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
        <div className={classes.main}>
          {card('Details', <DetailFacts user={user} />)}
          {card('Media', <Pictures user={user} />)}
          {user.partner && card('Explore', <ExploreFacts user={user} />)}
          {card('Travel Advisor', <AdvisorFacts user={user} />)}
          <Card title="Copilot">
            <CopilotFacts user={user} />
          </Card>
        </div>
      </WithSide>
      <Suspense>{editing && may && <UserEditDialog key={user.id} section={editing} user={user} onClose={() => setEditing(null)} />}</Suspense>
    </>
  )
}
