import { IconShare } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { api, bodyOf } from '../../kit/api/client'
import { messageOf } from '../../kit/api/error'
import { useList } from '../../kit/api/lists'
import type { User } from '../../kit/api/schema.gen'
import { number } from '../../kit/format/numbers'
import { RecordLink } from '../../kit/resource/columns'
import { DataTable } from '../../kit/table/data-table'
import { useTable } from '../../kit/table/state'
import { paths } from '../../paths'
import { Card } from '../../ui/page-layout'
import { sharedColumns } from './shared'
import classes from './user-shared.module.css'

const spec = { name: 'users/id/shared-collections', sort: '-created_at' }
const columns = sharedColumns.filter(({ key }) => key !== 'user')

/** UserShared lists the collections a user has accepted, and their partners. */
export function UserShared({ user: { id, shared_collections_count } }: { user: User }) {
  const table = useTable(spec)
  const list = useList(`users/${id}/shared-collections` as 'users/{user_id}/shared-collections', table.params)
  return (
    <div className={classes.shared}>
      <DataTable
        name="users/id/shared-collections"
        label="Shared collections"
        from={`users/${id}/shared-collections`}
        table={table}
        list={list}
        expectedRows={shared_collections_count}
        columns={columns}
        search="Search shared collections"
        empty={{ icon: IconShare, title: 'No shared collections yet', text: 'Collections appear here when this user accepts them.' }}
      />
      {!list.isPending && ( // on a phone it is below the table and would shift when rows load
        <Card title="Associated Partners">
          <Partners userId={id} />
        </Card>
      )}
    </div>
  )
}

function Partners({ userId: id }: { userId: number }) {
  const partners = useQuery({
    // A separate key, so that the page of a deleted user is not requested again.
    queryKey: [`users/${id}/shared-collections`, 'partners'],
    queryFn: async ({ signal }) =>
      bodyOf(await api.GET('/api/admin/users/{id}', { params: { path: { id: String(id) } }, signal })).shared_collections_by_partner,
  })
  if (partners.isError) return <p role="alert">{messageOf(partners.error)}</p>
  if (!partners.data) return null
  if (partners.data.length === 0) return <p className="flat dimmed">This user has not accepted any partner’s collections.</p>
  return (
    <table className={classes.partners} aria-label="Associated Partners">
      <thead>
        <tr>
          <th scope="col">Partner</th>
          <th scope="col">Collections</th>
        </tr>
      </thead>
      <tbody>
        {partners.data.map(({ partner, count }) => (
          <tr key={partner.id}>
            <td>
              <RecordLink to={paths.partner(partner.id)}>{partner.name}</RecordLink>
            </td>
            <td>
              <RecordLink to={paths.sharedCollections({ partner: partner.id, type: 'all', user_id: id })}>{number(count)}</RecordLink>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
