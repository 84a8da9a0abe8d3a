import { IconConfetti } from '@tabler/icons-react'
import { Suspense, useMemo } from 'react'
import { useList } from '../../kit/api/lists'
import type { Finding } from '../../kit/api/schema.gen'
import { Moment } from '../../kit/format/moment'
import { Pictured, RowLink, Text } from '../../kit/resource/columns'
import { prefetch, specOf, type View } from '../../kit/resource/view'
import { DataTable } from '../../kit/table/data-table'
import { useTable } from '../../kit/table/state'
import type { Column } from '../../kit/table/types'
import { PageLayout } from '../../ui/page-layout'
import { Thumb } from '../../ui/thumb'
import { useFixes } from './actions'
import { FixButton } from './fix-button'
import { formOf } from './fixes'
import { looks, ReasonCell } from './reasons'

const view: View<'attention'> = {
  path: 'attention',
  sort: '-since',
  tabs: {
    param: 'reason',
    list: [
      { value: 'all', label: 'All' },
      ...Object.entries(looks).map(([value, { tab }]) => ({ value, label: tab })),
      { value: 'snoozed', label: 'Snoozed' },
    ],
  },
  filters: [
    {
      name: 'assignee',
      label: 'Assignee',
      as: 'select',
      options: [
        { value: 'me', label: 'Assigned to me' },
        { value: 'none', label: 'Nobody' },
      ],
    },
  ],
}

const columns: Column<Finding>[] = [
  {
    key: 'content',
    label: 'Content',
    fixed: true,
    card: 'title',
    width: '38%',
    minWidth: 260,
    cell: (row) => (
      <RowLink to={formOf(row)} title={row.content?.title ?? ''}>
        <Pictured
          picture={<Thumb src={row.content?.featured_image?.thumb_url} />}
          name={row.content?.title ?? ''}
          about={row.content?.publishers.join(', ')}
        />
      </RowLink>
    ),
  },
  { key: 'reason', label: 'Reason', card: 'line', width: '34%', minWidth: 240, cell: (row) => <ReasonCell row={row} /> },
  { key: 'since', label: 'Since', sort: 'since', descendingFirst: true, align: 'end', cell: (row) => <Moment at={row.since} /> },
  { key: 'assignee', label: 'Assignee', minWidth: 110, cell: ({ assignee }) => <Text>{assignee?.name ?? ''}</Text> },
  { key: 'fix', label: 'Fix', fixed: true, card: 'line', minWidth: 170, cell: (row) => <FixButton row={row} /> },
]

/** AttentionPage lists the items that need attention, with a fix for each. */
export function AttentionPage() {
  const spec = useMemo(() => specOf(view), [])
  const table = useTable(spec)
  const list = useList('attention', table.params)
  const { actions, bulk, dialog } = useFixes(table.state.tab ?? 'all')
  return (
    <PageLayout title="Needs attention" about="Broken and moved links, dates that are near, missing fields and likely duplicates">
      <DataTable
        name="attention"
        label="Needs attention"
        table={table}
        list={list}
        columns={columns}
        tabs={view.tabs?.list}
        filters={view.filters}
        actions={actions}
        bulk={bulk}
        empty={{ icon: IconConfetti, title: 'All done', text: 'Nothing here needs attention. Well done!', everyTab: true }}
      />
      <Suspense>{dialog}</Suspense>
    </PageLayout>
  )
}
AttentionPage.prefetch = prefetch(view)
