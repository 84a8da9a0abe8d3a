import { IconArrowRight } from '@tabler/icons-react'
import type { Difference } from '../api/schema.gen'
import { number } from '../format/numbers'
import classes from './difference.module.css'
import { diffWords, type TextPart } from './text-diff'
import { ValueView } from './value-view'
import { isReference } from './words'

type Props = { field: string; difference: Difference }

/** DifferenceView shows what has changed in a field: words of a long text, records of a list, or the values before and after. */
export function DifferenceView({ field, difference }: Props) {
  const { before, after } = difference
  if (isReference(difference) && (Array.isArray(before) || Array.isArray(after))) return <ListDifference difference={difference} />
  if (typeof before === 'string' && typeof after === 'string' && isLong(before + after)) return <TextDifference before={before} after={after} />
  return (
    <span className={classes.sides}>
      <ValueView field={field} value={before} difference={difference} />
      <IconArrowRight size={14} className={classes.arrow} aria-label="changed to" />
      <ValueView field={field} value={after} difference={difference} />
    </span>
  )
}

const isLong = (text: string) => (text.length > 60 && text.includes(' ')) || text.includes('\n')

const listOf = (value: unknown): number[] => (Array.isArray(value) ? value : [])

function ListDifference({ difference: { before, after, names = {} } }: { difference: Difference }) {
  const [old, now] = [listOf(before), listOf(after)]
  const nameOf = (id: number) => names[id] ?? `#${id}`
  const removed = old.filter((id) => !now.includes(id))
  const added = now.filter((id) => !old.includes(id))
  const kept = now.length - added.length
  if (removed.length + added.length === 0) return <span className={classes.text}>{`New order: ${now.map(nameOf).join(', ')}`}</span>
  return (
    <span className={classes.list}>
      {removed.map((id) => (
        <del key={id}>{nameOf(id)}</del>
      ))}
      {added.map((id) => (
        <ins key={id}>{nameOf(id)}</ins>
      ))}
      {kept > 0 && <span className="dimmed">{number(kept)} unchanged</span>}
    </span>
  )
}

/** How much of an unchanged passage is shown before and after a change. */
const context = 80

function TextDifference({ before, after }: { before: string; after: string }) {
  const parts = diffWords(before, after)
  return (
    <span className={classes.text}>
      {parts.map((part, i) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the parts of two texts never change
        <Passage key={i} part={part} first={i === 0} last={i === parts.length - 1} />
      ))}
    </span>
  )
}

function Passage({ part: { kind, text }, first, last }: { part: TextPart; first: boolean; last: boolean }) {
  if (kind === 'removed') return <del>{text}</del>
  if (kind === 'added') return <ins>{text}</ins>
  if (text.length <= 2 * context) return text
  return `${first ? '' : text.slice(0, context)} … ${last ? '' : text.slice(-context)}`
}
