import { PartnerSite } from '../../features/partner-sites/partner-site'
import { PartnerSites } from '../../features/partner-sites/partner-sites'
import { PartnerShell } from '../../features/partners/shell'

// The sites of a partner, as a tab of its page. They have their own page layout, with a button for a new site.

export function PartnerSitesPage() {
  return <PartnerShell>{(props) => <PartnerSites {...props} />}</PartnerShell>
}

export function PartnerSitePage() {
  return <PartnerShell>{(props) => <PartnerSite {...props} />}</PartnerShell>
}
