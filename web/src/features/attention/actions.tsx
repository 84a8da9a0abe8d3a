import {
  IconBell,
  IconBellOff,
  IconCalendarPlus,
  IconExternalLink,
  IconFolderMinus,
  IconLink,
  IconPencil,
  IconPencilMinus,
  IconRefresh,
  IconUserMinus,
  IconUserPlus,
} from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { useMemo, useState } from 'react'
import type { Finding } from '../../kit/api/schema.gen'
import { lazyComponent } from '../../kit/lazy'
import { useMe } from '../../kit/session/session'
import type { Action, BulkAction, Selected } from '../../kit/table/types'
import type { DialogFix } from './attention-dialogs'
import { apply, checkAgain, type Fix, formOf, only, unpublish } from './fixes'

const FixDialog = lazyComponent(() => import('./attention-dialogs').then((file) => file.FixDialog))

type Pending = { fix: DialogFix; selected: Selected; resolve: (done: boolean) => void }

const isDated = ({ reason }: Finding) => reason === 'expiring' || reason === 'expired'

/** useFixes returns the actions on rows of a tab, and the dialog that some of them open. */
export function useFixes(tab: string) {
  const navigate = useNavigate()
  const { id: me } = useMe()
  const [pending, setPending] = useState<Pending | null>(null)
  const lists = useMemo(() => {
    const ask = (fix: DialogFix, selected: Selected) => new Promise<boolean>((resolve) => setPending({ fix, selected, resolve }))
    return {
      actions: rowActions(ask, me, (row) => void navigate({ to: formOf(row) })),
      bulk: bulkActions(ask, me).filter(({ tabs }) => tabs === undefined || tab === 'all' || tabs.includes(tab)),
    }
  }, [navigate, me, tab])
  function close(done: boolean) {
    setPending(null)
    pending?.resolve(done)
  }
  return { ...lists, dialog: pending && <FixDialog fix={pending.fix} selected={pending.selected} onClose={close} /> }
}

type Ask = (fix: DialogFix, selected: Selected) => Promise<boolean>

function rowActions(ask: Ask, me: number, edit: (row: Finding) => void): Action<Finding>[] {
  const run = (fix: Fix, values?: object, done?: string) => (row: Finding) => void apply(fix, only(row), values, done)
  const open = (fix: DialogFix) => (row: Finding) => void ask(fix, only(row))
  return [
    { label: 'Edit', icon: IconPencil, run: edit },
    {
      label: 'Open page',
      icon: IconExternalLink,
      show: ({ content }) => /^https?:/.test(content?.content_url ?? ''),
      href: ({ content }) => content?.content_url ?? '',
    },
    {
      label: 'Check link again',
      icon: IconRefresh,
      show: ({ reason }) => reason === 'broken' || reason === 'moved',
      run: (row) => void checkAgain(row),
    },
    { label: 'Revert to draft', icon: IconPencilMinus, show: ({ reason }) => reason === 'broken', run: (row) => void unpublish(row) },
    { label: 'Expire 30 days later', icon: IconCalendarPlus, show: isDated, run: run('reschedule', { days: 30 }) },
    { label: 'Expire 1 year later', icon: IconCalendarPlus, show: isDated, run: run('reschedule', { days: 365 }) },
    { label: 'Pick an expiry date', icon: IconCalendarPlus, show: isDated, run: open('reschedule') },
    { label: 'Assign', icon: IconUserPlus, run: open('assign') },
    { label: 'Assign to me', icon: IconUserPlus, show: ({ assignee }) => assignee?.id !== me, run: run('assign', { user_id: me }) },
    { label: 'Unassign', icon: IconUserMinus, show: ({ assignee }) => assignee !== null, run: run('assign', { user_id: null }, 'unassigned') },
    { label: 'Snooze', icon: IconBellOff, run: open('snooze') },
  ]
}

/** Actions of some tabs only are also offered in the tab with all rows, where they skip the others. */
function bulkActions(ask: Ask, me: number): (BulkAction & { tabs?: string[] })[] {
  const run = (fix: Fix, values?: object, done?: string) => (selected: Selected) => apply(fix, selected, values, done)
  const reschedule = { icon: IconCalendarPlus, group: 'Reschedule', all: true, tabs: ['expiring', 'expired'] }
  return [
    { label: 'Use new address', icon: IconLink, all: true, tabs: ['moved'], run: run('use-new-address') },
    { ...reschedule, label: '30 days later', run: run('reschedule', { days: 30 }) },
    { ...reschedule, label: '1 year later', run: run('reschedule', { days: 365 }) },
    { ...reschedule, label: 'Pick a date', run: (selected) => ask('reschedule', selected) },
    { label: 'Remove from collections', icon: IconFolderMinus, all: true, tabs: ['expired'], run: run('remove-from-collections') },
    { label: 'Assign to me', icon: IconUserPlus, group: 'Assign', all: true, run: run('assign', { user_id: me }) },
    { label: 'Assign to someone else', icon: IconUserPlus, group: 'Assign', all: true, run: (selected) => ask('assign', selected) },
    { label: 'Unassign', icon: IconUserMinus, group: 'Assign', all: true, run: run('assign', { user_id: null }, 'unassigned') },
    { label: 'Snooze', icon: IconBellOff, all: true, run: (selected) => ask('snooze', selected) },
    { label: 'Unsnooze', icon: IconBell, all: true, tabs: ['snoozed'], run: run('snooze', { until: '' }, 'back in the list') },
  ]
}
