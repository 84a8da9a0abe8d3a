import { Button, Skeleton, VisuallyHidden } from '@mantine/core'
import { IconAlertTriangle, IconCheck } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { api, bodyOf } from '../../kit/api/client'
import { messageOf } from '../../kit/api/error'
import type { QueueStatus } from '../../kit/api/schema.gen'
import { formatDuration } from '../../kit/format/age'
import { number } from '../../kit/format/numbers'
import { useIsAdmin } from '../../kit/session/session'
import { paths } from '../../paths'
import { Badge } from '../../ui/badge'
import classes from './queues.module.css'

const names = { default: 'Default', slow: 'Slow', analytics: 'Analytics', failed: 'Failed Jobs' } as const
const order = Object.keys(names) as QueueStatus['name'][]

const status = {
  queryKey: ['dashboard', 'queue-status'],
  queryFn: async ({ signal }: { signal: AbortSignal }) => bodyOf(await api.GET('/api/admin/dashboard/queue-status', { signal })).items,
  refetchInterval: 5_000, // paused while the page is hidden
}

/** Queues are tiles with the status of each queue. If an update fails, the last figures stay, faded. */
export function Queues() {
  const { data, error, isError, refetch } = useQuery(status)
  if (!data && isError)
    return (
      <section className={classes.failed} aria-label="Queues">
        <p className="flat" role="alert">
          {messageOf(error)}
        </p>
        <Button variant="default" onClick={() => void refetch()}>
          Try again
        </Button>
      </section>
    )
  return (
    <section aria-label="Queues" aria-busy={!data} data-old={isError || undefined} className={classes.queues}>
      <ul className={classes.tiles}>
        {order.map((name) => (
          <Tile key={name} name={name} queue={data?.find((queue) => queue.name === name)} />
        ))}
      </ul>
    </section>
  )
}

function Tile({ name, queue }: { name: QueueStatus['name']; queue: QueueStatus | undefined }) {
  const linked = useIsAdmin() && name === 'failed'
  return (
    <li className={classes.tile} aria-label={names[name]}>
      <div className="row spread">
        <h2 className={classes.name}>{linked ? <Link to={paths.failedJobs()}>{names[name]}</Link> : names[name]}</h2>
        {queue && <State queue={queue} />}
      </div>
      <p className={classes.count}>
        {queue ? (
          <>
            <Figure status={queue.count_status}>{number(queue.count)}</Figure> <span>{name === 'failed' ? 'failed' : 'waiting'}</span>
          </>
        ) : (
          <Skeleton height={22} width={72} />
        )}
      </p>
      <p className={classes.age}>{queue ? <Age queue={queue} /> : <Skeleton height={12} width={120} mt={3} mb={3} />}</p>
    </li>
  )
}

function State({ queue: { status } }: { queue: QueueStatus }) {
  const [tone, word, Icon] = status === 'ok' ? (['good', 'OK', IconCheck] as const) : (['warning', 'Warning', IconAlertTriangle] as const)
  return (
    <Badge tone={tone}>
      <span className={classes.state}>
        <Icon size={13} stroke={2.5} aria-hidden /> {word}
      </span>
    </Badge>
  )
}

function Figure({ status, children }: { status: QueueStatus['status']; children: string }) {
  return (
    <b data-status={status}>
      {children}
      {status === 'warning' && <VisuallyHidden> (too many)</VisuallyHidden>}
    </b>
  )
}

function Age({ queue: { name, count, age, age_status } }: { queue: QueueStatus }) {
  if (count === 0) return name === 'failed' ? 'No failed jobs' : 'Queue is empty'
  if (name === 'failed') return `Oldest: ${formatDuration(age)}`
  return (
    <span data-status={age_status}>
      Oldest: {formatDuration(age)}
      {age_status === 'warning' && <VisuallyHidden> (too long)</VisuallyHidden>}
    </span>
  )
}
