import { Link } from '@tanstack/react-router'
import type { Queues } from '../../kit/api/schema.gen'
import { formatDuration } from '../../kit/format/age'
import { number, pluralise } from '../../kit/format/numbers'
import { labelOf } from '../../kit/format/values'
import { paths } from '../../paths'
import { CheckedCard } from './state'
import classes from './status.module.css'

/** QueuesCard shows the background jobs of each queue, and links to those that failed. */
export function QueuesCard({ items, failed, ...result }: Queues) {
  return (
    <CheckedCard title="Queues" result={result} wide>
      {items.length > 0 && (
        <table className={classes.table} data-numbers aria-label="Queues">
          <thead>
            <tr>
              <th>Queue</th>
              <th>Waiting</th>
              <th>Running</th>
              <th>Retrying</th>
              <th>Oldest</th>
            </tr>
          </thead>
          <tbody>
            {items.map((queue) => (
              <tr key={queue.name}>
                <th scope="row">{labelOf(queue.name)}</th>
                <td data-label="Waiting">{number(queue.waiting)}</td>
                <td data-label="Running">{number(queue.running)}</td>
                <td data-label="Retrying">{number(queue.retrying)}</td>
                <td data-label="Oldest">{queue.waiting > 0 ? formatDuration(queue.oldest) : '—'}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {result.state !== 'failed' && (
        <p className={classes.more}>
          {failed > 0 ? <Link to={paths.failedJobs()}>View {pluralise(failed, 'failed job')}</Link> : <span className="dimmed">No failed jobs</span>}
        </p>
      )}
    </CheckedCard>
  )
}
