import type { Finding } from '../../kit/api/schema.gen'
import { Moment } from '../../kit/format/moment'
import { Badge } from '../../ui/badge'
import classes from './attention.module.css'

export type Reason = Finding['reason']

type Look = { tab: string; label: string; tone: 'danger' | 'warning' | 'info' | 'plain' }

/** looks are the reasons in the order of their tabs. */
export const looks: Record<Reason, Look> = {
  broken: { tab: 'Broken', label: 'Broken link', tone: 'danger' },
  moved: { tab: 'Moved', label: 'Moved link', tone: 'info' },
  expiring: { tab: 'Expiring', label: 'Expires soon', tone: 'warning' },
  expired: { tab: 'Expired', label: 'Expired, still public', tone: 'danger' },
  duplicate: { tab: 'Duplicates', label: 'Likely duplicate', tone: 'warning' },
  no_image: { tab: 'No image', label: 'No image', tone: 'plain' },
  no_synopsis: { tab: 'No synopsis', label: 'No synopsis', tone: 'plain' },
  no_destination: { tab: 'No destination', label: 'No destination', tone: 'plain' },
  no_subject_area: { tab: 'No subject area', label: 'No subject area', tone: 'plain' },
  no_library: { tab: 'No library', label: 'No library', tone: 'plain' },
}

/** ReasonCell says why a row is listed, and what is known about it. */
export function ReasonCell({ row }: { row: Finding }) {
  const { label, tone } = looks[row.reason]
  return (
    <span className={classes.reason}>
      <Badge tone={tone}>{label}</Badge>
      <span className={classes.detail}>
        <Detail row={row} />
      </span>
    </span>
  )
}

function Detail({ row: { reason, content, collection, snoozed_until, note } }: { row: Finding }) {
  if (snoozed_until)
    return (
      <>
        Snoozed until <Moment at={snoozed_until} as="date" />
        {note && `: ${note}`}
      </>
    )
  switch (reason) {
    case 'broken':
      return <span title={content?.problem}>{content?.problem}</span>
    case 'moved':
      return <span title={content?.new_url}>{content?.new_url}</span>
    case 'expiring':
      return <Moment at={content?.expires_at} as="date" />
    case 'expired':
      return <>In {collection?.name}</>
    case 'duplicate':
      return content?.same_url ? 'Same URL as another item' : 'Same title as another item'
    default:
      return null
  }
}
