import { VisuallyHidden } from '@mantine/core'
import { IconCheck } from '@tabler/icons-react'
import classes from './tick.module.css'

/** Tick shows a boolean: a tick or "No". A dash would mean that the value is empty. */
export function Tick({ on }: { on: boolean }) {
  return (
    <span className={classes.tick} data-on={on || undefined}>
      {on ? <IconCheck size={16} stroke={2.5} aria-hidden /> : 'No'}
      {on && <VisuallyHidden>Yes</VisuallyHidden>}
    </span>
  )
}
