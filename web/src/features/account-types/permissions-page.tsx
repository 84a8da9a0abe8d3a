import { Button } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Suspense, useMemo, useState } from 'react'
import { api, bodyOf } from '../../kit/api/client'
import type { PermissionGroup, UserTemplate } from '../../kit/api/schema.gen'
import { fold } from '../../kit/format/fold'
import { MarkingProvider } from '../../kit/format/marked'
import { addLabelOf } from '../../kit/resource/define'
import { useIsAdmin } from '../../kit/session/session'
import { EmptyRows, FailedRows, SkeletonRows } from '../../kit/table/placeholders'
import { useTable } from '../../kit/table/state'
import { SearchField } from '../../kit/table/toolbar'
import { Note } from '../../ui/note'
import { PageLayout } from '../../ui/page-layout'
import { Matrix } from './matrix'
import classes from './permissions.module.css'
import { type AccountType, AccountTypeShell, type Frame, ResourceDialog } from './shell'
import { allTemplates } from './switching'
import { templatesOf } from './user-templates'

/** PermissionsPage shows the permissions of the user templates of an account type. Admins can change them. */
export function PermissionsPage() {
  return <AccountTypeShell>{(type, frame) => <Permissions type={type} frame={frame} />}</AccountTypeShell>
}

const catalogue = {
  queryKey: ['account-type-permissions'],
  queryFn: async () => bodyOf(await api.GET('/api/admin/account-type-permissions')).permissions,
}

function Permissions({ type, frame: { title, trail, tabs, edit } }: { type: AccountType; frame: Frame }) {
  const admin = useIsAdmin()
  const [adding, setAdding] = useState(false)
  const resource = useMemo(() => templatesOf(type.id), [type.id])
  const groups = useQuery(catalogue)
  const templates = useQuery(allTemplates(type.id))
  const addButton = admin && (
    <Button data-new leftSection={<IconPlus size={16} />} onClick={() => setAdding(true)}>
      {addLabelOf(resource)}
    </Button>
  )
  return (
    <PageLayout
      title={title}
      about="What users of this account type can do, by user template"
      trail={trail}
      actions={
        <>
          {edit}
          {addButton}
        </>
      }
    >
      {tabs}
      <Table
        type={type}
        groups={groups.data}
        templates={templates.data}
        error={groups.error ?? templates.error}
        onRetry={() => void Promise.all([groups.refetch(), templates.refetch()])}
        empty={{
          icon: resource.icon,
          title: 'No user templates yet',
          text: 'Permissions belong to user templates. Create the first one to get started.',
          action: addButton,
        }}
      />
      <Suspense>{adding && <ResourceDialog resource={resource} id={null} row={undefined} onClose={() => setAdding(false)} />}</Suspense>
    </PageLayout>
  )
}

type TableProps = {
  type: AccountType
  groups: PermissionGroup[] | undefined
  templates: { at: number; items: UserTemplate[] } | undefined
  error: unknown
  onRetry: () => void
  empty: Parameters<typeof EmptyRows>[0]['empty']
}

const spec = {}

/** Table is the card with the matrix, or with an empty, error or loading state. The search is kept in the URL. */
function Table({ type, groups, templates, error, onRetry, empty }: TableProps) {
  const admin = useIsAdmin()
  const table = useTable(spec)
  const { query } = table.state
  const found = useMemo(() => matching(groups ?? [], query), [groups, query])
  if (templates?.items.length === 0) {
    return (
      <div className={classes.card}>
        <EmptyRows table={{ ...table, filtered: false }} empty={empty} />
      </div>
    )
  }
  return (
    <div className={classes.card}>
      <div className={classes.toolbar}>
        <SearchField table={table} placeholder="Search permissions" />
        <Note small>{admin ? 'Changes are saved immediately.' : 'Only admins can change permissions.'}</Note>
      </div>
      {groups && templates ? (
        <MarkingProvider value={query}>
          {found.length > 0 ? (
            <Matrix accountType={type.id} groups={found} all={groups} templates={templates.items} readAt={templates.at} mayEdit={admin} />
          ) : (
            <EmptyRows table={table} empty={empty} />
          )}
        </MarkingProvider>
      ) : error ? (
        <FailedRows error={error} table={table} onRetry={onRetry} />
      ) : (
        <SkeletonRows count={10} columns={type.user_templates_count + 1} />
      )}
    </div>
  )
}

/** matching returns the permissions that contain every word of the search, in their texts, group or key. */
function matching(groups: PermissionGroup[], query: string): PermissionGroup[] {
  const words = fold(query).split(/\s+/).filter(Boolean)
  if (words.length === 0) return groups
  return groups
    .map((group) => ({
      ...group,
      permissions: group.permissions.filter(({ key, label, description }) => {
        const text = fold(`${group.label} ${label} ${description} ${key}`)
        return words.every((word) => text.includes(word))
      }),
    }))
    .filter((group) => group.permissions.length > 0)
}
