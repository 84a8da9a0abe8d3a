import type { SharedCollection } from '../../kit/api/schema.gen'
import { exactTime } from '../../kit/format/dates'
import { number } from '../../kit/format/numbers'
import { pageProblem } from '../../kit/page/page-problem'
import { None, RecordLink, RowLink, Text } from '../../kit/resource/columns'
import type { Column } from '../../kit/table/types'
import { paths } from '../../paths'
import { Tick } from '../../ui/tick'

/** sharedTexts has the texts of notices and confirmations. A shared collection has the name of its base collection. */
export const sharedTexts = { path: 'shared-collections', one: 'Shared collection', name: (row: SharedCollection) => row.name } as const

/** displayName returns the full name of a user, or else the e-mail. */
export const displayName = ({ full_name, email }: Pick<SharedCollection['user'] & object, 'full_name' | 'email'>) => full_name || email.toLowerCase()

/** personalPageProblem returns why the pages that a user personalised do not exist at the moment, if they do not. */
export function personalPageProblem({ collection, user }: Pick<SharedCollection, 'collection' | 'user'>): string | undefined {
  if (user?.deactivated_at) return 'The page is not available, because the user is deactivated.'
  return collection ? pageProblem(collection) : undefined
}

export function UserLink({ user }: { user: SharedCollection['user'] }) {
  return user ? <RecordLink to={paths.user(user.id)}>{displayName(user)}</RecordLink> : <None />
}

export function PartnerLink({ collection }: { collection: SharedCollection['collection'] }) {
  return collection?.partner ? <RecordLink to={paths.partner(collection.partner.id)}>{collection.partner.name}</RecordLink> : <None />
}

/** Accepted shows the relative time computed by the server, with the exact time on hover. */
function Accepted({ row: { created_at, created_at_diff } }: { row: SharedCollection }) {
  return (
    <time className="nowrap" dateTime={created_at} title={exactTime(created_at)}>
      {created_at_diff}
    </time>
  )
}

/** sharedColumns are the columns of all lists of shared collections. Lists of one user leave out the user column. */
export const sharedColumns: Column<SharedCollection>[] = [
  {
    key: 'name',
    label: 'Collection',
    width: '28%',
    minWidth: 200,
    fixed: true,
    card: 'title',
    cell: ({ id, name }) => (
      <RowLink to={paths.sharedCollection(id)} title={name}>
        <Text>{name}</Text>
      </RowLink>
    ),
  },
  { key: 'partner', label: 'Partner', width: '18%', minWidth: 140, card: 'bare', cell: ({ collection }) => <PartnerLink collection={collection} /> },
  { key: 'user', label: 'User', width: '18%', minWidth: 140, card: 'bare', cell: ({ user }) => <UserLink user={user} /> },
  { key: 'has_personal_message', label: 'Personal message', cell: ({ has_personal_message }) => <Tick on={has_personal_message} /> },
  {
    key: 'personalisations_count',
    label: 'Personalisations',
    sort: 'personalisations_count',
    descendingFirst: true,
    align: 'end',
    cell: ({ personalisations_count: count }) => <span className={count === 0 ? 'zero' : undefined}>{number(count)}</span>,
  },
  { key: 'created_at', label: 'Accepted', sort: 'created_at', descendingFirst: true, align: 'end', cell: (row) => <Accepted row={row} /> },
]
