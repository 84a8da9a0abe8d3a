import { ActionIcon, Tooltip } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { useState } from 'react'
import type { Params } from '../api/lists'
import { useIsAdmin } from '../session/session'
import { exportTable } from './export'

/** Lists of people are taken away by admins alone. */
const people = /(^|\/)(users|advisors|views-by-user)$/

/** ExportButton makes a file of a table as it is filtered and sorted now. */
export function ExportButton({ from, label, params }: { from: string; label: string; params: Params }) {
  const admin = useIsAdmin()
  const [busy, setBusy] = useState(false)
  if (people.test(from) && !admin) return null
  async function start() {
    setBusy(true)
    await exportTable(from, params, label)
    setBusy(false)
  }
  return (
    <Tooltip label="Export">
      <ActionIcon aria-label={`Export ${label.toLowerCase()}`} aria-busy={busy} disabled={busy} onClick={start}>
        <IconDownload size={18} />
      </ActionIcon>
    </Tooltip>
  )
}
