import { useMemo } from 'react'
import { ResourcePage } from '../../kit/resource/resource-page'
import { type PartnerTab, sitesOf } from './sites-definition'

/** PartnerSites lists the sites of a partner. */
export function PartnerSites({ partner: { id }, frame: { actions, ...frame } }: PartnerTab) {
  const sites = useMemo(() => sitesOf(id), [id])
  return <ResourcePage {...frame} resource={sites} after={actions} />
}
