import { Button, Skeleton } from '@mantine/core'
import { IconCloudOff, IconInbox, IconSearchOff } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { ApiError, messageOf } from '../api/error'
import type { TableControl } from './state'
import classes from './table.module.css'
import type { Empty } from './types'

/** SkeletonRows stand where rows will be, as high as they. */
export function SkeletonRows({ count, columns }: { count: number; columns: number }) {
  return (
    <div role="status" className={classes.skeleton}>
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
      <Instead icon={<IconSearchOff size={28} />} title="Nothing matches">
        <p>No row fits what you look for.</p>
        <Button variant="default" onClick={table.clear}>
          Clear
        </Button>
      </Instead>
    )
  }
  if (table.state.page > 1) {
    return (
      <Instead icon={<IconInbox size={28} />} title="Nothing on this page">
        <p>The list ends before it.</p>
        <Button variant="default" onClick={() => table.change({ page: 1 })}>
          To the first page
        </Button>
      </Instead>
    )
  }
  const first = table.spec.tab?.initial
  if (first !== undefined && table.state.tab !== first) {
    return (
      <Instead icon={<IconInbox size={28} />} title="Nothing here">
        <p>No row is in this view.</p>
        <Button variant="default" onClick={() => table.change({ tab: first })}>
          To the first view
        </Button>
      </Instead>
    )
  }
  const Icon = empty.icon ?? IconInbox
  return (
    <Instead icon={<Icon size={28} />} title={empty.title}>
      {empty.text && <p>{empty.text}</p>}
      {empty.action}
    </Instead>
  )
}

/** FailedRows says why there are no rows. An address that asks for something the list does not know leads back to the first view. */
export function FailedRows({ error, table, onRetry }: { error: unknown; table: TableControl; onRetry: () => void }) {
  const wrong = error instanceof ApiError && error.status === 422
  return (
    <Instead icon={<IconCloudOff size={28} />} title="This could not be loaded" alert>
      <p>{wrong ? 'The address asks for something this list does not have.' : messageOf(error)}</p>
      <Button variant="default" onClick={wrong ? table.reset : onRetry}>
        {wrong ? 'To the first view' : 'Try again'}
      </Button>
    </Instead>
  )
}

function Instead({ icon, title, children, alert }: { icon: ReactNode; title: string; children: ReactNode; alert?: boolean }) {
  return (
    <div className={classes.instead} role={alert ? 'alert' : undefined}>
      <span className={classes.insteadIcon} aria-hidden>
        {icon}
      </span>
      <h2>{title}</h2>
      {children}
    </div>
  )
}
