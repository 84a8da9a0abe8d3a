import { ActionIcon, Button } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import { useState } from 'react'
import type { Meta } from '../api/schema.gen'
import { number, total } from '../format/numbers'
import type { Selection } from './selection'
import classes from './table.module.css'
import type { BulkAction } from './types'

/** BulkBar floats over the table while rows are selected, with the bulk actions. */
export function BulkBar({ selection, actions, meta }: { selection: Selection; actions: readonly BulkAction[]; meta: Meta | undefined }) {
  const [busy, setBusy] = useState<string | null>(null)
  if (selection.count === 0) return null
  const offered = actions.filter((action) => !selection.all || action.all)
  const canSelectAll = !selection.all && actions.some((action) => action.all) && meta && (meta.total > selection.ids.size || meta.total_is_capped)

  async function run(action: BulkAction) {
    setBusy(action.label)
    const done = await action.run(selection.selected())
    setBusy(null)
    if (done) selection.clear()
  }

  return (
    <div className={classes.bulk} role="toolbar" aria-label="Bulk actions" data-bar>
      <span className={classes.bulkCount} role="status">
        {selection.all && meta ? `All ${total(meta)} selected` : `${number(selection.count)} selected`}
      </span>
      {canSelectAll && (
        <Button variant="subtle" onClick={selection.selectAll}>
          Select all {total(meta)} matching rows
        </Button>
      )}
      {offered.map((action) => (
        <Button
          key={action.label}
          variant="subtle"
          color={action.danger ? 'red' : 'gray'}
          c={action.danger ? undefined : 'var(--text)'}
          loading={busy === action.label}
          disabled={busy !== null && busy !== action.label}
          leftSection={action.icon && <action.icon size={16} />}
          onClick={() => void run(action)}
        >
          {action.label}
        </Button>
      ))}
      <ActionIcon className={classes.bulkClear} aria-label="Clear selection" onClick={selection.clear}>
        <IconX size={18} />
      </ActionIcon>
    </div>
  )
}
