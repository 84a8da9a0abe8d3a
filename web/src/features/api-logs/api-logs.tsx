import { IconApi } from '@tabler/icons-react'
import { Suspense } from 'react'
import { useList } from '../../kit/api/lists'
import type { ApiLog } from '../../kit/api/schema.gen'
import { Duration } from '../../kit/format/duration'
import { Moment } from '../../kit/format/moment'
import { number } from '../../kit/format/numbers'
import { lazyComponent } from '../../kit/lazy'
import { OpenLink, RecordLink, Text } from '../../kit/resource/columns'
import { prefetch, specOf, type View } from '../../kit/resource/view'
import { DataTable } from '../../kit/table/data-table'
import { useOpen } from '../../kit/table/open'
import { useTable } from '../../kit/table/state'
import type { Column } from '../../kit/table/types'
import { paths } from '../../paths'
import { PageLayout } from '../../ui/page-layout'
import classes from './api-logs.module.css'
import { Status } from './status'

const ApiLogDialog = lazyComponent(() => import('./api-log-dialog').then((file) => file.ApiLogDialog))

const view: View<'api-logs'> = {
  path: 'api-logs',
  sort: '-created_at',
  filters: [
    { name: 'partner', label: 'Partner', as: 'picker', from: 'options/partners', anyLabel: 'All Partners' },
    { name: 'status', label: 'Status', as: 'picker', from: 'options/api-requests', initial: 'all' },
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
  { key: 'status_code', label: 'Status', card: 'bare', cell: ({ status_code }) => <Status code={status_code} /> },
  {
    key: 'path',
    label: 'Endpoint',
    width: '34%',
    minWidth: 220,
    fixed: true,
    card: 'title',
    cell: ({ id, path }) => (
      <OpenLink id={id} param="log" title={path}>
        <Text>{path}</Text>
      </OpenLink>
    ),
  },
  { key: 'results', label: 'Results', align: 'end', cell: ({ results }) => (results === null ? <Text>{''}</Text> : number(results)) },
  { key: 'parameters_count', label: 'Parameters', align: 'end', cell: ({ parameters_count }) => number(parameters_count) },
  { key: 'partner', label: 'Partner', width: '18%', minWidth: 140, card: 'bare', cell: ({ partner }) => <Partner partner={partner} /> },
]

function Partner({ partner }: { partner: ApiLog['partner'] | null }) {
  return partner ? <RecordLink to={paths.partner(partner.id)}>{partner.name}</RecordLink> : <span className="dimmed">Not logged in</span>
}

/** openRow opens a row on a click anywhere in it. The keyboard uses its link. */
function openRow(event: MouseEvent) {
  const target = event.target as Element
  if (target.closest('a, button, input') || getSelection()?.toString()) return
  target.closest('tbody tr, li')?.querySelector('a')?.click()
}

function openRowsOnClick(table: HTMLDivElement | null) {
  table?.addEventListener('click', openRow)
  return () => table?.removeEventListener('click', openRow)
}

/** ApiLogsPage lists requests to the public API. The open request is kept in the URL. */
export function ApiLogsPage() {
  const table = useTable(spec)
  const list = useList('api-logs', table.params)
  const { open, close } = useOpen('log')
  const id = Number(open.log)
  return (
    <PageLayout title="API logs" about="Requests to the public API and their responses">
      <div className={classes.rows} ref={openRowsOnClick}>
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
      </div>
      <Suspense>{id > 0 && <ApiLogDialog key={id} id={id} onClose={close} />}</Suspense>
    </PageLayout>
  )
}
ApiLogsPage.prefetch = prefetch(view)
