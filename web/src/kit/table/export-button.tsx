import { ActionIcon } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { useState } from 'react'
import { tooltip } from '../../ui/tooltip'
import type { Params } from '../api/lists'
import { useIsAdmin } from '../session/session'
import { exportTable } from './export'

/** Only admins can export lists of people. */
const people = /(^|\/)(users|advisors|views-by-user|leads)$/

/** ExportButton exports a table with its current filters and sort order. */
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
    <ActionIcon {...tooltip('Export')} aria-label={`Export ${label.toLowerCase()}`} aria-busy={busy} disabled={busy} onClick={start}>
      <IconDownload size={18} />
    </ActionIcon>
  )
}
