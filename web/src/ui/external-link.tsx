import { IconExternalLink } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { disabledLink } from './disabled'
import classes from './external-link.module.css'

type Props = { to: string; title: string; size?: number /** Why the page does not exist. */; disabledReason?: string; children: ReactNode }

/** ExternalLink opens a page outside the app in another tab. A long text is truncated. */
export function ExternalLink({ to, title, size, disabledReason, children }: Props) {
  const { style, ...target } = disabledReason
    ? disabledLink(disabledReason)
    : { href: to, target: '_blank', rel: 'noopener noreferrer', title, style: undefined }
  return (
    <a className={classes.link} style={{ fontSize: size, ...style }} {...target}>
      <span className="truncate">{children}</span>
      {!disabledReason && <IconExternalLink size={14} aria-hidden />}
    </a>
  )
}
