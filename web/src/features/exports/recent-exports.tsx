import { Button, Skeleton } from '@mantine/core'
import { IconDownload, IconReload } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { api, bodyOf } from '../../kit/api/client'
import { messageOf } from '../../kit/api/error'
import type { Export } from '../../kit/api/schema.gen'
import { notify } from '../../kit/dialog/notices'
import { Moment } from '../../kit/format/moment'
import { number, pluralise } from '../../kit/format/numbers'
import { labelOf } from '../../kit/format/values'
import { exportsKey, loadExport, startExport } from '../../kit/table/export'
import { Badge } from '../../ui/badge'
import { Card } from '../../ui/page-layout'
import { Progress } from '../../ui/progress'
import classes from './export.module.css'
import { FileLink, renewInterval } from './file-link'

const pollInterval = 1500

/** RecentExports lists the user's exports, with the progress of those still being written. */
export function RecentExports() {
  const recent = useQuery({
    queryKey: exportsKey,
    queryFn: async () => bodyOf(await api.GET('/api/admin/exports')).items,
    refetchInterval: ({ state }) => (state.data?.some((item) => item.state === 'working') ? pollInterval : renewInterval),
  })
  return (
    <Card title="Recent exports" about="Tables you exported, with the filters and sort order you used. Files are kept for one day.">
      {recent.isPending ? (
        <Skeleton height={52} />
      ) : recent.isError && !recent.data ? (
        <div role="alert" className="row wrap gap-12">
          {messageOf(recent.error)}
          <Button variant="default" onClick={() => void recent.refetch()}>
            Try again
          </Button>
        </div>
      ) : recent.data?.length ? (
        <ul className="list" aria-label="Recent exports">
          {recent.data.map((item) => (
            <li key={item.id} className={classes.export}>
              <div className={classes.what}>
                <span className="block strong anywhere">{item.name}</span>
                <span className="block small anywhere">{description(item)}</span>
              </div>
              <State item={item} since={recent.dataUpdatedAt} />
            </li>
          ))}
        </ul>
      ) : (
        <p className="flat dimmed">No exports yet. Use the Export button next to a table’s filters.</p>
      )}
    </Card>
  )
}

/** description describes the filters and sort order of an export. */
function description({ query }: Export): string {
  const { sort, query: search, ...filters } = query
  const parts = Object.entries(filters)
    .filter(([, value]) => value !== 'all')
    .map(([name, value]) => `${labelOf(name.replace(/_id$/, ''))}: ${value}`)
  if (search) parts.unshift(`“${search}”`)
  if (sort) parts.push(orderOf(sort))
  return parts.join(' · ') || 'All rows'
}

/** orderOf describes a sort order: newest first; by name; by views, descending. */
function orderOf(sort: string): string {
  const field = sort.replace(/^-/, '')
  const descending = sort.startsWith('-')
  const label = `by ${labelOf(field.replace(/_at$/, '')).toLowerCase()}`
  if (!field.endsWith('_at')) return descending ? `${label}, descending` : label
  const order = descending ? 'newest first' : 'oldest first'
  return field === 'created_at' ? order : `${label}, ${order}`
}

function State({ item, since }: { item: Export; since: number }) {
  if (item.state === 'working') {
    const share = item.total ? item.done / item.total : 0
    return (
      <div className={classes.working}>
        <span className="block small anywhere">
          {item.total === null ? pluralise(item.done, 'row') : `${number(item.done)} of ${pluralise(item.total, 'row')}`}
        </span>
        <Progress value={share} label={`Export progress: ${item.name}`} />
      </div>
    )
  }
  if (item.state === 'failed') {
    return (
      <div className={classes.state}>
        <span className={classes.figures}>
          <Badge tone="danger">Failed</Badge>
          <span className="block small anywhere">{item.problem}</span>
        </span>
        <ExportAgain item={item} />
      </div>
    )
  }
  return (
    <div className={classes.state}>
      <span className={classes.figures}>
        <span>{pluralise(item.done, 'row')}</span>
        <span className="block small anywhere">
          {formatSize(item.bytes)} · <Moment at={item.finished_at} as="ago" />
        </span>
      </span>
      {item.url ? (
        <Button
          variant="default"
          size="xs"
          leftSection={<IconDownload size={14} />}
          aria-label={`Download ${item.name}`}
          renderRoot={(props) => <FileLink {...props} url={item.url} since={since} renew={async () => (await loadExport(item.id)).url} />}
        >
          Download
        </Button>
      ) : (
        <ExportAgain item={item} />
      )}
    </div>
  )
}

/** ExportAgain repeats an export whose file has expired or that failed. */
function ExportAgain({ item }: { item: Export }) {
  const run = () => startExport(item.path, item.query).catch((error) => void notify.failed(messageOf(error)))
  return (
    <Button variant="default" size="xs" leftSection={<IconReload size={14} />} aria-label={`Export ${item.name} again`} onClick={() => void run()}>
      Export again
    </Button>
  )
}

/** formatSize formats the size of a file. */
function formatSize(bytes: number): string {
  if (bytes < 1000) return pluralise(bytes, 'byte')
  const [unit, step] = bytes < 1e6 ? ['kB', 1e3] : ['MB', 1e6]
  return `${number(Math.round((bytes / (step as number)) * 10) / 10)} ${unit}`
}
