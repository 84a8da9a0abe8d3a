import { IconAlertTriangle, IconCircleCheck, IconInfoCircle } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import classes from './note.module.css'

const icons = { info: IconInfoCircle, good: IconCircleCheck, warning: IconAlertTriangle }

/** Note is a sentence beside what it is about. Small ones stand under a field, the others in a box of their own. */
export function Note({ tone = 'info', small, children }: { tone?: keyof typeof icons; small?: boolean; children: ReactNode }) {
  const Icon = icons[tone]
  return (
    <div className={small ? classes.small : classes.note} data-tone={tone}>
      <Icon size={small ? 15 : 18} aria-hidden />
      <div>{children}</div>
    </div>
  )
}
