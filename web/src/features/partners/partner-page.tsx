import { lazyComponent } from '../../kit/lazy'
import { PartnerDetails } from './partner-details'
import { partnerPage } from './shell'

const Customizations = lazyComponent(() => import('./partner-customizations').then((file) => file.Customizations))

export const PartnerPage = partnerPage(({ partner }) => <PartnerDetails partner={partner} />)

export const PartnerCustomizationsPage = partnerPage(({ partner }) => <Customizations key={partner.id} partner={partner} />)
