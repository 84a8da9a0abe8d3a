import { Button } from '@mantine/core'
import { IconPencil } from '@tabler/icons-react'
import { type ReactNode, useEffect } from 'react'
import { Card, WithSide } from '../../ui/page-layout'
import { Copy } from '../dialog/copy'
import classes from './sections.module.css'

/** Sections are the cards about a record: what it is, and beside that what it belongs to. */
export function Sections({ side, label, children }: { side: ReactNode; label: string; children: ReactNode }) {
  return (
    <WithSide label={label} side={side}>
      <div className={classes.main}>{children}</div>
    </WithSide>
  )
}

/** EditCard is a card with a form of its own; who may not change it is offered none. */
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

/** editTitle is what the form of a card is called. Abbreviations and products are written as they are. */
export const editTitle = (section: string) => `Edit ${/^([A-Z]+|Copilot|Inspires)$/.test(section) ? section : section.toLowerCase()}`

/** useSoon fetches a part that the first screen does without: it is there by the time somebody opens it. */
export function useSoon(load: () => Promise<unknown>) {
  useEffect(() => {
    const timer = setTimeout(() => void load(), 300)
    return () => clearTimeout(timer)
  }, [load])
}

/** Or shows what is known, or a dash. */
export const Or = ({ children }: { children: ReactNode }) => (children ? children : <span className={classes.none}>—</span>)

/** Beside puts a word or a button next to a fact. */
export const Beside = ({ children }: { children: ReactNode }) => <span className={classes.beside}>{children}</span>

/** Code is a value for machines, to be copied. */
export function Code({ value, label }: { value: string; label: string }) {
  return (
    <Beside>
      <code>{value}</code> <Copy value={value} label={label} />
    </Beside>
  )
}
