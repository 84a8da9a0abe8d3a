import type { Partner, Site } from '../../kit/api/schema.gen'

/**
 * addressOf returns the address of a site by its host. Hosts that end in .localhost are part of the demonstration, which this
 * server serves together with public pages.
 */
export function addressOf(host: string, { embed_snippet }: Partner): string {
  const pages = /src="([^"]+)"/.exec(embed_snippet)?.[1]
  if (!host.endsWith('.localhost') || !pages) return `https://${host}`
  const { protocol, port } = new URL(pages)
  return `${protocol}//${host}${port && `:${port}`}`
}

/** homeOf returns the address of a site's home page. */
export function homeOf({ domain, copilot_domains }: Site, partner: Partner): string {
  return `${addressOf(copilot_domains.find((host) => host.endsWith('.localhost')) ?? domain, partner)}/`
}

/** snippetOf returns the HTML that runs Copilot on a site. */
export function snippetOf({ embed_snippet, api_key }: Partner): string {
  const pages = /src="([^"]+)\/embed\.js"/.exec(embed_snippet)?.[1]
  return `<script async src="${pages}/copilot.js" data-key="${api_key}"></script>`
}
