import { Button } from '@mantine/core'
import { IconArrowsSort, IconPencil, IconPlus, IconTrash } from '@tabler/icons-react'
import { type ReactNode, Suspense, useCallback, useMemo, useState } from 'react'
import { PageLayout } from '../../ui/page-layout'
import { type ListPath, type RowOf, useList } from '../api/lists'
import { lazyComponent } from '../lazy'
import { useMerge } from '../merge/use-merge'
import type { Page } from '../page/page'
import { usePreload } from '../preload'
import { useIsAdmin } from '../session/session'
import { DataTable } from '../table/data-table'
import { useOpen } from '../table/open'
import { useTable } from '../table/state'
import type { Action, BulkAction, Row } from '../table/types'
import { columnOf } from './columns'
import { addLabelOf, type Resource } from './define'
import { askToDelete } from './sentences'
import { prefetch, specOf, tableNameOf } from './view'

type TableOptions<P extends ListPath> = {
  resource: Resource<P>
  actions?: readonly Action<RowOf<P>>[]
  bulk?: readonly BulkAction[]
  /** A custom form, if the declared one is not sufficient; without a row it creates a record. */
  form?: (open: { row: RowOf<P> | undefined; onClose: () => void }) => ReactNode
}

type Props<P extends ListPath> = TableOptions<P> & {
  /** The heading and breadcrumb of a page that lists the records of one parent. */
  title?: string
  about?: ReactNode
  trail?: ReactNode
  /** Shown below the heading: the tabs of the parent record, or highlights. */
  tabs?: ReactNode
  /** Shown before the New button. */
  header?: ReactNode
  /** Shown after the New button. */
  after?: ReactNode
}

const loadDialog = () => import('./resource-dialog')
const ResourceDialog = lazyComponent(() => loadDialog().then((file) => file.ResourceDialog))
const ReorderResource = lazyComponent(() => import('./reorder-resource').then((file) => file.ReorderResource))

/** pageOf returns the screen of an entity. */
export function pageOf<P extends ListPath>(resource: Resource<P>, props?: Omit<Props<P>, 'resource'>): Page {
  return Object.assign(() => <ResourcePage resource={resource} {...props} />, { prefetch: prefetch(resource) })
}

/** ResourcePage is the screen of an entity with table, form and delete. The open form is kept in the URL. */
export function ResourcePage<P extends ListPath>({ title, about, trail, tabs, header, after, ...props }: Props<P>) {
  const { resource } = props
  const { reorderButton, duplicatesButton, addButton, table, dialogs } = useResourceTable(props)
  return (
    <PageLayout
      title={title ?? resource.title ?? resource.many}
      about={about ?? resource.about}
      trail={trail}
      actions={
        <>
          {reorderButton}
          {duplicatesButton}
          {header}
          {addButton}
          {after}
        </>
      }
    >
      {tabs}
      <DataTable {...table} />
      {dialogs}
    </PageLayout>
  )
}

type CardProps<P extends ListPath> = TableOptions<P> & {
  /** Between the title and the rows. */
  lead?: ReactNode
  /** The expected number of rows, for placeholders. */
  expectedRows?: number
  /** Shown below after the rows have loaded, so that it does not shift. */
  children?: ReactNode
}

/** ResourceCard is the table of an entity as one card of a page. If a page has several, each resource needs a prefix. */
export function ResourceCard<P extends ListPath>({ lead, expectedRows, children, ...props }: CardProps<P>) {
  const { resource } = props
  const { addButton, table, dialogs, pending } = useResourceTable(props)
  const empty = { ...table.empty, action: undefined } // the New button is right above
  return (
    <>
      <DataTable {...table} title={resource.title ?? resource.many} header={addButton} lead={lead} expectedRows={expectedRows} empty={empty} />
      {dialogs}
      {!pending && children}
    </>
  )
}

function useResourceTable<P extends ListPath>({ resource, actions: ownActions, bulk, form }: TableOptions<P>) {
  const [reordering, setReordering] = useState(false)
  const { tabs, filters, prefix = '' } = resource
  const mayEdit = useIsAdmin() || !resource.admins
  const spec = useMemo(() => specOf(resource), [resource])
  const table = useTable(spec)
  const list = useList(resource.path, table.params)
  const [editParam, addParam] = [`${prefix}edit`, `${prefix}new`] as const
  const { open, show, close } = useOpen(editParam, addParam)

  const merge = useMerge(resource, list.data?.items, mayEdit && resource.merges === true)

  const columns = useMemo(() => resource.columns.map((column) => columnOf(resource, column, mayEdit)), [resource, mayEdit])
  const actions = useMemo<Action<RowOf<P> & Row>[]>(() => {
    const rowActions = (ownActions ?? []) as Action<RowOf<P> & Row>[]
    if (!mayEdit) return rowActions
    return [
      ...(resource.form.length > 0 || form
        ? [{ label: 'Edit', icon: IconPencil, show: resource.editable, run: (row: Row) => show({ [editParam]: String(row.id) }) }]
        : []),
      ...rowActions,
      {
        label: 'Delete',
        icon: IconTrash,
        danger: true,
        show: resource.removable,
        disabledReason: (row) => (row.id <= (resource.builtIn ?? 0) ? `${resource.name(row)} is built in and can’t be deleted.` : undefined),
        run: (row) => void askToDelete(resource, row),
      },
    ]
  }, [resource, ownActions, form, show, editParam, mayEdit])
  usePreload(useCallback(() => loadDialog().then((file) => file.loadFields(resource.form)), [resource]))
  const id = open[editParam] ? Number(open[editParam]) : null
  const row = list.data?.items.find((item) => (item as Row).id === id)
  const addButton = mayEdit && (
    <Button data-new leftSection={<IconPlus size={16} />} onClick={() => show({ [addParam]: '1' })}>
      {addLabelOf(resource)}
    </Button>
  )
  return {
    addButton,
    pending: list.isPending,
    reorderButton: mayEdit && resource.reorder && (
      <Button variant="default" leftSection={<IconArrowsSort size={16} />} onClick={() => setReordering(true)}>
        Reorder
      </Button>
    ),
    duplicatesButton: merge.button,
    table: {
      name: tableNameOf(resource),
      label: resource.many,
      from: resource.path,
      // A list that is limited to some records would import others, too.
      imports: mayEdit && !resource.noImport && !resource.fixed && (resource.form.length > 0 || form !== undefined),
      table,
      list,
      columns,
      tabs: tabs?.list,
      search: resource.search,
      filters,
      actions,
      bulk: merge.action ? [...(bulk ?? []), merge.action] : bulk,
      empty: { icon: resource.icon, title: `No ${resource.many.toLowerCase()} yet`, text: resource.about, action: addButton },
    },
    dialogs: (
      <Suspense>
        {merge.dialogs}
        {reordering && <ReorderResource resource={resource} onClose={() => setReordering(false)} />}
        {mayEdit && (open[addParam] !== undefined || id !== null) && (
          <ResourceDialog key={id ?? 'new'} resource={resource} id={id} row={row} onClose={close} form={form} />
        )}
      </Suspense>
    ),
  }
}
