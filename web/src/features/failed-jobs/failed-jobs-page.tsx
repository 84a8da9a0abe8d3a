import { IconCircleCheck, IconReload } from '@tabler/icons-react'
import { Suspense } from 'react'
import { type ParamsOf, useList } from '../../kit/api/lists'
import type { FailedJob } from '../../kit/api/schema.gen'
import { Moment } from '../../kit/format/moment'
import { number } from '../../kit/format/numbers'
import { formatValue, labelOf } from '../../kit/format/values'
import { lazyComponent } from '../../kit/lazy'
import { OpenLink, Text } from '../../kit/resource/columns'
import { DataTable } from '../../kit/table/data-table'
import { useOpen } from '../../kit/table/open'
import { useTable } from '../../kit/table/state'
import type { Action, BulkAction, Column, Filter } from '../../kit/table/types'
import { PageLayout } from '../../ui/page-layout'
import { retry, retryMany } from './retry'
import { jobName, jobs } from './words'

const FailedJobDialog = lazyComponent(() => import('./failed-job-dialog').then((file) => file.FailedJobDialog))

const spec = { name: 'failed-jobs', filters: ['kind', 'queue'] } as const

const queues: Record<NonNullable<ParamsOf<'failed-jobs'>['queue']>, string> = { default: 'Default', slow: 'Slow', analytics: 'Analytics' }

const filters: Filter[] = [
  { name: 'kind', label: 'Job', as: 'select', options: Object.entries(jobs).map(([value, label]) => ({ value, label })) },
  { name: 'queue', label: 'Queue', as: 'select', options: Object.entries(queues).map(([value, label]) => ({ value, label })) },
]

const columns: Column<FailedJob>[] = [
  {
    key: 'kind',
    label: 'Job',
    fixed: true,
    card: 'title',
    width: '32%',
    cell: (job) => (
      <OpenLink id={job.id} param="job" title={jobName(job.kind)}>
        <Text>{jobName(job.kind)}</Text>
        <Arguments job={job} />
      </OpenLink>
    ),
  },
  { key: 'error', label: 'Last error', width: '34%', card: 'line', cell: (job) => <Text>{job.error || '—'}</Text> },
  { key: 'queue', label: 'Queue', card: 'none', cell: (job) => labelOf(job.queue) },
  { key: 'attempts', label: 'Attempts', align: 'end', cell: (job) => number(job.attempts) },
  { key: 'failed', label: 'Failed', align: 'end', cell: (job) => <Moment at={job.failed_at} as="ago" /> },
]

const actions: Action<FailedJob>[] = [{ label: 'Retry', icon: IconReload, run: (job) => void retry(job) }]
const bulk: BulkAction[] = [{ label: 'Retry', icon: IconReload, all: true, run: retryMany }]

/** FailedJobsPage lists background jobs that failed for the last time, and retries them. */
export function FailedJobsPage() {
  const table = useTable(spec)
  const list = useList('failed-jobs', table.params)
  const { open, close } = useOpen('job')
  const job = list.data?.items.find((item) => String(item.id) === open.job)

  return (
    <PageLayout title="Failed jobs" about="Background jobs that failed after several attempts. Kept for 30 days.">
      <DataTable
        name="failed-jobs"
        label="Failed jobs"
        from="failed-jobs"
        table={table}
        list={list}
        columns={columns}
        filters={filters}
        actions={actions}
        bulk={bulk}
        empty={{ icon: IconCircleCheck, title: 'No failed jobs', text: 'All background jobs have succeeded or are still being retried.' }}
      />
      <Suspense>{job && <FailedJobDialog job={job} onClose={close} />}</Suspense>
    </PageLayout>
  )
}

function Arguments({ job }: { job: FailedJob }) {
  const text = formatValue(job.arguments).replaceAll('\n', ' · ')
  return text ? <Text dimmed>{text}</Text> : null
}
