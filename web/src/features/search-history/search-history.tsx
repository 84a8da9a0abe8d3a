import { Button, VisuallyHidden } from '@mantine/core'
import { IconEraser, IconListSearch } from '@tabler/icons-react'
import { api } from '../../kit/api/client'
import { useList } from '../../kit/api/lists'
import type { Search } from '../../kit/api/schema.gen'
import { confirm } from '../../kit/dialog/confirm'
import { notify } from '../../kit/dialog/notices'
import { Duration } from '../../kit/format/duration'
import { Moment } from '../../kit/format/moment'
import { number } from '../../kit/format/numbers'
import { RecordLink, Text } from '../../kit/resource/columns'
import { prefetch, specOf, type View } from '../../kit/resource/view'
import { useIsAdmin } from '../../kit/session/session'
import { DataTable } from '../../kit/table/data-table'
import { useTable } from '../../kit/table/state'
import type { Column } from '../../kit/table/types'
import { paths } from '../../paths'
import { PageLayout } from '../../ui/page-layout'
import { Tick } from '../../ui/tick'

const tabs = [
  { value: 'all', label: 'All Search Results' },
  { value: 'zero', label: 'Searches with Zero Results' },
  { value: 'has', label: 'Searches with Results' },
]

const view: View<'search-history'> = {
  path: 'search-history',
  sort: '-created_at',
  tabs: { param: 'has_results', list: tabs },
  filters: [{ name: 'partner_id', label: 'Partner', as: 'picker', from: 'options/partners', anyLabel: 'All Partners' }],
}

const spec = specOf(view)

const columns: Column<Search>[] = [
  {
    key: 'created_at',
    label: 'When',
    sort: 'created_at',
    descendingFirst: true,
    card: 'bare',
    cell: ({ created_at }) => <Moment at={created_at} as="time" />,
  },
  {
    key: 'duration',
    label: 'Duration',
    sort: 'duration',
    descendingFirst: true,
    align: 'end',
    card: 'bare',
    cell: ({ duration }) => <Duration ms={duration} />,
  },
  { key: 'cached', label: 'Cached', cell: ({ cached }) => <Tick on={cached} /> },
  { key: 'term', label: 'Search term', width: '30%', minWidth: 200, fixed: true, card: 'title', cell: (row) => <Term row={row} /> },
  { key: 'results', label: 'Results', sort: 'results', descendingFirst: true, align: 'end', cell: ({ results }) => <Results count={results} /> },
  { key: 'partner', label: 'Partner', width: '16%', minWidth: 130, card: 'bare', cell: ({ partner }) => <Partner partner={partner} /> },
  { key: 'user', label: 'User', width: '16%', minWidth: 130, card: 'bare', cell: ({ user }) => <User user={user} /> },
]

function Term({ row: { term, filtered_by } }: { row: Search }) {
  return (
    <span className="row-title">
      <Text>{term}</Text>
      {filtered_by.length > 0 && <Text dimmed>{filtered_by.join(' · ')}</Text>}
    </span>
  )
}

function Results({ count }: { count: number }) {
  if (count > 0) return number(count)
  return (
    <span className="zero">
      0<VisuallyHidden>: no results</VisuallyHidden>
    </span>
  )
}

const Partner = ({ partner }: { partner: Search['partner'] | null }) =>
  partner ? <RecordLink to={paths.partner(partner.id)}>{partner.name}</RecordLink> : <Text>{''}</Text>

const User = ({ user }: { user: Search['user'] | null }) =>
  user ? <RecordLink to={paths.user(user.id)}>{user.full_name || user.email.toLowerCase()}</RecordLink> : <Text>{''}</Text>

const askToClearCache = () =>
  confirm({
    title: 'Clear cache',
    text: 'Are you sure you want to clear the applications cache?',
    action: 'Clear cache',
    async run() {
      await api.POST('/api/admin/tools/clear-cache', { body: { confirm: true } })
      notify.done('The application cache has been successfully cleared')
    },
  })

/** SearchHistoryPage lists searches on the platform with their results. */
export function SearchHistoryPage() {
  const table = useTable(spec)
  const list = useList('search-history', table.params)
  const button = (
    <Button variant="default" leftSection={<IconEraser size={16} />} onClick={() => void askToClearCache()}>
      Clear cache
    </Button>
  )
  return (
    <PageLayout title="Search history" about="Searches on the platform and their results" actions={useIsAdmin() && button}>
      <DataTable
        name="search-history"
        label="Search history"
        from="search-history"
        table={table}
        list={list}
        columns={columns}
        tabs={tabs}
        search="Search by term"
        filters={view.filters}
        empty={{ icon: IconListSearch, title: 'No searches yet', text: 'Searches on the platform appear here.' }}
      />
    </PageLayout>
  )
}
SearchHistoryPage.prefetch = prefetch(view)
