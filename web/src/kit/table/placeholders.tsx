import { Button, Skeleton } from '@mantine/core'
import { IconCloudOff, IconInbox, IconSearchOff } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { ApiError, messageOf } from '../api/error'
import type { TableControl } from './state'
import classes from './table.module.css'
import type { Empty } from './types'

/** SkeletonRows are placeholders of the same height as rows. */
export function SkeletonRows({ count, columns }: { count: number; columns: number }) {
  return (
    <div role="status" className={classes.scroll}>
      <span className="visually-hidden">Loading</span>
      {Array.from({ length: count + 1 }, (_, i) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: placeholders have nothing else
        <div key={i} className={i ? classes.skeletonRow : classes.skeletonHead}>
          {i > 0 &&
            Array.from({ length: Math.min(columns, 6) }, (_, j) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: placeholders have nothing else
              <Skeleton key={j} height={12} width={j ? '40%' : `${50 + ((i * 7) % 4) * 10}%`} />
            ))}
        </div>
      ))}
    </div>
  )
}

export function EmptyRows({ table, empty }: { table: TableControl; empty: Empty }) {
  if (table.filtered) {
    return (
      <Placeholder icon={<IconSearchOff size={28} />} title="No results">
        <p>Nothing matches your search and filters.</p>
        <Button variant="default" onClick={table.clear}>
          Clear filters
        </Button>
      </Placeholder>
    )
  }
  if (table.state.page > 1) {
    return (
      <Placeholder icon={<IconInbox size={28} />} title="Nothing on this page">
        <p>This page is past the end of the list.</p>
        <Button variant="default" onClick={() => table.change({ page: 1 })}>
          Go to page 1
        </Button>
      </Placeholder>
    )
  }
  const initialTab = table.spec.tab?.initial
  if (!empty.everyTab && initialTab !== undefined && table.state.tab !== initialTab) {
    return (
      <Placeholder icon={<IconInbox size={28} />} title="Nothing here">
        <p>This tab is empty.</p>
        <Button variant="default" onClick={() => table.change({ tab: initialTab })}>
          Show all
        </Button>
      </Placeholder>
    )
  }
  const Icon = empty.icon ?? IconInbox
  return (
    <Placeholder icon={<Icon size={28} />} title={empty.title}>
      {empty.text && <p>{empty.text}</p>}
      {empty.action}
    </Placeholder>
  )
}

/** FailedRows reports why rows could not be loaded. For unsupported URL parameters it offers a reset. */
export function FailedRows({ error, table, onRetry }: { error: unknown; table: TableControl; onRetry: () => void }) {
  const unsupported = error instanceof ApiError && error.status === 422
  return (
    <Placeholder icon={<IconCloudOff size={28} />} title="Couldn’t load this list" alert>
      <p>{unsupported ? 'This link uses a filter or sort order that this list doesn’t support.' : messageOf(error)}</p>
      <Button variant="default" onClick={unsupported ? table.reset : onRetry}>
        {unsupported ? 'Reset filters' : 'Try again'}
      </Button>
    </Placeholder>
  )
}

function Placeholder({ icon, title, children, alert }: { icon: ReactNode; title: string; children: ReactNode; alert?: boolean }) {
  return (
    <div className={classes.instead} role={alert ? 'alert' : undefined}>
      <span className={classes.insteadIcon} aria-hidden>
        {icon}
      </span>
      <h2 className="heading">{title}</h2>
      {children}
    </div>
  )
}
