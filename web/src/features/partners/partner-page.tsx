import { lazyComponent } from '../../kit/lazy'
import { PartnerDetails } from './partner-details'
import { framed } from './shell'

const Customizations = lazyComponent(() => import('./partner-customizations').then((file) => file.Customizations))

export const PartnerPage = framed(({ partner }) => <PartnerDetails partner={partner} />)

export const PartnerCustomizationsPage = framed(({ partner }) => <Customizations key={partner.id} partner={partner} />)
