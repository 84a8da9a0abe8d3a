import { Button } from '@mantine/core'
import { IconPencil } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { Card, WithSide } from '../../ui/page-layout'
import { Copy } from '../dialog/copy'
import classes from './sections.module.css'

/** Sections is the layout of the cards about a record, with a side column. */
export function Sections({ side, label, children }: { side: ReactNode; label: string; children: ReactNode }) {
  return (
    <WithSide label={label} side={side}>
      <div className={classes.main}>{children}</div>
    </WithSide>
  )
}

/** EditCard is a card with an Edit button, unless the user may not edit it. */
export function EditCard({ title, onEdit, children }: { title: string; onEdit?: () => void; children: ReactNode }) {
  return (
    <Card
      title={title}
      actions={
        onEdit && (
          <Button variant="default" size="xs" leftSection={<IconPencil size={14} />} aria-label={editTitle(title)} onClick={onEdit}>
            Edit
          </Button>
        )
      }
    >
      {children}
    </Card>
  )
}

/** editTitle returns the title of a card's form. Abbreviations and product names keep their case. */
export const editTitle = (section: string) => `Edit ${/^([A-Z]+|Copilot|Inspires)$/.test(section) ? section : section.toLowerCase()}`

/** ValueOrDash shows a value, or a dash if it is empty. */
export const ValueOrDash = ({ children }: { children: ReactNode }) => (children ? children : <span className="dimmed">—</span>)

/** Beside places a badge or button next to a value. */
export const Beside = ({ children }: { children: ReactNode }) => <span className={classes.beside}>{children}</span>

/** Code shows an identifier with a copy button. */
export function Code({ value, label }: { value: string; label: string }) {
  return (
    <Beside>
      <code>{value}</code> <Copy value={value} label={label} />
    </Beside>
  )
}
