import type { Collection } from '../api/schema.gen'
import { formatDay, officeDay } from '../format/dates'

type Dates = Pick<Collection, 'public' | 'expired' | 'inspires_publish_at' | 'expires_at'>

const day = (at: string) => formatDay(officeDay(at))

/** pageProblem returns why a collection has no page at the moment, if it has none. */
export function pageProblem({ public: shown, expired, inspires_publish_at, expires_at }: Dates): string | undefined {
  if (expired && expires_at) return `The page ended on ${day(expires_at)}, when the collection expired.`
  if (!shown && inspires_publish_at) return `The page will be public on ${day(inspires_publish_at)}.`
  return shown ? undefined : 'The page is not public. Set a publish date on Inspires to publish it.'
}
