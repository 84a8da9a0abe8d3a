import { IconChevronRight } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { lastUrl } from './last-url'
import classes from './trail.module.css'

type Props = {
  to: readonly { label: string; to: string }[]
  /** The accessible name, for a second breadcrumb on a page. */
  label?: string
  children: string
}

/** Trail is the breadcrumb of a page. */
export function Trail({ to, label = 'Breadcrumb', children }: Props) {
  return (
    <nav aria-label={label} className={classes.trail}>
      <ol>
        {to.map((step) => (
          <li key={step.to}>
            <Link to={lastUrl(step.to)} className="truncate quiet-link" title={step.label}>
              {step.label}
            </Link>
            <IconChevronRight size={14} aria-hidden />
          </li>
        ))}
        <li className="truncate" aria-current="page" title={children}>
          {children}
        </li>
      </ol>
    </nav>
  )
}
