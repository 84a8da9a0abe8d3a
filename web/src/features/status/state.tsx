import { IconAlertTriangle, IconCheck, IconX } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { Badge } from '../../ui/badge'
import { Card } from '../../ui/page-layout'
import classes from './status.module.css'

export type Result = { state: 'ok' | 'warning' | 'failed'; problem: string }

const looks = {
  ok: { tone: 'good', word: 'OK', Icon: IconCheck },
  warning: { tone: 'warning', word: 'Warning', Icon: IconAlertTriangle },
  failed: { tone: 'danger', word: 'Failed', Icon: IconX },
} as const

/** CheckedCard is a card with the result of a check, if there is one. */
export function CheckedCard({ title, result, wide, children }: { title: string; result?: Result; wide?: boolean; children: ReactNode }) {
  return (
    <div className={wide ? classes.wide : undefined}>
      <Card title={title} actions={result && <State state={result.state} />}>
        {result?.problem && (
          <p className={classes.problem} data-state={result.state}>
            {result.problem}
          </p>
        )}
        {children}
      </Card>
    </div>
  )
}

function State({ state }: { state: Result['state'] }) {
  const { tone, word, Icon } = looks[state]
  return (
    <Badge tone={tone}>
      <span className={classes.state}>
        <Icon size={13} stroke={2.5} aria-hidden /> {word}
      </span>
    </Badge>
  )
}
