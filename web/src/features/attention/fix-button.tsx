import { Button } from '@mantine/core'
import { Suspense, useState } from 'react'
import type { Finding, Named } from '../../kit/api/schema.gen'
import { lazyComponent } from '../../kit/lazy'
import { RouteLink } from '../../kit/route-link'
import { useIsAdmin } from '../../kit/session/session'
import { apply, duplicatesOf, findSame, formOf, only } from './fixes'

const MergeDialog = lazyComponent(() => import('../../kit/merge/merge-dialog').then((file) => file.MergeDialog))

const items = { path: 'content', one: 'Item', many: 'Items' }
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
      return <Compare row={row} title={title} />
    case 'broken':
      return <Go label="Edit link" title={title} to={formOf(row)} />
    default:
      return <Go label={`Add ${row.reason.slice('no_'.length).replace('_', ' ')}`} title={title} to={formOf(row)} />
  }
}

/** Compare opens the dialog that merges an item and its duplicates. Editors, who can't merge, get the list of these items. */
function Compare({ row, title }: { row: Finding; title: string }) {
  const [same, setSame] = useState<Named[] | null>(null)
  if (!useIsAdmin()) return <Go label="Compare" title={title} to={duplicatesOf(row)} />
  return (
    <>
      <Run label="Compare" title={title} run={async () => setSame(await findSame(row))} />
      <Suspense>{same && <MergeDialog kind={items} records={same} onClose={() => setSame(null)} />}</Suspense>
    </>
  )
}

type Props = { label: string; title: string }

function Run({ label, title, run }: Props & { run: () => Promise<unknown> }) {
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
