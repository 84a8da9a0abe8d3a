import { IconAppWindow, IconBuildingStore, IconUsers } from '@tabler/icons-react'
import { keepPreviousData, type UseQueryResult, useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { admin } from '../../kit/api/admin'
import { type ItemOf, type ListPath, listKey, type Page } from '../../kit/api/lists'
import type { InsightByPage, InsightFigures, InsightOfPartner, InsightOfUser, InsightUser, Named } from '../../kit/api/schema.gen'
import { number } from '../../kit/format/numbers'
import { Pictured, RowLink, Text } from '../../kit/resource/columns'
import { DataTable } from '../../kit/table/data-table'
import { type TableControl, useTable } from '../../kit/table/state'
import type { Column, Empty, Row } from '../../kit/table/types'
import { paths } from '../../paths'
import { Avatar } from '../../ui/avatar'
import { ExternalLink } from '../../ui/external-link'
import classes from './insights.module.css'
import { Unmeasured } from './unmeasured'

/** Summary is the name of a row below the others, and what it contains. */
type Summary = { label: string; about?: string }

/** Line is a row of a table, or a summary below the rows. */
type Line<R> = (R & Row & { summary?: undefined }) | (InsightFigures & Row & { summary: Summary })

/** InsightKind defines a table: its rows are partners, users or pages. */
type InsightKind<R> = {
  title: string
  /** The id of a row, or its index if it has none. */
  id: (row: R, index: number) => number
  columns: readonly Column<Line<R>>[]
  /** What the events have in common that belong to no row. */
  unattributed: string
  empty: Empty
  spec: { sort: string; perPage: number; prefix: string }
}

// Each table has its own parameters in the URL.
const spec = (prefix: string) => ({ sort: '-views', perPage: 10, prefix })

const countColumn = <K extends string>(key: K, label: string): Column<Row & Partial<Record<K, number>>> => ({
  key,
  label,
  sort: key,
  descendingFirst: true,
  align: 'end',
  cell: ({ [key]: count }) => count !== undefined && number(count),
})

const figures = [
  countColumn('views', 'Views'),
  countColumn('clicks', 'Clicks'),
  countColumn('lead_intents', 'Lead intents'),
  countColumn('leads', 'Leads'),
] as const

/** nameColumn is the first column, which takes the remaining width. */
const nameColumn = <R,>(label: string, cell: (row: R) => ReactNode): Column<Line<R>> => ({
  key: 'name',
  label,
  width: '50%',
  minWidth: 180,
  fixed: true,
  card: 'title',
  cell: (row) => (row.summary ? <SummaryName {...row.summary} /> : cell(row)),
})

const noActivity = 'No activity in the last 30 days'

export const ofPartner: InsightKind<InsightOfPartner> = {
  title: 'Partners',
  id: ({ partner }, index) => partner?.id ?? index,
  columns: [nameColumn('Partner', ({ partner }) => <PartnerName partner={partner} />), ...figures],
  unattributed: 'Events of deleted partners',
  empty: { icon: IconBuildingStore, title: noActivity, text: 'Partners with Copilot activity on their sites appear here.' },
  spec: spec('partners.'),
}

export const byPartner: InsightKind<ItemOf<'copilot-insights/views-by-partner'>> = {
  ...ofPartner,
  columns: [nameColumn('Partner', ({ partner }) => <PartnerName partner={partner} />), countColumn('advisors_count', 'Advisors'), ...figures],
}

export const ofUser: InsightKind<InsightOfUser> = {
  title: 'Advisors and partner users',
  id: ({ user }, index) => user?.id ?? index,
  columns: [nameColumn('User', ({ user }) => <UserName user={user} />), ...figures],
  unattributed: 'Events without a known user, or of deleted users',
  empty: { icon: IconUsers, title: noActivity, text: 'Advisors and partner users with Copilot activity appear here.' },
  spec: spec('advisors.'),
}

export const byUser: InsightKind<ItemOf<'copilot-insights/views-by-user'>> = {
  ...ofUser,
  columns: [nameColumn('User', ({ user }) => <UserName user={user} />), countColumn('partners_count', 'Partners'), ...figures],
}

export const byPage: InsightKind<InsightByPage> = {
  title: 'Pages',
  id: (_, index) => index,
  columns: [nameColumn('Source URL', ({ source_url }) => <Source url={source_url} />), ...figures],
  unattributed: 'Events without a page',
  empty: { icon: IconAppWindow, title: noActivity, text: 'Pages with Copilot activity appear here.' },
  spec: spec('pages.'),
}

function SummaryName({ label, about }: Summary) {
  return (
    <div>
      <b>{label}</b>
      {about && <div className="small">{about}</div>}
    </div>
  )
}

function PartnerName({ partner }: { partner: Named | null }) {
  if (!partner) return <Text>{''}</Text>
  const { id, name } = partner
  return (
    <RowLink to={paths.copilotPartner(id)} title={name}>
      <Text>{name}</Text>
    </RowLink>
  )
}

function UserName({ user }: { user: InsightUser | null }) {
  if (!user) return <Text>{''}</Text>
  const { id, full_name, email, initials, personal_photo: photo, partner } = user
  const name = full_name || email
  return (
    <RowLink to={paths.copilotUser(id)} title={name}>
      <Pictured
        picture={<Avatar initials={initials} photo={photo?.thumb_url || photo?.full_url} />}
        name={name}
        about={[full_name ? email : 'No name given', partner?.name].filter(Boolean).join(' · ')}
      />
    </RowLink>
  )
}

/** Source is the URL of a page. It comes from third parties, so only http and https are linked. */
function Source({ url }: { url: string }) {
  if (!/^https?:\/\//i.test(url)) return <Text>{url}</Text>
  return (
    <ExternalLink to={url} title={url}>
      {url}
    </ExternalLink>
  )
}

type InsightPath = Extract<ListPath, `copilot-insights/${string}`>

type InsightResponse<R> = Page<R> & { total: InsightFigures; unattributed: InsightFigures }

type InsightPage<R> = Page<Line<R>> & { /** Shown below the rows, so that the figures add up. */ footer: Line<R>[] }

export type Insights<R> = { path: string; kind: InsightKind<R>; table: TableControl; list: UseQueryResult<InsightPage<R>> }

/** useInsights loads one table of figures. */
export function useInsights<P extends InsightPath>(path: P, kind: InsightKind<ItemOf<P>>): Insights<ItemOf<P>> {
  const table = useTable(kind.spec)
  const list = useQuery({
    queryKey: listKey(path, table.params),
    queryFn: ({ signal }) => admin.get<InsightResponse<ItemOf<P>>>(path, table.params, signal),
    placeholderData: keepPreviousData,
    select: ({ items, meta, total, unattributed }) => ({
      items: items.map((row, i) => ({ ...row, id: kind.id(row, i) })),
      meta,
      footer: [...summary(-1, unattributed, { label: 'Unattributed', about: kind.unattributed }), ...summary(-2, total, { label: 'Total' })],
    }),
  })
  return { path, kind, table, list }
}

/** summary is a row with the figures, unless all of them are zero. */
function summary(id: number, figures: InsightFigures, name: Summary) {
  return Object.values(figures).some((n) => n > 0) ? [{ ...figures, id, summary: name }] : []
}

function InsightTable<R>({ insights: { path, kind, table, list }, name }: { insights: Insights<R>; name: string }) {
  return (
    <DataTable
      name={name}
      from={path}
      label={kind.title}
      title={kind.title}
      header={<span className="small nowrap">Last 30 days</span>}
      table={table}
      list={list}
      columns={kind.columns}
      footer={list.data?.footer}
      empty={kind.empty}
    />
  )
}

type TablesProps<A, B> = { name: string; first: Insights<A>; second: Insights<B> /** Shown below the tables. */; children?: ReactNode }

/** Tables shows two tables and what is below them. Each is shown after the one above has loaded, so that nothing shifts. */
export function Tables<A, B>({ name, first, second, children = <Unmeasured /> }: TablesProps<A, B>) {
  const [firstLoaded, secondLoaded] = [!first.list.isPending, !second.list.isPending]
  return (
    <div className={classes.insights}>
      <div className={classes.tables}>
        <InsightTable insights={first} name={`${name}/${first.kind.title}`} />
        {firstLoaded && <InsightTable insights={second} name={`${name}/${second.kind.title}`} />}
      </div>
      {firstLoaded && secondLoaded && children}
    </div>
  )
}
