import type { Collection } from '../../kit/api/schema.gen'
import { formatDay, officeDay } from '../../kit/format/dates'
import { Badge } from '../../ui/badge'

const from = (at: string) => `from ${formatDay(officeDay(at))}`

/** flagsOf returns what the badges of a collection say: featured, public, scheduled for a day, expired. */
export function flagsOf({ featured, public: shown, expired, inspires_publish_at, inspires_feature_at }: Collection) {
  const flags: { text: string; tone?: 'warning' | 'info' | 'good' }[] = []
  if (expired) flags.push({ text: 'Expired', tone: 'warning' })
  if (featured) flags.push({ text: 'Featured', tone: 'info' })
  if (shown) flags.push({ text: 'Public on Inspires', tone: 'good' })
  if (inspires_publish_at && !shown) flags.push({ text: `Public ${from(inspires_publish_at)}` })
  if (inspires_feature_at && !featured) flags.push({ text: `Featured ${from(inspires_feature_at)}` })
  return flags
}

/** CollectionFlags are the badges of a collection. */
export function CollectionFlags({ collection }: { collection: Collection }) {
  return flagsOf(collection).map(({ text, tone }) => (
    <Badge key={text} tone={tone}>
      {text}
    </Badge>
  ))
}
