import { IconArrowBackUp, IconTrash } from '@tabler/icons-react'
import { useMemo, useRef } from 'react'
import { type ParamsOf, useList } from '../../kit/api/lists'
import type { Trashed } from '../../kit/api/schema.gen'
import { Moment } from '../../kit/format/moment'
import { labelOf } from '../../kit/format/values'
import { Text } from '../../kit/resource/columns'
import { nameOf, restore } from '../../kit/resource/restore'
import { useIsAdmin } from '../../kit/session/session'
import { DataTable } from '../../kit/table/data-table'
import { useTable } from '../../kit/table/state'
import type { Action, BulkAction, Column, Filter } from '../../kit/table/types'
import { Note } from '../../ui/note'
import { PageLayout } from '../../ui/page-layout'
import { askToPurge, restoreAll } from './restore'
import classes from './trash.module.css'

/** The labels of the kinds in the trash. The type requires a label for every kind of the API. */
const kinds: Record<NonNullable<ParamsOf<'trash'>['kind']>, string> = {
  content: 'Content',
  image: 'Image',
  collection: 'Collection',
  partner: 'Partner',
  user: 'User',
}

/** A link from a record that can't be deleted limits the trash to what refers to it: `refers_to`. */
const spec = { name: 'trash', filters: ['kind', 'refers_to'] } as const

const filters: Filter[] = [{ name: 'kind', label: 'Kind', as: 'select', options: Object.entries(kinds).map(([value, label]) => ({ value, label })) }]

const columns: Column<Trashed>[] = [
  {
    key: 'name',
    label: 'Name',
    fixed: true,
    card: 'title',
    cell: (row) => (
      <span className="row-title">
        <Text>{nameOf(row)}</Text>
      </span>
    ),
  },
  { key: 'kind', label: 'Kind', card: 'bare', cell: (row) => labelOf(row.kind) },
  { key: 'by', label: 'Deleted by', card: 'none', cell: (row) => <Text>{row.deleted_by_name || 'System'}</Text> },
  { key: 'deleted', label: 'Deleted', align: 'end', cell: (row) => <Moment at={row.deleted_at} as="time" /> },
  { key: 'purges', label: 'Deleted permanently', align: 'end', cell: (row) => <Purges row={row} /> },
]

/** TrashPage lists records deleted in the last thirty days, and restores them. */
export function TrashPage() {
  const admin = useIsAdmin()
  const table = useTable(spec)
  const list = useList('trash', table.params)
  const names = useRef(new Map<number, string>())
  // Selected rows may be on other pages when the result is reported.
  for (const row of list.data?.items ?? []) names.current.set(row.id, nameOf(row))

  const actions = useMemo<Action<Trashed>[]>(
    () => [
      { label: 'Restore', icon: IconArrowBackUp, show: (row) => row.can_restore, run: (row) => void restore(row) },
      ...(admin ? [{ label: 'Delete permanently', icon: IconTrash, danger: true, run: (row: Trashed) => void askToPurge(row) }] : []),
    ],
    [admin],
  )
  const bulk = useMemo<BulkAction[]>(
    () => [
      {
        label: 'Restore',
        icon: IconArrowBackUp,
        run: async (selected) => 'ids' in selected && restoreAll(selected.ids, (id) => names.current.get(id) ?? `#${id}`),
      },
    ],
    [],
  )

  return (
    <PageLayout title="Trash" about="Records deleted in the last 30 days">
      <DataTable
        name="trash"
        label="Trash"
        from="trash"
        table={table}
        list={list}
        columns={columns}
        lead={
          table.state.filters.refers_to && (
            <div className={classes.lead}>
              <Note>Only records that refer to the one you came from. It can be deleted once they are deleted permanently.</Note>
            </div>
          )
        }
        search="Search trash"
        filters={filters}
        actions={actions}
        bulk={bulk}
        empty={{ icon: IconTrash, title: 'The trash is empty', text: 'Deleted records are kept here for 30 days and can be restored.' }}
      />
    </PageLayout>
  )
}

const soonThreshold = 3 * 86_400_000

function Purges({ row }: { row: Trashed }) {
  const remaining = new Date(row.purges_at).getTime() - Date.now()
  return (
    <span className={classes.purges}>
      <Moment at={row.purges_at} />
      <span className={remaining < soonThreshold ? `${classes.soon} hint` : 'hint'}>
        {remaining > 0 ? <Moment at={row.purges_at} as="ago" /> : 'any moment now'}
      </span>
    </span>
  )
}
