import type { ItemRow } from '../../kit/api/schema.gen'
import { Badge } from '../../ui/badge'

type LinkStatus = ItemRow['link_status']

const looks = {
  '': { label: 'Not checked', tone: 'plain' },
  ok: { label: 'Working', tone: 'good' },
  moved: { label: 'Moved', tone: 'info' },
  broken: { label: 'Broken', tone: 'danger' },
  unsure: { label: 'Unsure', tone: 'warning' },
} as const satisfies Record<LinkStatus, object>

/** LinkBadge says what the last check of a link found. */
export function LinkBadge({ status }: { status: LinkStatus }) {
  return <Badge tone={looks[status].tone}>{looks[status].label}</Badge>
}
