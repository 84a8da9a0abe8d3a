import { Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { messageOf } from '../../kit/api/error'
import type { ApiLog } from '../../kit/api/schema.gen'
import { Dialog } from '../../kit/dialog/dialog'
import { exactTime } from '../../kit/format/dates'
import { Duration } from '../../kit/format/duration'
import { number } from '../../kit/format/numbers'
import { find } from '../../kit/resource/calls'
import { RecordLink } from '../../kit/resource/columns'
import { paths } from '../../paths'
import { Facts } from '../../ui/facts'
import classes from './api-logs.module.css'
import { Partner } from './partner'
import { Status } from './status'

/** ApiLogDialog shows a request to the public API in full. Log entries never change, so it is loaded once. */
export function ApiLogDialog({ id, onClose }: { id: number; onClose: () => void }) {
  const found = useQuery({ queryKey: ['api-logs', 'one', id], queryFn: () => find('api-logs', id), staleTime: Number.POSITIVE_INFINITY })
  return (
    <Dialog onClose={onClose} title="API request" size={680}>
      {found.data ? <RequestDetails log={found.data} /> : found.isError ? <p role="alert">{messageOf(found.error)}</p> : <Skeleton height={320} />}
    </Dialog>
  )
}

function RequestDetails({ log }: { log: ApiLog }) {
  const none = <span className="dimmed">—</span>
  const { user } = log
  return (
    <>
      <Facts
        list={[
          [
            'Request time',
            <time key="time" dateTime={log.created_at}>
              {exactTime(log.created_at)}
            </time>,
          ],
          ['Partner', <Partner key="partner" log={log} />],
          [
            'User',
            user ? (
              <RecordLink key="user" to={paths.user(user.id)}>
                {user.name}
              </RecordLink>
            ) : (
              none
            ),
          ],
          ['Credentials', callers[log.caller] ?? none],
          ['Method', log.method || none],
          ['Path', log.path],
          ['Status', <Status key="status" code={log.status_code} withCode />],
          ...(log.error_message ? [['Reason', <Reason key="reason" log={log} />] as const] : []),
          ['Duration', <Duration key="duration" ms={log.duration} />],
          ['Results', log.results === null ? none : number(log.results)],
          ['IP address', log.ip_address || none],
          ['User agent', log.user_agent || none],
        ]}
      />
      <h3 className={classes.title}>Parameters</h3>
      <Parameters parameters={log.parameters ?? {}} />
    </>
  )
}

const callers: Record<string, string> = {
  server: 'Key and secret',
  browser: 'Key of a page',
  app: 'Key of the app',
  anonymous: 'None, or not accepted',
}

/** Reason is the error as the caller got it: message, code and invalid fields. */
function Reason({ log }: { log: ApiLog }) {
  const fields = Object.entries(log.errors).sort(([a], [b]) => a.localeCompare(b))
  return (
    <>
      {log.error_message} <code className="dimmed">{log.error_code}</code>
      {fields.length > 0 && (
        <ul className={classes.fields}>
          {fields.map(([field, messages]) => (
            <li key={field}>
              {field !== otherFields && <code>{field}</code>} {messages?.join(' ')}
            </li>
          ))}
        </ul>
      )}
    </>
  )
}

/** The name under which the server counts the fields that it leaves out. */
const otherFields = '…'

/** Parameters are shown as the client sent them. Long values are cut, and secrets are masked. */
function Parameters({ parameters }: { parameters: Record<string, unknown> }) {
  const list = Object.entries(parameters)
  if (list.length === 0) return <p className="flat dimmed">No parameters</p>
  return (
    <table className={classes.parameters} aria-label="Parameters">
      <tbody>
        {list.map(([name, value]) => (
          <tr key={name}>
            <th scope="row">{name}</th>
            <td>
              <Value>{formatParameter(value)}</Value>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

const isScalar = (value: unknown) => typeof value !== 'object' || value === null

function formatParameter(value: unknown): string {
  if (typeof value === 'string') return value
  return Array.isArray(value) && value.every(isScalar) ? value.join(', ') : JSON.stringify(value, null, 2)
}

const maxUnscrolled = 600

/** Value scrolls long texts on their own. They are focusable, so that they can be scrolled by keyboard. */
function Value({ children }: { children: string }) {
  return (
    <span className={classes.value} tabIndex={children.length > maxUnscrolled ? 0 : undefined}>
      {children}
    </span>
  )
}
