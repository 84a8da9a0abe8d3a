import type { Site } from '../../kit/api/schema.gen'
import { start } from '../../kit/start'

/** addressOf returns the address of a site by its host. This server serves the site of the demonstration itself. */
export function addressOf(host: string): string {
  return start.demo_site && new URL(start.demo_site).hostname === host ? start.demo_site : `https://${host}`
}

/** homeOf returns the address of the home page of a site. */
export function homeOf({ domain, copilot_domains }: Site): string {
  const addresses = [domain, ...copilot_domains].map(addressOf)
  return `${addresses.find((address) => address === start.demo_site) ?? addresses[0]}/`
}
