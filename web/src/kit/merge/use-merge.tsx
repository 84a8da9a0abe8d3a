import { ActionIcon } from '@mantine/core'
import { IconArrowMerge, IconCopyCheck } from '@tabler/icons-react'
import { useMemo, useRef, useState } from 'react'
import { tooltip } from '../../ui/tooltip'
import { lazyComponent } from '../lazy'
import type { BulkAction } from '../table/types'

const MergeDialog = lazyComponent(() => import('./merge-dialog').then((file) => file.MergeDialog))
const DuplicatesDialog = lazyComponent(() => import('./duplicates-dialog').then((file) => file.DuplicatesDialog))

/** MergeKind is a kind of records that can be merged. */
export type MergeKind = { path: string; one: string; many: string }

type Pending = { ids: number[]; resolve: (done: boolean) => void }

/**
 * useMerge returns the bulk action that merges records, the button that finds duplicates, and their dialogs. Rows of other pages can
 * be selected, too: it remembers the names of all rows that were listed.
 */
export function useMerge<R>(kind: MergeKind & { name: (row: R) => string }, rows: readonly R[] | undefined, may: boolean) {
  const [pending, setPending] = useState<Pending | null>(null)
  const [finding, setFinding] = useState(false)
  const names = useRef(new Map<number, string>()).current
  for (const row of rows ?? []) names.set((row as { id: number }).id, kind.name(row))
  const action = useMemo<BulkAction>(
    () => ({
      label: 'Merge',
      icon: IconArrowMerge,
      atLeast: 2,
      run: (selected) => new Promise((resolve) => setPending({ ids: 'ids' in selected ? selected.ids : [], resolve })),
    }),
    [],
  )
  if (!may) return {}
  function close(done: boolean) {
    setPending(null)
    pending?.resolve(done)
  }
  const label = `Find duplicate ${kind.many.toLowerCase()}`
  return {
    action,
    button: (
      <ActionIcon {...tooltip('Find duplicates')} variant="default" size={36} aria-label={label} onClick={() => setFinding(true)}>
        <IconCopyCheck size={18} />
      </ActionIcon>
    ),
    dialogs: (
      <>
        {pending && <MergeDialog kind={kind} records={pending.ids.map((id) => ({ id, name: names.get(id) ?? `#${id}` }))} onClose={close} />}
        {finding && <DuplicatesDialog kind={kind} onClose={() => setFinding(false)} />}
      </>
    ),
  }
}
