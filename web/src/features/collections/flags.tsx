import type { Collection } from '../../kit/api/schema.gen'
import { Badge } from '../../ui/badge'
import classes from './collections.module.css'

type Flagged = Pick<Collection, 'public' | 'featured' | 'expired' | 'inspires_publish_at' | 'inspires_feature_at'>

/** CollectionFlags are the words about a collection that hold now. A date that lies ahead is scheduled. */
export function CollectionFlags({ collection }: { collection: Flagged }) {
  const { featured, public: shown, expired, inspires_publish_at, inspires_feature_at } = collection
  const scheduled = (inspires_publish_at !== null && !shown) || (inspires_feature_at !== null && !featured)
  if (!featured && !shown && !scheduled && !expired) return null
  return (
    <span className={classes.flags}>
      {featured && <Badge tone="info">Featured</Badge>}
      {shown && <Badge tone="good">Public on Inspires</Badge>}
      {scheduled && <Badge>Scheduled</Badge>}
      {expired && <Badge tone="warning">Expired</Badge>}
    </span>
  )
}
