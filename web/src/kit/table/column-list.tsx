import '../../ui/overlays.css'
import { Button, Checkbox, Popover } from '@mantine/core'
import type { ReactElement } from 'react'
import { type Columns, choosableOf } from './columns'

type Props<R> = { columns: Columns<R>; button: ReactElement; opened: boolean; onChange: (opened: boolean) => void }

/** ColumnList chooses which columns a table shows. */
export function ColumnList<R>({ columns, button, opened, onChange }: Props<R>) {
  const choices = choosableOf(columns)
  return (
    <Popover position="bottom-end" trapFocus returnFocus opened={opened} onChange={onChange}>
      <Popover.Target>{button}</Popover.Target>
      <Popover.Dropdown aria-label="Columns">
        <div className="stack gap-10">
          {choices.map((column) => (
            <Checkbox
              key={column.key}
              size="xs"
              label={column.label}
              checked={!columns.hidden.has(column.key)}
              onChange={() => columns.toggle(column.key)}
            />
          ))}
          <Button variant="subtle" size="xs" onClick={columns.reset}>
            Reset columns
          </Button>
        </div>
      </Popover.Dropdown>
    </Popover>
  )
}
