import { IconApi } from '@tabler/icons-react'
import { Suspense } from 'react'
import { useList } from '../../kit/api/lists'
import type { ApiLog } from '../../kit/api/schema.gen'
import { Duration } from '../../kit/format/duration'
import { Moment } from '../../kit/format/moment'
import { number } from '../../kit/format/numbers'
import { lazyComponent } from '../../kit/lazy'
import { OpenLink, Text } from '../../kit/resource/columns'
import { prefetch, specOf, type View } from '../../kit/resource/view'
import { DataTable } from '../../kit/table/data-table'
import { useOpen } from '../../kit/table/open'
import { useTable } from '../../kit/table/state'
import type { Column } from '../../kit/table/types'
import { PageLayout } from '../../ui/page-layout'
import { Partner } from './partner'
import { Status } from './status'

const ApiLogDialog = lazyComponent(() => import('./api-log-dialog').then((file) => file.ApiLogDialog))

const statuses = [
  { value: 'all', label: 'All requests' },
  { value: 'success', label: 'Success' },
  { value: 'refused', label: 'Refused (4xx)' },
  { value: 'failed', label: 'Failed (5xx)' },
]
const methods = ['GET', 'POST', 'PUT', 'DELETE', 'PATCH', 'HEAD', 'OPTIONS'].map((value) => ({ value, label: value }))

const view: View<'api-logs'> = {
  path: 'api-logs',
  sort: '-created_at',
  filters: [
    { name: 'partner', label: 'Partner', as: 'picker', from: 'options/partners', anyLabel: 'All Partners' },
    { name: 'status', label: 'Status', as: 'select', options: statuses, initial: 'all' },
    { name: 'method', label: 'Method', as: 'select', options: methods, several: true },
  ],
}

const spec = specOf(view)

const columns: Column<ApiLog>[] = [
  {
    key: 'created_at',
    label: 'Time',
    sort: 'created_at',
    descendingFirst: true,
    card: 'bare',
    cell: ({ created_at }) => <Moment at={created_at} as="second" />,
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
  { key: 'status_code', label: 'Status', card: 'bare', cell: ({ status_code }) => <Status code={status_code} /> },
  { key: 'method', label: 'Method', card: 'bare', cell: ({ method }) => <Text>{method}</Text> },
  {
    key: 'path',
    label: 'Endpoint',
    width: '26%',
    minWidth: 200,
    fixed: true,
    card: 'title',
    cell: ({ id, path }) => (
      <OpenLink id={id} param="log" title={path}>
        <Text>{path}</Text>
      </OpenLink>
    ),
  },
  { key: 'reason', label: 'Reason', width: '22%', minWidth: 160, card: 'line', cell: ({ reason }) => <Text>{reason}</Text> },
  { key: 'results', label: 'Results', align: 'end', cell: ({ results }) => (results === null ? <Text>{''}</Text> : number(results)) },
  { key: 'parameters_count', label: 'Parameters', align: 'end', cell: ({ parameters_count }) => number(parameters_count) },
  { key: 'partner', label: 'Partner', width: '16%', minWidth: 130, card: 'bare', cell: (log) => <Partner log={log} /> },
]

/** ApiLogsPage lists requests to the public API. The open request is kept in the URL. */
export function ApiLogsPage() {
  const table = useTable(spec)
  const list = useList('api-logs', table.params)
  const { open, close } = useOpen('log')
  const id = Number(open.log)
  return (
    <PageLayout title="API logs" about="Requests to the public API and their responses">
      <DataTable
        name="api-logs"
        label="API logs"
        from="api-logs"
        table={table}
        list={list}
        columns={columns}
        search="Search API logs"
        filters={view.filters}
        empty={{ icon: IconApi, title: 'No requests yet', text: 'Requests to the public API appear here.' }}
      />
      <Suspense>{id > 0 && <ApiLogDialog key={id} id={id} onClose={close} />}</Suspense>
    </PageLayout>
  )
}
ApiLogsPage.prefetch = prefetch(view)
