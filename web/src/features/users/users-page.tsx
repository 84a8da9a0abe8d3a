import { useQuery } from '@tanstack/react-query'
import type { UserHighlights } from '../../kit/api/schema.gen'
import { type Figure, Highlights } from '../../kit/page/highlights'
import { prefetch } from '../../kit/resource/view'
import { highlights } from './user-highlights'
import { users } from './users-definition'
import { UsersTable } from './users-table'

/** UsersPage lists all users of the platform, newest first, below highlights about advisors. */
export function UsersPage() {
  return <UsersTable tabs={<AdvisorHighlights />} />
}
UsersPage.prefetch = prefetch(users)

const labels = ['Total Advisors', 'New Advisors', 'Active Advisors'] as const

function AdvisorHighlights() {
  const query = useQuery(highlights)
  return <Highlights label="Advisors" query={query} labels={labels} figures={figuresOf} />
}

function figuresOf({ now, previous }: UserHighlights): Figure[] {
  const [total, recent, active] = labels
  const since = 'vs previous 30 days'
  return [
    { label: total, now: now.advisors_count, previous: previous.advisors_count, since: 'Growth over the last 30 days' },
    { label: recent, now: now.new_advisors_count, previous: previous.new_advisors_count, since, both: true },
    { label: active, now: now.active_advisors_count, previous: previous.active_advisors_count, since, both: true },
  ]
}
