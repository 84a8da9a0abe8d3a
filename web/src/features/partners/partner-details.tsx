import type { Partner } from '../../kit/api/schema.gen'

export function PartnerDetails({ partner }: { partner: Partner }) {
  return <p>{partner.name}</p>
}
