import { IconExternalLink } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import classes from './external-link.module.css'

/** ExternalLink opens a page outside the app in another tab. A long text is truncated. */
export function ExternalLink({ to, title, size, children }: { to: string; title: string; size?: number; children: ReactNode }) {
  return (
    <a className={classes.link} style={{ fontSize: size }} href={to} target="_blank" rel="noopener noreferrer" title={title}>
      <span className="truncate">{children}</span>
      <IconExternalLink size={14} aria-hidden />
    </a>
  )
}
