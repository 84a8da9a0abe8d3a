import type { ItemRow } from '../../kit/api/schema.gen'
import { Badge } from '../../ui/badge'

export type Status = ItemRow['status']

export const statusTexts = {
  published: { label: 'Published', is: 'published', tone: 'good' },
  scheduled: { label: 'Scheduled', is: 'scheduled', tone: 'info' },
  draft: { label: 'Draft', is: 'a draft', tone: 'plain' },
  expired: { label: 'Expired', is: 'expired', tone: 'warning' },
} as const satisfies Record<Status, object>

/** The statuses staff can choose. "Scheduled" follows from a publish date in the future. */
export const selectableStatuses = ['published', 'draft', 'expired'] as const
export type SelectableStatus = (typeof selectableStatuses)[number]

export function StatusBadge({ status }: { status: Status }) {
  return <Badge tone={statusTexts[status].tone}>{statusTexts[status].label}</Badge>
}
