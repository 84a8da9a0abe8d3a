import { Skeleton } from '@mantine/core'
import { type ReactNode, Suspense } from 'react'
import { lazyComponent } from '../../kit/lazy'
import { PageLayout } from '../../ui/page-layout'
import { PartnerDetails } from './partner-details'
import { OfPartner, type OnPartnerPage } from './shell'

const Customizations = lazyComponent(() => import('./partner-customizations').then((file) => file.Customizations))

/** framed shows a tab below the partner's name and tabs. */
export const framed = (Tab: (on: OnPartnerPage) => ReactNode) => () => (
  <OfPartner>
    {(on) => {
      const { tabs, ...frame } = on.frame
      return (
        <PageLayout {...frame}>
          {tabs}
          <Suspense fallback={<Skeleton height={320} radius={12} />}>
            <Tab {...on} />
          </Suspense>
        </PageLayout>
      )
    }}
  </OfPartner>
)

export const PartnerPage = framed(({ partner }) => <PartnerDetails partner={partner} />)

export const PartnerCustomizationsPage = framed(({ partner }) => <Customizations key={partner.id} partner={partner} />)
