import { Skeleton } from '@mantine/core'
import type { Entry } from '../../kit/api/schema.gen'
import { number, pluralise } from '../../kit/format/numbers'
import { describeEntry, recordUrl, summaryOf } from '../../kit/history/words'
import { useRecordKinds } from '../../kit/page/record-kinds'
import { RouteLink } from '../../kit/route-link'
import classes from './activity.module.css'
import { Changes } from './changes'

type Props = { total: number /** The first entries, once they are loaded. */; list?: readonly Entry[] | null }

/** Entries lists the records that were changed together. */
export function Entries({ total, list }: Props) {
  if (!list) return <Skeleton height={160} radius={12} />
  return (
    <section className={classes.entries} aria-label="Changed records">
      <h3 className={classes.heading}>{pluralise(total, 'change')}</h3>
      <ul className="list">
        {list.map((entry) => (
          <li key={entry.id} className={classes.entry}>
            <Item entry={entry} />
          </li>
        ))}
      </ul>
      {total > list.length && <p className="flat dimmed">These are the first {number(list.length)}.</p>}
    </section>
  )
}

function Item({ entry }: { entry: Entry }) {
  const { done, name } = describeEntry(entry)
  const to = recordUrl(entry, useRecordKinds())
  const summary = summaryOf(entry)
  return (
    <>
      <span className={classes.done}>{done}</span> {to ? <RouteLink to={to}>{name}</RouteLink> : name}
      {summary && (
        <details>
          <summary>{summary}</summary>
          <Changes entry={entry} />
        </details>
      )}
    </>
  )
}
