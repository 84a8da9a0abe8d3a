import type { Collection } from '../../kit/api/schema.gen'
import { formatDay, officeDay } from '../../kit/format/dates'
import { Badge } from '../../ui/badge'

const from = (at: string) => `from ${formatDay(officeDay(at))}`

/** CollectionFlags are the badges of a collection: featured, public, scheduled for a day, expired. */
export function CollectionFlags({ collection }: { collection: Collection }) {
  const { featured, public: shown, expired, inspires_publish_at, inspires_feature_at } = collection
  return (
    <>
      {expired && <Badge tone="warning">Expired</Badge>}
      {featured && <Badge tone="info">Featured</Badge>}
      {shown && <Badge tone="good">Public on Inspires</Badge>}
      {inspires_publish_at && !shown && <Badge>Public {from(inspires_publish_at)}</Badge>}
      {inspires_feature_at && !featured && <Badge>Featured {from(inspires_feature_at)}</Badge>}
    </>
  )
}
