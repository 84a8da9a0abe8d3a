import type { ReactNode } from 'react'
import classes from './facts.module.css'

type Props = { list: readonly (readonly [label: string, fact: ReactNode])[] /** Without a box, for use in a card. */; bare?: boolean }

/** Facts is a list of labelled values. */
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

/** MultilineText shows a text with its line breaks, or a dash. */
export function MultilineText({ children }: { children: string }) {
  return children ? <span className={classes.written}>{children}</span> : <span className="dimmed">—</span>
}
