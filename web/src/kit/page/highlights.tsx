import { Button, Skeleton, VisuallyHidden } from '@mantine/core'
import { IconArrowDownRight, IconArrowUpRight, IconMinus } from '@tabler/icons-react'
import { Badge } from '../../ui/badge'
import { messageOf } from '../api/error'
import { changeOf, percent } from '../format/change'
import { number } from '../format/numbers'
import classes from './highlights.module.css'

/** Figure is a count with its previous value. */
export type Figure = {
  label: string
  now: number
  previous: number
  /** The period of comparison. */
  since: string
  /** Show both counts, because the previous one is meaningful on its own. */
  both?: boolean
}

type HighlightsQuery<T> = { data: T | undefined; error: unknown; refetch: () => unknown }

type Props<T> = { label: string; query: HighlightsQuery<T>; labels: readonly string[]; figures: (data: T) => readonly Figure[] }

/** Highlights are tiles with figures above a list. Placeholders reserve their space, and a failure does not affect the list. */
export function Highlights<T>({ label, query, labels, figures }: Props<T>) {
  const { data, error } = query
  if (!data && error)
    return (
      <section className={classes.failed} aria-label={label}>
        <p role="alert">{messageOf(error)}</p>
        <Button variant="default" onClick={() => void query.refetch()}>
          Try again
        </Button>
      </section>
    )
  return (
    <section aria-label={label} aria-busy={!data}>
      <dl className={classes.tiles}>
        {data
          ? figures(data).map((figure) => <Highlight key={figure.label} {...figure} />)
          : labels.map((name) => <HighlightPlaceholder key={name} label={name} />)}
      </dl>
    </section>
  )
}

/** Highlight is a tile with a count and its change. */
export function Highlight({ label, now, previous, since, both }: Figure) {
  // The current count is visible above; screen readers always get both counts.
  const Counts = both ? 'span' : VisuallyHidden
  const counts = `now ${number(now)}, previous ${number(previous)}`
  return (
    <div className={classes.tile}>
      <dt>{label}</dt>
      <dd className={classes.figures}>
        <span className={classes.value}>{number(now)}</span>
        <Change by={changeOf(now, previous)} />
      </dd>
      <dd className={classes.about}>
        {since}
        <Counts>: </Counts>
        <Counts>{counts}</Counts>
      </dd>
    </div>
  )
}

function Change({ by }: { by: number }) {
  const [Icon, tone, word] =
    by > 0
      ? ([IconArrowUpRight, 'good', 'Up'] as const)
      : by < 0
        ? ([IconArrowDownRight, 'warning', 'Down'] as const)
        : ([IconMinus, 'plain', 'Unchanged'] as const)
  return (
    <Badge tone={tone}>
      <span className="row inline gap-4 numbers">
        <Icon size={13} stroke={2.5} aria-hidden />
        <VisuallyHidden>{word} </VisuallyHidden>
        {percent(by)}
      </span>
    </Badge>
  )
}

function HighlightPlaceholder({ label }: { label: string }) {
  return (
    <div className={classes.tile}>
      <dt>{label}</dt>
      <dd className={classes.figures}>
        <Skeleton height={22} width={72} />
      </dd>
      <dd className={classes.about}>
        <Skeleton height={12} width={160} mt={3} mb={3} />
      </dd>
    </div>
  )
}
