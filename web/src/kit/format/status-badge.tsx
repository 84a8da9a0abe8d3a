import { Badge } from '../../ui/badge'
import type { ItemRow } from '../api/schema.gen'

export type ItemStatus = ItemRow['status']

/** statusTexts has the label of each status of content, and how a sentence says it. */
export const statusTexts = {
  published: { label: 'Published', is: 'published', tone: 'good' },
  scheduled: { label: 'Scheduled', is: 'scheduled', tone: 'info' },
  draft: { label: 'Draft', is: 'a draft', tone: 'plain' },
  expired: { label: 'Expired', is: 'expired', tone: 'warning' },
} as const satisfies Record<ItemStatus, object>

/** The statuses staff can choose. "Scheduled" follows from a publish date in the future. */
export const selectableStatuses = ['published', 'draft', 'expired'] as const
export type SelectableStatus = (typeof selectableStatuses)[number]

export function StatusBadge({ status }: { status: ItemStatus }) {
  return <Badge tone={statusTexts[status].tone}>{statusTexts[status].label}</Badge>
}
