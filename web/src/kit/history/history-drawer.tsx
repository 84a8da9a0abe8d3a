import { Button, Skeleton } from '@mantine/core'
import { IconHistory } from '@tabler/icons-react'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useContext } from 'react'
import { Message } from '../../ui/message'
import { messageOf } from '../api/error'
import { fetchList } from '../api/lists'
import { SideDialog } from '../dialog/side-dialog'
import { ActivityUrlContext } from '../page/record-kinds'
import { RouteLink } from '../route-link'
import { useIsAdmin } from '../session/session'
import classes from './history.module.css'
import { HistoryEntry } from './history-entry'
import type { HistoryEvents, HistoryRecord } from './record'

type Props = HistoryEvents & { record: HistoryRecord; onClose: () => void }

const perPage = 20

/** HistoryDrawer lists the changes of a record and those below it, newest first. */
export function HistoryDrawer({ record, onClose, mayLeave, onChanged }: Props) {
  const within = `${record.kind}:${record.id}`
  const pages = useInfiniteQuery({
    queryKey: ['activity', 'history', within],
    queryFn: ({ pageParam, signal }) => fetchList('activity', { within, page: pageParam, per_page: perPage }, signal),
    initialPageParam: 1,
    getNextPageParam: ({ items, meta }) => (items.length === perPage && meta.page !== meta.last_page ? meta.page + 1 : undefined),
  })
  const entries = pages.data?.pages.flatMap(({ items }) => items) ?? []
  /** act runs a change of the record, unless it would lose unsaved changes of its form. */
  async function act(run: () => Promise<boolean>) {
    if (mayLeave && !(await mayLeave())) return
    if (await run()) onChanged?.()
  }
  return (
    <SideDialog title="History" about={record.name} onClose={onClose}>
      {pages.isError && <p role="alert">{messageOf(pages.error)}</p>}
      {pages.isPending && <Skeleton height={120} radius={12} />}
      {pages.isSuccess && entries.length === 0 && (
        <Message icon={IconHistory} title="No changes yet" text="Changes appear here from now on. Earlier ones were not recorded." />
      )}
      <ol className={classes.entries}>
        {entries.map((entry, i) => (
          <HistoryEntry key={entry.id} entry={entry} record={record} latest={i === 0} act={act} />
        ))}
      </ol>
      {pages.hasNextPage && (
        <Button variant="default" fullWidth loading={pages.isFetchingNextPage} onClick={() => void pages.fetchNextPage()}>
          Show earlier changes
        </Button>
      )}
      <ShowInActivity within={within} shown={entries.length > 0} />
    </SideDialog>
  )
}

/** ShowInActivity links to the same changes in Activity, which only admins can open. */
function ShowInActivity({ within, shown }: { within: string; shown: boolean }) {
  const admin = useIsAdmin()
  const url = useContext(ActivityUrlContext)(within)
  if (!admin || !shown) return null
  return (
    <p className={classes.foot}>
      <RouteLink to={url}>Show in Activity</RouteLink>
    </p>
  )
}
