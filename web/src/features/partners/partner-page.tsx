import { Skeleton } from '@mantine/core'
import { Suspense } from 'react'
import { lazyComponent } from '../../kit/lazy'
import { paths } from '../../paths'
import { PageLayout } from '../../ui/page-layout'
import { PartnerDetails } from './partner-details'
import { OfPartner, type OnPartnerPage } from './shell'

const FolderBrowser = lazyComponent(() => import('../collections/folder-browser').then((file) => file.FolderBrowser))
const Customizations = lazyComponent(() => import('./partner-customizations').then((file) => file.Customizations))
const PartnerSites = lazyComponent(() => import('../partner-sites/partner-sites').then((file) => file.PartnerSites))
const PartnerSite = lazyComponent(() => import('../partner-sites/partner-site').then((file) => file.PartnerSite))
const UsersTable = lazyComponent(() => import('../users/users-table').then((file) => file.UsersTable))

/** waiting is the placeholder while a page loads. */
const waiting = <Skeleton height={320} radius={12} />

/** framed shows a page below the partner's name and tabs. */
const framed = (Page: (on: OnPartnerPage) => React.ReactNode) => () => (
  <OfPartner>
    {(on) => {
      const { tabs, ...frame } = on.frame
      return (
        <PageLayout {...frame}>
          {tabs}
          <Suspense fallback={waiting}>
            <Page {...on} />
          </Suspense>
        </PageLayout>
      )
    }}
  </OfPartner>
)

export const PartnerPage = framed(({ partner }) => <PartnerDetails partner={partner} />)

export const PartnerCustomizationsPage = framed(({ partner }) => <Customizations key={partner.id} partner={partner} />)

export const PartnerCollectionsPage = framed(({ partner: { id, name } }) => (
  <FolderBrowser owner={{ kind: 'partners', id, name, at: (folder) => paths.partnerCollections(id, folder) }} />
))

// The sites, site and users pages have their own page layout, with a New button in the header.

export function PartnerSitesPage() {
  return (
    <OfPartner>
      {(on) => (
        <Suspense fallback={waiting}>
          <PartnerSites {...on} />
        </Suspense>
      )}
    </OfPartner>
  )
}

export function PartnerSitePage() {
  return (
    <OfPartner>
      {(on) => (
        <Suspense fallback={waiting}>
          <PartnerSite {...on} />
        </Suspense>
      )}
    </OfPartner>
  )
}

export function PartnerUsersPage() {
  return (
    <OfPartner>
      {({ partner: { id, name }, frame: { actions, ...frame } }) => (
        <Suspense fallback={waiting}>
          <UsersTable partner={{ id, name }} {...frame} header={actions} />
        </Suspense>
      )}
    </OfPartner>
  )
}
