import { IconHistory } from '@tabler/icons-react'
import { Suspense, useMemo } from 'react'
import { useList } from '../../kit/api/lists'
import type { Activity } from '../../kit/api/schema.gen'
import { Moment } from '../../kit/format/moment'
import { labelOf } from '../../kit/format/values'
import { actions, describeEntry, summaryOf } from '../../kit/history/words'
import { lazyComponent } from '../../kit/lazy'
import { type RecordKinds, useRecordKinds } from '../../kit/page/record-kinds'
import { OpenLink, Text } from '../../kit/resource/columns'
import { DataTable } from '../../kit/table/data-table'
import { useOpen } from '../../kit/table/open'
import { useTable } from '../../kit/table/state'
import type { Column, Filter } from '../../kit/table/types'
import { PageLayout } from '../../ui/page-layout'
import classes from './activity.module.css'

const EntryDialog = lazyComponent(() => import('./entry-dialog').then((file) => file.EntryDialog))

const spec = { name: 'activity', sort: '-created_at', filters: ['user_id', 'kind', 'action', 'from', 'to', 'program', 'within'] } as const

const filtersOf = (kinds: RecordKinds): Filter[] => [
  { name: 'user_id', label: 'User', as: 'picker', from: 'options/staff', several: true },
  { name: 'kind', label: 'Kind', as: 'select', options: [...kinds.keys()].map((value) => ({ value, label: labelOf(value) })), several: true },
  { name: 'action', label: 'Action', as: 'select', options: Object.entries(actions).map(([value, label]) => ({ value, label })), several: true },
  { name: 'from', label: 'From', as: 'date' },
  { name: 'to', label: 'To', as: 'date' },
  { name: 'program', label: 'Program', as: 'text', more: true },
  { name: 'within', label: 'Record', as: 'text', more: true },
]

const columns: Column<Activity>[] = [
  { key: 'what', label: 'Event', fixed: true, card: 'title', width: '38%', cell: (entry) => <Event entry={entry} /> },
  { key: 'changes', label: 'Changes', width: '28%', card: 'line', cell: (entry) => <Text>{summaryOf(entry)}</Text> },
  { key: 'who', label: 'User', card: 'bare', cell: (entry) => <Text>{entry.user_name || 'System'}</Text> },
  {
    key: 'when',
    label: 'Time',
    sort: 'created_at',
    descendingFirst: true,
    align: 'end',
    card: 'bare',
    cell: (entry) => <Moment at={entry.created_at} as="time" />,
  },
]

/** ActivityPage is the audit log. The open entry is kept in the URL. */
export function ActivityPage() {
  const kinds = useRecordKinds()
  const filters = useMemo(() => filtersOf(kinds), [kinds])
  const table = useTable(spec)
  const list = useList('activity', table.params)
  const { open, close } = useOpen('entry')
  const id = open.entry ? Number(open.entry) : null

  return (
    <PageLayout title="Activity" about="Who changed what, and when">
      <DataTable
        name="activity"
        label="Activity"
        from="activity"
        table={table}
        list={list}
        columns={columns}
        filters={filters}
        empty={{ icon: IconHistory, title: 'No activity yet', text: 'Changes made by staff appear here.' }}
      />
      <Suspense>{id !== null && <EntryDialog key={id} id={id} row={list.data?.items.find((item) => item.id === id)} onClose={close} />}</Suspense>
    </PageLayout>
  )
}

function Event({ entry }: { entry: Activity }) {
  const { done, name } = describeEntry(entry)
  return (
    <OpenLink id={entry.id} param="entry" title={name ? `${done} ${name}` : done}>
      <span className="truncate block">
        <span className={classes.done}>{done}</span>
        {name && ` ${name}`}
      </span>
    </OpenLink>
  )
}
