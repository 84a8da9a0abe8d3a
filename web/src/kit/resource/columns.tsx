import { useRouterState } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { Tick } from '../../ui/tick'
import type { ListPath, RowOf } from '../api/lists'
import { Marked } from '../format/marked'
import { Moment } from '../format/moment'
import { number } from '../format/numbers'
import { RouteLink } from '../route-link'
import type { Column, Row } from '../table/types'
import type { ColumnOf, Resource } from './define'
import { MoreNames } from './more-names'
import classes from './resource.module.css'

/** columnOf converts a declared column to a table column. Without permission to edit, it does not link to the form. */
export function columnOf<P extends ListPath>(resource: Resource<P>, column: ColumnOf<P>, mayEdit = true): Column<RowOf<P>> {
  const { field, label, as = 'text', opens } = column
  const target = mayEdit || opens !== true ? opens : undefined
  const { counts } = column
  const renderField = (row: RowOf<P>) => (counts ? <CountLink count={Number(row[field])} to={counts(row)} /> : renderValue(as, row[field]))
  const render = column.cell ?? renderField
  return {
    key: field,
    label,
    sort: column.sort === false ? undefined : (column.sort ?? field),
    descendingFirst: as !== 'text',
    align: as === 'text' || as === 'tick' ? undefined : 'end',
    short: column.short,
    width: column.width,
    minWidth: column.minWidth,
    extra: column.extra,
    fixed: opens !== undefined,
    card: column.card ?? (opens ? 'title' : undefined),
    cell: target ? (row) => linkedCell(target, resource, row, render(row)) : render,
  }
}

function linkedCell<P extends ListPath>(opens: NonNullable<ColumnOf<P>['opens']>, resource: Resource<P>, row: RowOf<P>, shown: ReactNode) {
  const title = resource.name(row)
  if (opens === true)
    return (
      <OpenLink id={(row as Row).id} title={title} param={`${resource.prefix ?? ''}edit`}>
        {shown}
      </OpenLink>
    )
  return (
    <RowLink to={opens(row)} title={title}>
      {shown}
    </RowLink>
  )
}

/** RowLink links a row to the page of its record. */
export function RowLink({ to, title, children }: { to: string; title: string; children: ReactNode }) {
  return (
    <RouteLink to={to} className={classes.open} title={title} data-opens>
      {children}
    </RouteLink>
  )
}

function renderValue(as: NonNullable<ColumnOf<ListPath>['as']>, value: unknown): ReactNode {
  if (as === 'tick') return <Tick on={Boolean(value)} />
  if (as === 'number') return number(Number(value ?? 0))
  if (as === 'day' || as === 'date') return <Moment at={value as string | null} as={as} />
  return <Text>{value ? String(value) : ''}</Text>
}

/** None is the dash of an empty value. On a phone, the card of a row leaves it out with its label. */
export const None = () => (
  <span className="dimmed" data-empty>
    —
  </span>
)

/** Text is a line in a table cell: truncated to the column, in full on hover, with matches highlighted. An empty text is a dash. */
export function Text({ children, dimmed }: { children: string; dimmed?: boolean }) {
  if (!children) return <None />
  return (
    <span className={dimmed ? classes.dimmed : 'block truncate'} title={children}>
      <Marked text={children} />
    </span>
  )
}

/** TwoLines shows a name and a secondary line. Low rows have both in one line. */
export function TwoLines({ first, second }: { first: string; second?: string }) {
  return (
    <span className={classes.lines}>
      <Text>{first}</Text>
      {second && <Text dimmed>{second}</Text>}
    </span>
  )
}

/** Pictured shows a record with an icon or picture, its name, and a secondary line. */
export function Pictured({ picture, name, about }: { picture: ReactNode; name: string; about?: string }) {
  return (
    <span className={classes.pictured}>
      {picture}
      <TwoLines first={name} second={about} />
    </span>
  )
}

const separator = ' > '

/** TreePath shows a path in a tree. The last part is emphasised, and truncated last. */
export function TreePath({ path }: { path: string }) {
  const name = path.split(separator).at(-1) ?? ''
  const parents = path.slice(0, path.length - name.length)
  return (
    <span className={classes.way} title={path}>
      {parents && (
        <span className={classes.above}>
          <Marked text={parents} />
        </span>
      )}
      <span className={classes.own}>
        <Marked text={name} />
      </span>
    </span>
  )
}

/** NameList shows the first of several names and the number of others, which opens a list of all. */
export function NameList({ names }: { names: readonly string[] }) {
  const [first, ...more] = names
  if (first === undefined) return <None />
  if (more.length === 0) return <Text>{first}</Text>
  return (
    <span className="row gap-6">
      <Text>{first}</Text> <MoreNames names={names} more={more.length} />
    </span>
  )
}

/** RecordLink links to another record. */
export function RecordLink({ to, children }: { to: string; children: string }) {
  return (
    <RouteLink to={to} className={classes.record} title={children}>
      <Marked text={children} />
    </RouteLink>
  )
}

/** CountLink is a number that opens the list of what it counts. */
export function CountLink({ count, to }: { count: number; to: string }) {
  return count > 0 ? <RecordLink to={to}>{number(count)}</RecordLink> : '0'
}

type OpenProps = { id: number; title: string; children: ReactNode /** The URL parameter for the open record. */; param?: string }

/** OpenLink opens the form of a row. It is a real link, so that it can be opened in another tab or shared. */
export function OpenLink({ id, title, children, param = 'edit' }: OpenProps) {
  const { pathname, searchStr } = useRouterState({ select: (state) => state.location })
  const search = new URLSearchParams(searchStr)
  search.set(param, String(id))
  return (
    <RouteLink to={`${pathname}?${search}`} over className={classes.open} title={title} data-opens>
      {children}
    </RouteLink>
  )
}
