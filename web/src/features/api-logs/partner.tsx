import type { ApiLog } from '../../kit/api/schema.gen'
import { RecordLink } from '../../kit/resource/columns'
import { paths } from '../../paths'

/** Partner links to the partner of a request. The app calls without one: for a user who has none, or for no user. */
export function Partner({ log }: { log: ApiLog }) {
  const { partner, user } = log
  if (partner) return <RecordLink to={paths.partner(partner.id)}>{partner.name}</RecordLink>
  if (log.caller !== 'app') return <span className="dimmed">Not logged in</span>
  return user ? <RecordLink to={paths.user(user.id)}>{user.name}</RecordLink> : <span className="dimmed">The app</span>
}
