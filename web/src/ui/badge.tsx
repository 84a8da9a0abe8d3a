import type { ReactNode } from 'react'
import classes from './badge.module.css'

type Tone = 'plain' | 'info' | 'good' | 'warning' | 'danger'

/** Badge is a short label. Its colour never carries meaning alone. */
export function Badge({ tone = 'plain', children }: { tone?: Tone; children: ReactNode }) {
  const look = tone === 'plain' ? undefined : { background: `var(--${tone}-soft)`, color: `var(--${tone})` }
  return (
    <span className={classes.badge} data-tone={tone} style={look}>
      {children}
    </span>
  )
}
