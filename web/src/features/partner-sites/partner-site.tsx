import { useNavigate } from '@tanstack/react-router'
import { useMemo } from 'react'
import type { Site } from '../../kit/api/schema.gen'
import { historyOf } from '../../kit/history/record'
import { Trail } from '../../kit/page/trail'
import { withParentIds } from '../../kit/resource/define'
import { RecordPage } from '../../kit/resource/record-page'
import { RecordTools } from '../../kit/resource/record-tools'
import { ResourceCard } from '../../kit/resource/resource-page'
import { askToDelete } from '../../kit/resource/sentences'
import { paths } from '../../paths'
import { PageLayout } from '../../ui/page-layout'
import { CopilotTrial } from './copilot-trial'
import { homeOf } from './site-address'
import { SiteCard } from './site-card'
import { SiteTrial } from './site-trial'
import { type PartnerTab, redirects, sitesOf, transformations } from './sites-definition'

/** PartnerSite is the page of a site with its transformations and redirects. */
export function PartnerSite(tab: PartnerTab) {
  return (
    <RecordPage path={sitesOf(tab.partner.id).path} param="site_id">
      {(site) => <SitePage key={site.id} {...tab} site={site} />}
    </RecordPage>
  )
}

// The button that deletes the partner is left out: it could be mistaken for the one that deletes the site.
function SitePage({ partner, frame: { tabs }, site }: PartnerTab & { site: Site }) {
  const navigate = useNavigate()
  const [ids, sites] = useMemo(() => [{ partner_id: partner.id, site_id: site.id }, sitesOf(partner.id)] as const, [partner.id, site.id])
  const [siteTransformations, siteRedirects] = useMemo(() => [withParentIds(transformations, ids), withParentIds(redirects, ids)] as const, [ids])
  const back = paths.partnerSites(partner.id)
  async function remove() {
    if (await askToDelete(sites, site)) await navigate({ to: back })
  }
  const trail = [
    { label: 'Partners', to: paths.partners() },
    { label: partner.name, to: paths.partner(partner.id) },
    { label: 'Sites', to: back },
  ]
  return (
    <PageLayout
      title={site.name}
      about={partner.name}
      trail={<Trail to={trail}>{site.name}</Trail>}
      actions={<RecordTools record={historyOf(sites, site)} />}
    >
      {tabs}
      <div className="grid">
        <SiteCard site={site} partner={partner} resource={sites} onDelete={() => void remove()} />
        <CopilotTrial path={`${sites.path}/${site.id}`} home={homeOf(site)} />
        <ResourceCard resource={siteTransformations} expectedRows={site.transformations_count}>
          <ResourceCard resource={siteRedirects} expectedRows={site.redirects_count} lead={<SiteTrial path={siteRedirects.path} />} />
        </ResourceCard>
      </div>
    </PageLayout>
  )
}
