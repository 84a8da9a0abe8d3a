import type { ReactNode } from 'react'
import classes from './facts.module.css'

type Props = { list: readonly (readonly [label: string, fact: ReactNode])[] /** In a card of their own they need no box. */; bare?: boolean }

/** Facts are what is known of one thing, each with its name before it. */
export function Facts({ list, bare }: Props) {
  return (
    <dl className={bare ? `${classes.facts} ${classes.bare}` : classes.facts}>
      {list.map(([label, fact]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{fact}</dd>
        </div>
      ))}
    </dl>
  )
}

/** Written is a text as it was written, line by line, however long. */
export function Written({ children }: { children: string }) {
  return children ? <span className={classes.written}>{children}</span> : <span className={classes.empty}>—</span>
}
