import { IconMail, IconTrash } from '@tabler/icons-react'
import { type ReactNode, Suspense, useMemo } from 'react'
import { api } from '../../kit/api/client'
import { reload, useList } from '../../kit/api/lists'
import type { Lead, Named } from '../../kit/api/schema.gen'
import { confirm } from '../../kit/dialog/confirm'
import { notify } from '../../kit/dialog/notices'
import { Marked } from '../../kit/format/marked'
import { Moment } from '../../kit/format/moment'
import { Rich } from '../../kit/format/rich'
import { lazyComponent } from '../../kit/lazy'
import { OpenLink, RecordLink, Text } from '../../kit/resource/columns'
import { useIsAdmin } from '../../kit/session/session'
import { DataTable } from '../../kit/table/data-table'
import { useOpen } from '../../kit/table/open'
import { useTable } from '../../kit/table/state'
import type { Action, Column } from '../../kit/table/types'
import { paths } from '../../paths'
import classes from './insights.module.css'

const LeadDialog = lazyComponent(() => import('./lead-dialog').then((file) => file.LeadDialog))

export type LeadPath = 'partners/{partner_id}/leads' | 'users/{user_id}/leads'

type Owner = 'partner' | 'user'

const spec = { sort: '-created_at', perPage: 10, prefix: 'leads.' } as const
const openParam = 'leads.open'

/** useLeads loads the leads of a partner or a user. */
export function useLeads(path: LeadPath) {
  const table = useTable(spec)
  return { path, table, list: useList(path, table.params) }
}

const name: Column<Lead> = {
  key: 'name',
  label: 'Name',
  width: '18%',
  minWidth: 140,
  fixed: true,
  card: 'title',
  cell: ({ id, name }) => (
    <OpenLink id={id} param={openParam} title={name}>
      <Text>{name}</Text>
    </OpenLink>
  ),
}

const email: Column<Lead> = {
  key: 'email',
  label: 'E-mail',
  width: '20%',
  minWidth: 160,
  card: 'bare',
  cell: ({ email }) => <MailLink email={email} />,
}

const phone: Column<Lead> = { key: 'phone', label: 'Phone', extra: true, cell: ({ phone }) => <Text>{phone}</Text> }

const collection: Column<Lead> = {
  key: 'collection',
  label: 'Collection',
  width: '18%',
  minWidth: 140,
  card: 'bare',
  cell: ({ collection }) => <RecordName record={collection} to={paths.collection} />,
}

/** Each page shows the other side: a partner's page the advisor, an advisor's page the partner. */
const other: Record<Owner, Column<Lead>> = {
  partner: {
    key: 'user',
    label: 'Advisor',
    width: '14%',
    minWidth: 120,
    cell: ({ user }) => <RecordName record={user} to={paths.copilotUser} />,
  },
  user: {
    key: 'partner',
    label: 'Partner',
    width: '14%',
    minWidth: 120,
    cell: ({ partner }) => <RecordName record={partner} to={paths.copilotPartner} />,
  },
}

const message: Column<Lead> = {
  key: 'message',
  label: 'Message',
  width: '30%',
  minWidth: 180,
  card: 'line',
  cell: ({ message }) => <Text>{message}</Text>,
}

const page: Column<Lead> = { key: 'page_url', label: 'Page', extra: true, card: 'none', cell: ({ page_url }) => <Text>{page_url}</Text> }

const received: Column<Lead> = {
  key: 'created_at',
  label: 'Received',
  sort: 'created_at',
  descendingFirst: true,
  align: 'end',
  card: 'bare',
  cell: ({ created_at }) => <Moment at={created_at} />,
}

const columns: Record<Owner, readonly Column<Lead>[]> = {
  partner: [name, email, phone, collection, other.partner, message, page, received],
  user: [name, email, phone, collection, other.user, message, page, received],
}

const emptyText: Record<Owner, string> = {
  partner: 'Forms that visitors send on this partner’s landing pages appear here.',
  user: 'Forms that visitors send on this advisor’s landing pages appear here.',
}

function RecordName({ record, to }: { record: Named | null; to: (id: number) => string }) {
  return record ? <RecordLink to={to(record.id)}>{record.name}</RecordLink> : <span className="dimmed">—</span>
}

/** MailLink writes to a visitor. Their address comes from a form, so it is encoded. */
export function MailLink({ email }: { email: string }) {
  return (
    <a className={classes.mail} href={`mailto:${email.split('@').map(encodeURIComponent).join('@')}`} title={email}>
      <Marked text={email} />
    </a>
  )
}

function askToDelete(path: LeadPath, { id, name }: Lead) {
  return confirm({
    title: 'Delete lead',
    text: <Rich text="Are you sure you want to delete the lead of **{name}**? This can’t be undone." values={{ name }} />,
    action: 'Delete',
    danger: true,
    async run() {
      await api.DELETE('/api/admin/leads/{id}', { params: { path: { id: String(id) } } })
      await reload(path)
      notify.done(<Rich text="Lead of **{name}** successfully deleted" values={{ name }} />)
    },
  })
}

type Props = { of: Owner; leads: ReturnType<typeof useLeads> /** Shown below after the rows have loaded. */; children: ReactNode }

/** Leads is the table of the leads of a partner or a user. The open lead is kept in the URL. */
export function Leads({ of, leads: { path, table, list }, children }: Props) {
  const admin = useIsAdmin()
  const { open, close } = useOpen(openParam)
  const id = Number(open[openParam])
  const actions = useMemo<Action<Lead>[]>(
    () => (admin ? [{ label: 'Delete', icon: IconTrash, danger: true, run: (lead) => void askToDelete(path, lead) }] : []),
    [admin, path],
  )
  return (
    <>
      <div className={classes.leads}>
        <DataTable
          name={`copilot/${of}/Leads`}
          label="Leads"
          title="Leads"
          from={path}
          table={table}
          list={list}
          columns={columns[of]}
          search="Search leads"
          actions={actions}
          empty={{ icon: IconMail, title: 'No leads yet', text: emptyText[of] }}
        />
      </div>
      {!list.isPending && children}
      <Suspense>{id > 0 && <LeadDialog key={id} path={path} id={id} onClose={close} />}</Suspense>
    </>
  )
}
