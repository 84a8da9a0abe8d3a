import type { ReactNode } from 'react'
import { Dialog } from './dialog'
import classes from './side-dialog.module.css'

type Props = { title: string; about?: string; onClose: () => void; children: ReactNode }

/** SideDialog is a dialog at the right edge, as high as the window. */
export function SideDialog({ title, about, onClose, children }: Props) {
  return (
    <Dialog
      title={title}
      size={520}
      zIndex={250}
      classNames={{ inner: classes.inner, content: classes.content, body: classes.body }}
      onClose={onClose}
    >
      {about && <p className={classes.about}>{about}</p>}
      {children}
    </Dialog>
  )
}
