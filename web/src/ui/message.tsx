import type { Icon } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import classes from './message.module.css'

/** Message is the content of a page that has nothing else to show. */
export function Message({ icon: Icon, title, text, children }: { icon: Icon; title: string; text: ReactNode; children?: ReactNode }) {
  return (
    <div className={classes.message}>
      <span className={classes.icon} aria-hidden>
        <Icon size={36} stroke={1.5} />
      </span>
      <h1>{title}</h1>
      <p>{text}</p>
      {children}
    </div>
  )
}
