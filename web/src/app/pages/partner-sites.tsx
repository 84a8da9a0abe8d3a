import { PartnerSite } from '../../features/partner-sites/partner-site'
import { PartnerSites } from '../../features/partner-sites/partner-sites'
import { OfPartner } from '../../features/partners/shell'

// The sites of a partner, as a tab of its page. They bring a page layout of their own, with a button for a new site.

export function PartnerSitesPage() {
  return <OfPartner>{(on) => <PartnerSites {...on} />}</OfPartner>
}

export function PartnerSitePage() {
  return <OfPartner>{(on) => <PartnerSite {...on} />}</OfPartner>
}
