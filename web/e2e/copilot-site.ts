import { randomUUID } from 'node:crypto'
import { type Browser, type BrowserContext, chromium, type Page } from '@playwright/test'
import { password } from './servers.ts'
import { Site } from './site.ts'
import { type Api, test as base, expect, unique, uniquePerson } from './test.ts'

export { expect }

type Values = Record<string, unknown>
type Given = {
  partner?: Values
  /** The Copilot settings of the partner. */
  copilot?: Values
  user?: Values
  site?: Values
  transformations?: Values[]
  redirects?: Values[]
  languages?: Values[]
}

/** createCopilot creates a partner with a site, what Copilot does on it, and an advisor without a partner. */
export async function createCopilot(api: Api, given: Given = {}) {
  const partner = await api.post('partners', { name: unique('Tern Travel'), ...given.partner })
  await api.put(`partners/${partner.id}/copilot`, { copilot_advisor_branding: 'none', copilot_cache_duration: 0, ...given.copilot })
  for (const language of given.languages ?? []) await api.post(`partners/${partner.id}/languages`, language)
  const host = `tern-${randomUUID().slice(0, 8)}.example`
  const site = await api.post(`partners/${partner.id}/sites`, { domain: host, ...given.site })
  const path = `partners/${partner.id}/sites/${site.id}`
  for (const transformation of given.transformations ?? []) await api.post(`${path}/transformations`, { name: 'Change', ...transformation })
  for (const redirect of given.redirects ?? []) await api.post(`${path}/redirects`, redirect)
  const user = await api.post('users', {
    ...uniquePerson(),
    password,
    password_confirmation: password,
    company_name: 'Vale & Co',
    display_contact_info_on_links: 'personal',
    ...given.user,
  })
  const { api_key: key } = await api.keys(partner.id)
  const pages = new URL(/src="([^"]+)"/.exec(String(partner.embed_snippet))?.[1] ?? '').origin
  const script = (more = '') => `<script async src="${pages}/copilot.js" data-key="${key}" ${more}></script>`
  return { partner, site, path, user, uid: String(user.alt_id), key, pages, script, at: (page: string) => `http://${host}${page}` }
}

export type Copilot = Awaited<ReturnType<typeof createCopilot>>

type Event = { id: string; kind: string; uid: string; source_url: string }

/** Visitor is a browser of somebody who visits the site of a partner. */
export class Visitor {
  readonly context: BrowserContext
  readonly page: Page
  readonly site: Site
  /** Requests to the server, without those for the script and images. */
  readonly requests: string[] = []
  readonly events: Event[] = []
  /** Messages of the console, and uncaught errors. */
  readonly complaints: string[] = []

  constructor(context: BrowserContext, page: Page, site: Site) {
    this.context = context
    this.page = page
    this.site = site
    context.on('console', (message) => this.complaints.push(message.text()))
    context.on('weberror', (error) => this.complaints.push(String(error.error())))
    context.on('request', (request) => {
      const { pathname } = new URL(request.url())
      if (pathname.startsWith('/api/')) this.requests.push(request.url())
      if (pathname === '/api/v1/copilot/events') this.events.push(...JSON.parse(request.postData() ?? '{"events":[]}').events)
    })
  }

  /** put adds a page to the site. */
  put(path: string, body: string, headers: Record<string, string> = {}, lang = 'en') {
    const html = `<!doctype html><html lang="${lang}"><meta charset="utf-8"><title>Page ${path}</title><body>${body}</body></html>`
    this.site.put(path, 'text/html; charset=utf-8', html, headers)
  }

  /** kinds returns the kinds of the events in the order in which they were sent. */
  kinds() {
    return this.events.map(({ kind }) => kind)
  }

  /** expectEvents waits for events, and fails if there are others. */
  async expectEvents(...kinds: string[]) {
    await expect.poll(() => this.kinds()).toEqual(kinds)
  }

  /** stored returns what the page finds in its storage. */
  stored(): Promise<Record<string, string>> {
    return this.page.evaluate(() =>
      Object.fromEntries([...Object.entries(localStorage), ...Object.entries(sessionStorage), ['cookies', document.cookie]]),
    )
  }
}

type Fixtures = { visitor: Visitor }
type WorkerFixtures = { siteBrowser: { browser: Browser; site: Site } }

/** test opens a browser in which all hosts of .example are one local server. */
export const test = base.extend<Fixtures, WorkerFixtures>({
  siteBrowser: [
    async ({ launchOptions }, use) => {
      const site = new Site()
      await site.open()
      const rule = `--host-resolver-rules=MAP *.example:80 ${new URL(site.at('')).host}`
      const browser = await chromium.launch({ ...launchOptions, args: [...(launchOptions.args ?? []), rule] })
      await use({ browser, site })
      await browser.close()
      site.close()
    },
    { scope: 'worker' },
  ],
  visitor: async ({ siteBrowser: { browser, site } }, use) => {
    const context = await browser.newContext({ locale: 'en-GB' })
    // The bar is in a closed shadow root, which locators can't reach into.
    await context.addInitScript(() => {
      const attach = Element.prototype.attachShadow
      Element.prototype.attachShadow = function (init) {
        this.setAttribute('data-mode', init.mode)
        return attach.call(this, { ...init, mode: 'open' })
      }
    })
    await use(new Visitor(context, await context.newPage(), site))
    await context.close()
  },
})
