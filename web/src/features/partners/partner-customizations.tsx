import type { Partner } from '../../kit/api/schema.gen'

export function Customizations({ partner }: { partner: Partner }) {
  return <p>{partner.name}</p>
}
