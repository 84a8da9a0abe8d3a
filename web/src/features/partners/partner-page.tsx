import { PartnerDetails } from './partner-details'
import { partnerPage } from './shell'

export const PartnerPage = partnerPage(({ partner }) => <PartnerDetails partner={partner} />)
