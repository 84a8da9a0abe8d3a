import type { Collection } from '../../kit/api/schema.gen'
import { Badge } from '../../ui/badge'

/** CollectionFlags are the badges of a collection: featured, public, scheduled, expired. */
export function CollectionFlags({ collection }: { collection: Collection }) {
  const { featured, public: shown, expired, inspires_publish_at, inspires_feature_at } = collection
  const scheduled = (inspires_publish_at !== null && !shown) || (inspires_feature_at !== null && !featured)
  return (
    <>
      {featured && <Badge tone="info">Featured</Badge>}
      {shown && <Badge tone="good">Public on Inspires</Badge>}
      {scheduled && <Badge>Scheduled</Badge>}
      {expired && <Badge tone="warning">Expired</Badge>}
    </>
  )
}
