import { VisuallyHidden } from '@mantine/core'
import { IconAlertTriangle, IconClock } from '@tabler/icons-react'
import { Badge } from '../../ui/badge'
import { number } from './numbers'

/** paceOf rates the duration of a response: fast up to 500 ms, very slow above 1,000 ms. */
export function paceOf(ms: number) {
  if (ms > 1000) return { tone: 'danger', word: 'Very slow', Icon: IconAlertTriangle } as const
  if (ms > 500) return { tone: 'warning', word: 'Slow', Icon: IconClock } as const
  return { tone: 'good', word: 'Fast', Icon: null } as const
}

/** Duration is a badge with the duration of a response. Slow ones have an icon besides the colour, and a text for screen readers. */
export function Duration({ ms }: { ms: number }) {
  const { tone, word, Icon } = paceOf(ms)
  return (
    <Badge tone={tone}>
      <span className="numbers">
        {Icon && <Icon size={13} stroke={2.25} style={{ marginRight: 4, verticalAlign: -2 }} aria-hidden />}
        <VisuallyHidden>{word}: </VisuallyHidden>
        {number(ms)} ms
      </span>
    </Badge>
  )
}
