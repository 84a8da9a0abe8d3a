import type { OnPartnerPage } from './shell'

export function PartnerSites({ partner }: OnPartnerPage) {
  return <p>{partner.name}</p>
}
