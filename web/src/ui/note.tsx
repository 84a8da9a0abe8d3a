import { IconAlertTriangle, IconCircleCheck, IconInfoCircle } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import classes from './note.module.css'

const icons = { info: IconInfoCircle, good: IconCircleCheck, warning: IconAlertTriangle }

/** Note is an inline message. Small ones are placed under a field, the others have a box. */
export function Note({ tone = 'info', small, children }: { tone?: keyof typeof icons; small?: boolean; children: ReactNode }) {
  const Icon = icons[tone]
  return (
    <div className={small ? classes.small : classes.note} data-tone={tone}>
      <Icon size={small ? 15 : 18} aria-hidden />
      <div>{children}</div>
    </div>
  )
}
