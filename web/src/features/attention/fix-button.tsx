import { Button } from '@mantine/core'
import { useState } from 'react'
import type { Finding } from '../../kit/api/schema.gen'
import { RouteLink } from '../../kit/route-link'
import { apply, duplicatesOf, formOf, only } from './fixes'

const look = { size: 'compact-sm', variant: 'light' } as const

/** FixButton settles a row with one click, or opens the form at the field that is missing. */
export function FixButton({ row }: { row: Finding }) {
  const title = row.content?.title ?? ''
  if (row.snoozed_until) return <Run label="Unsnooze" title={title} run={() => apply('snooze', only(row), { until: '' }, 'back in the list')} />
  switch (row.reason) {
    case 'moved':
      return <Run label="Use new address" title={title} run={() => apply('use-new-address', only(row))} />
    case 'expiring':
      return <Run label="+30 days" title={title} run={() => apply('reschedule', only(row), { days: 30 })} />
    case 'expired':
      return <Run label="Remove from collection" title={title} run={() => apply('remove-from-collections', only(row))} />
    case 'duplicate':
      return <Go label="Compare" title={title} to={duplicatesOf(row)} />
    case 'broken':
      return <Go label="Edit link" title={title} to={formOf(row)} />
    default:
      return <Go label={`Add ${row.reason.slice('no_'.length).replace('_', ' ')}`} title={title} to={formOf(row)} />
  }
}

type Props = { label: string; title: string }

function Run({ label, title, run }: Props & { run: () => Promise<boolean> }) {
  const [busy, setBusy] = useState(false)
  async function click() {
    setBusy(true)
    await run()
    setBusy(false)
  }
  return (
    <Button {...look} loading={busy} aria-label={`${label}: ${title}`} onClick={() => void click()}>
      {label}
    </Button>
  )
}

function Go({ label, title, to }: Props & { to: string }) {
  return (
    <Button {...look} component={RouteLink} to={to} aria-label={`${label}: ${title}`}>
      {label}
    </Button>
  )
}
