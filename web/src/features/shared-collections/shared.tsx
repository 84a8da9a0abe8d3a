import type { SharedCollection } from '../../kit/api/schema.gen'
import { exactly } from '../../kit/format/dates'
import { RecordLink } from '../../kit/resource/columns'
import { paths } from '../../paths'
import classes from './shared-collections.module.css'

/** What is said of a shared collection: it is called as the collection it was made of. */
export const told = { path: 'shared-collections', one: 'Shared collection', name: (row: SharedCollection) => row.name } as const

/** calledBy is what a user is called: by the full name, or else by the e-mail. */
export const calledBy = ({ full_name, email }: Pick<SharedCollection['user'] & object, 'full_name' | 'email'>) => full_name || email.toLowerCase()

export function UserLink({ user }: { user: SharedCollection['user'] }) {
  return user ? <RecordLink to={paths.user(user.id)}>{calledBy(user)}</RecordLink> : <None />
}

export function PartnerLink({ of }: { of: SharedCollection['collection'] }) {
  return of?.partner ? <RecordLink to={paths.partner(of.partner.id)}>{of.partner.name}</RecordLink> : <None />
}

/** Accepted tells how long ago, as the server counts it, and exactly under the pointer. */
export function Accepted({ row: { created_at, created_at_diff } }: { row: SharedCollection }) {
  return (
    <time className={classes.accepted} dateTime={created_at} title={exactly(created_at)}>
      {created_at_diff}
    </time>
  )
}

const None = () => <span className={classes.none}>—</span>
