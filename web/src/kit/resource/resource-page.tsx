import { Button } from '@mantine/core'
import { IconArrowsSort, IconPencil, IconPlus, IconTrash } from '@tabler/icons-react'
import { lazy, type ReactNode, Suspense, useEffect, useMemo, useState } from 'react'
import { PageLayout } from '../../ui/page-layout'
import { type ListPath, type RowOf, useList } from '../api/lists'
import { useIsAdmin } from '../session/session'
import { DataTable } from '../table/data-table'
import { useOpen } from '../table/open'
import { useTable } from '../table/state'
import type { Action, BulkAction, Row } from '../table/types'
import { specOf } from './ask'
import { columnOf } from './columns'
import { newWord, type Resource } from './define'
import { askToDelete } from './sentences'

type Props<P extends ListPath> = {
  resource: Resource<P>
  /** The heading of a page that shows these records of one other, and the way back. */
  title?: string
  about?: ReactNode
  trail?: ReactNode
  /** Under the heading: the other pages of the record whose these are. */
  tabs?: ReactNode
  /** Beside the New button. */
  header?: ReactNode
  actions?: readonly Action<RowOf<P>>[]
  bulk?: readonly BulkAction[]
  /** A form of the entity's own, where the declared one does not do; without a row it is for a new one. */
  form?: (open: { row: RowOf<P> | undefined; onClose: () => void }) => ReactNode
}

const loadDialog = () => import('./resource-dialog')
const ResourceDialog = lazy(() =>
  loadDialog().then((file) => ({ default: file.ResourceDialog })),
) as typeof import('./resource-dialog').ResourceDialog
const ReorderResource = lazy(() =>
  import('./reorder-resource').then((file) => ({ default: file.ReorderResource })),
) as typeof import('./reorder-resource').ReorderResource

/** pageOf is the screen of an entity. Who loads it sees whose list it will ask for. */
export function pageOf<P extends ListPath>(resource: Resource<P>, props?: Omit<Props<P>, 'resource'>) {
  return Object.assign(() => <ResourcePage resource={resource} {...props} />, { resource })
}

/** ResourcePage is the whole screen of a plain entity: table, form, delete. The open form is in the address too. */
export function ResourcePage<P extends ListPath>({ resource, title, about, trail, tabs: pages, header, actions: more, bulk, form }: Props<P>) {
  const [reordering, setReordering] = useState(false)
  const { tabs, filters } = resource
  const may = useIsAdmin() || !resource.admins
  const spec = useMemo(() => specOf(resource), [resource])
  const table = useTable(spec)
  const list = useList(resource.path, table.params)
  const { open, show, close } = useOpen('edit', 'new')

  const columns = useMemo(() => resource.columns.map((column) => columnOf(resource, column, may)), [resource, may])
  const actions = useMemo<Action<RowOf<P> & Row>[]>(() => {
    const own = (more ?? []) as Action<RowOf<P> & Row>[]
    if (!may) return own
    return [
      ...(resource.form.length > 0 || form ? [{ label: 'Edit', icon: IconPencil, run: (row: Row) => show({ edit: String(row.id) }) }] : []),
      ...own,
      { label: 'Delete', icon: IconTrash, danger: true, show: resource.removable, run: (row) => void askToDelete(resource, row) },
    ]
  }, [resource, more, form, show, may])
  // The first screen does without the forms; they are there by the time somebody opens one.
  useEffect(() => {
    const timer = setTimeout(() => void loadDialog().then((file) => file.loadFields(resource.form)), 300)
    return () => clearTimeout(timer)
  }, [resource])
  const id = open.edit ? Number(open.edit) : null
  const row = list.data?.items.find((item) => (item as Row).id === id)
  const fresh = may && (
    <Button leftSection={<IconPlus size={16} />} onClick={() => show({ new: '1' })}>
      {newWord(resource)}
    </Button>
  )

  return (
    <PageLayout
      title={title ?? resource.title ?? resource.many}
      about={about ?? resource.about}
      trail={trail}
      actions={
        <>
          {may && resource.reorder && (
            <Button variant="default" leftSection={<IconArrowsSort size={16} />} onClick={() => setReordering(true)}>
              Reorder
            </Button>
          )}
          {header}
          {fresh}
        </>
      }
    >
      {pages}
      <DataTable
        name={resource.path.replace(/\d+/g, 'id')}
        label={resource.many}
        table={table}
        list={list as never}
        columns={columns as never}
        tabs={tabs?.list}
        search={resource.search}
        filters={filters}
        actions={actions as never}
        bulk={bulk}
        empty={{ icon: resource.icon, title: `No ${resource.many.toLowerCase()} yet`, text: resource.about, action: fresh }}
      />
      <Suspense>
        {reordering && <ReorderResource resource={resource} onClose={() => setReordering(false)} />}
        {may && (open.new !== undefined || id !== null) && (
          <ResourceDialog key={id ?? 'new'} resource={resource} id={id} row={row} onClose={close} form={form} />
        )}
      </Suspense>
    </PageLayout>
  )
}
