import type { Partner } from '../../kit/api/schema.gen'

export function PartnerSite({ partner }: { partner: Partner }) {
  return <p>{partner.name}</p>
}
