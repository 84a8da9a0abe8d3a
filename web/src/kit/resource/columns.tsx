import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { Badge } from '../../ui/badge'
import { Tick } from '../../ui/tick'
import type { ListPath, RowOf } from '../api/lists'
import { Marked } from '../format/marked'
import { Moment } from '../format/moment'
import { number } from '../format/numbers'
import type { Column, Row } from '../table/types'
import type { ColumnOf, Resource } from './define'
import classes from './resource.module.css'

/** columnOf makes a table's column of a declared one. Who may not edit a record is not led to its form. */
export function columnOf<P extends ListPath>(resource: Resource<P>, column: ColumnOf<P>, may = true): Column<RowOf<P>> {
  const { field, label, as = 'text', opens } = column
  const leads = may || opens !== true ? opens : undefined
  const shown = column.cell ?? ((row: RowOf<P>) => show(as, row[field]))
  return {
    key: field,
    label,
    sort: column.sort === false ? undefined : (column.sort ?? field),
    down: as !== 'text',
    align: as === 'text' || as === 'tick' ? undefined : 'end',
    short: column.short,
    width: column.width,
    least: column.least,
    extra: column.extra,
    fixed: opens !== undefined,
    card: column.card ?? (opens ? 'title' : undefined),
    cell: leads ? (row) => opened(leads, resource, row, shown(row)) : shown,
  }
}

function opened<P extends ListPath>(opens: NonNullable<ColumnOf<P>['opens']>, resource: Resource<P>, row: RowOf<P>, shown: ReactNode) {
  const title = resource.name(row)
  if (opens === true)
    return (
      <OpenLink id={(row as Row).id} title={title} as={`${resource.prefix ?? ''}edit`}>
        {shown}
      </OpenLink>
    )
  return (
    <RowLink to={opens(row)} title={title}>
      {shown}
    </RowLink>
  )
}

/** RowLink leads from a row to the page of its record. */
export function RowLink({ to, title, children }: { to: string; title: string; children: ReactNode }) {
  return (
    <Link to={to} className={classes.open} title={title}>
      {children}
    </Link>
  )
}

function show(as: NonNullable<ColumnOf<ListPath>['as']>, value: unknown): ReactNode {
  if (as === 'tick') return <Tick on={Boolean(value)} />
  if (as === 'number') return number(Number(value ?? 0))
  if (as === 'day' || as === 'date') return <Moment at={value as string | null} as={as} />
  return <Text>{value ? String(value) : ''}</Text>
}

/** Text is a line of a table: cut where the column ends, whole under the pointer, with the searched words marked. Nothing is a dash. */
export function Text({ children, dimmed }: { children: string; dimmed?: boolean }) {
  if (!children) return <span className={classes.none}>—</span>
  return (
    <span className={dimmed ? classes.dimmed : classes.text} title={children}>
      <Marked text={children} />
    </span>
  )
}

/** Pictured is a record by its icon or picture and its name, with a line about it below. */
export function Pictured({ picture, name, about }: { picture: ReactNode; name: string; about?: string }) {
  return (
    <span className={classes.pictured}>
      {picture}
      <span className={classes.words}>
        <Text>{name}</Text>
        {about && <Text dimmed>{about}</Text>}
      </span>
    </span>
  )
}

const arrow = ' > '

/** Way writes the way down a tree to a place. The place itself stands out, and is the last to be cut. */
export function Way({ to }: { to: string }) {
  const own = to.split(arrow).at(-1) ?? ''
  const above = to.slice(0, to.length - own.length)
  return (
    <span className={classes.way} title={to}>
      {above && (
        <span className={classes.above}>
          <Marked text={above} />
        </span>
      )}
      <span className={classes.own}>
        <Marked text={own} />
      </span>
    </span>
  )
}

/** Several writes the first of several names and how many more there are; all of them stand under the pointer. */
export function Several({ names }: { names: readonly string[] }) {
  const [first, ...more] = names
  if (first === undefined) return <span className={classes.none}>—</span>
  return (
    <span className={classes.several} title={names.join(', ')}>
      <Text>{first}</Text>
      {more.length > 0 && (
        <>
          {' '}
          <Badge>+{more.length}</Badge>
        </>
      )}
    </span>
  )
}

/** RecordLink leads to the page of another record. */
export function RecordLink({ to, children }: { to: string; children: string }) {
  return (
    <Link to={to} className={classes.record} title={children}>
      <Marked text={children} />
    </Link>
  )
}

type OpenProps = { id: number; title: string; children: ReactNode /** The word in the address for what is open. */; as?: string }

/** OpenLink opens a row's form: a real link, so that it can be opened in another tab or sent to a colleague. */
export function OpenLink({ id, title, children, as = 'edit' }: OpenProps) {
  return (
    <Link to="." search={(now: object) => ({ ...now, [as]: String(id) })} resetScroll={false} className={classes.open} title={title}>
      {children}
    </Link>
  )
}
