import { VisuallyHidden } from '@mantine/core'
import { IconCheck } from '@tabler/icons-react'
import classes from './tick.module.css'

/** Tick tells yes or no in a table: a mark where it is so, a dash where it is not. */
export function Tick({ on }: { on: boolean }) {
  return (
    <span className={on ? classes.on : classes.off}>
      {on ? <IconCheck size={16} stroke={2.5} aria-hidden /> : <span aria-hidden>—</span>}
      <VisuallyHidden>{on ? 'Yes' : 'No'}</VisuallyHidden>
    </span>
  )
}
