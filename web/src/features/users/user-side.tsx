import { Button, VisuallyHidden } from '@mantine/core'
import { IconCircle, IconCircleCheckFilled } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import type { User } from '../../kit/api/schema.gen'
import { Moment } from '../../kit/format/moment'
import { ValueOrDash } from '../../kit/page/sections'
import { RecordLink } from '../../kit/resource/columns'
import { useIsAdmin } from '../../kit/session/session'
import { paths } from '../../paths'
import { Facts } from '../../ui/facts'
import { Note } from '../../ui/note'
import { Tick } from '../../ui/tick'
import { deactivate, reactivate } from './user-actions'
import { Completion } from './user-completion'
import classes from './user-page.module.css'
import { sources, tasksOf } from './user-words'

type Props = { user: User }

export function AccountFacts({ user }: Props) {
  const { partner, user_template, internal, signup_source, signup_partner, signup_collection } = user
  return (
    <div className={classes.side}>
      {partner ? (
        <Facts
          bare
          list={[
            [
              'Partner',
              <RecordLink key="partner" to={paths.partner(partner.id)}>
                {partner.name}
              </RecordLink>,
            ],
            ['Type', <ValueOrDash key="type">{partner.account_type?.name}</ValueOrDash>],
            ['Role', <ValueOrDash key="role">{user_template?.name}</ValueOrDash>],
            ['Internal', <Tick key="internal" on={internal} />],
          ]}
        />
      ) : (
        <Facts
          bare
          list={[
            ['Signup source', sources[signup_source]],
            [
              'Signup partner',
              <ValueOrDash key="partner">
                {signup_partner && <RecordLink to={paths.partner(signup_partner.id)}>{signup_partner.name}</RecordLink>}
              </ValueOrDash>,
            ],
            [
              'Signup collection',
              <ValueOrDash key="collection">
                {signup_collection && <RecordLink to={paths.collection(signup_collection.id)}>{signup_collection.name}</RecordLink>}
              </ValueOrDash>,
            ],
          ]}
        />
      )}
      <div className={classes.state}>{internal ? <StaffHint user={user} /> : <Activation user={user} />}</div>
    </div>
  )
}

/** Activation shows whether a user can sign in, and changes it. */
function Activation({ user }: Props) {
  if (!user.deactivated_at)
    return (
      <>
        <span>Can sign in</span>
        <Button variant="default" size="xs" c="var(--danger)" onClick={() => void deactivate(user)}>
          Deactivate
        </Button>
      </>
    )
  return (
    <>
      <span>
        Deactivated since <Moment at={user.deactivated_at} as="time" />
      </span>
      <Button variant="default" size="xs" onClick={() => void reactivate(user)}>
        Reactivate
      </Button>
    </>
  )
}

/** StaffHint says where staff members are managed. */
function StaffHint({ user }: Props) {
  const admin = useIsAdmin()
  return (
    <Note small>
      {user.deactivated_at && (
        <>
          Deactivated since <Moment at={user.deactivated_at} as="time" />.{' '}
        </>
      )}
      {admin ? (
        <>
          Manage role and access on the <Link to={paths.staff({ query: user.email })}>Staff page</Link>.
        </>
      ) : (
        'Role and access are managed by admins.'
      )}
    </Note>
  )
}

/** ProfileStatus shows how complete a profile is, with a checklist. */
export function ProfileStatus({ user }: Props) {
  return (
    <>
      <Completion percent={user.profile_completion_percentage} />
      <ul className={classes.tasks} aria-label="Profile tasks">
        {tasksOf(user).map(({ name, label, done }) => (
          <li key={name} className="row" data-done={done || undefined}>
            {done ? <IconCircleCheckFilled size={18} aria-hidden /> : <IconCircle size={18} stroke={1.5} aria-hidden />}
            <span>
              {label}
              <VisuallyHidden>{done ? ': done' : ': not done'}</VisuallyHidden>
            </span>
          </li>
        ))}
      </ul>
    </>
  )
}

export function MetaFacts({ user: { id, active_at, created_at, updated_at } }: Props) {
  return (
    <Facts
      bare
      list={[
        ['ID', String(id)],
        ['Last active', active_at ? <Moment key="active" at={active_at} as="ago" /> : 'Never'],
        ['Created', <Moment key="created" at={created_at} as="time" />],
        ['Updated', <Moment key="updated" at={updated_at} as="time" />],
      ]}
    />
  )
}
