import type { ReactNode } from 'react'
import classes from './badge.module.css'

type Tone = 'plain' | 'info' | 'good' | 'warning' | 'danger'

/** Badge is a word about a record. The word says it; the colour only helps. */
export function Badge({ tone = 'plain', children }: { tone?: Tone; children: ReactNode }) {
  return (
    <span className={classes.badge} data-tone={tone}>
      {children}
    </span>
  )
}
