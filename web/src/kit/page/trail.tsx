import { IconChevronRight } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import classes from './trail.module.css'

/** Trail is the way from a list to the page one is on. */
export function Trail({ to, children }: { to: readonly { label: string; to: string }[]; children: string }) {
  return (
    <nav aria-label="Breadcrumb" className={classes.trail}>
      <ol>
        {to.map((step) => (
          <li key={step.to}>
            <Link to={step.to} title={step.label}>
              {step.label}
            </Link>
            <IconChevronRight size={14} aria-hidden />
          </li>
        ))}
        <li aria-current="page" title={children}>
          {children}
        </li>
      </ol>
    </nav>
  )
}
