/*
 * How to keep tests fast: loading the app is expensive, so a test loads it once (page.goto) and then clicks, and creates the
 * rows it needs with `api`. `page` is a tab without history in a browser that has only the app's files in its cache (see browsers.ts).
 * Members (`asMember`, `hire`), the clock and permissions need an additional browser or sign-in: use them only in tests about
 * them. `cold` is for tests of the first visit.
 *
 * A test with @both in its title runs on PostgreSQL as well: one for each kind of query that a screen sends. The Go tests
 * call every endpoint on both databases.
 */
import { randomUUID } from 'node:crypto'
import type { Locator, Page, PlaywrightWorkerArgs } from '@playwright/test'
import { type APIRequestContext, test as base, expect } from '@playwright/test'
import { Browsers, type State, type WarmBrowser } from './browsers.ts'
import { type Database, password, type Server, serverOn } from './servers.ts'

export { expect }

export type Member = { id: number; email: string; password: string; state: Awaited<ReturnType<APIRequestContext['storageState']>> }

/** Options choose who is signed in. A member is a staff member created for one test, with settings of their own. */
export type Options = {
  as: 'admin' | 'editor' | 'member' | 'nobody'
  database: Database
  /** Use a browser with an empty cache. */
  cold: boolean
}

type Fixtures = {
  server: Server
  /** Opens a browser for this test. */
  open: (state: State) => Promise<WarmBrowser>
  /** The browser of this test. */
  own: WarmBrowser
  /** Problems that the page has reported. */
  complaints: Complaints
  /** Fails the test if there are complaints. */
  quiet: undefined
  /** The API as an admin, to create records and to act as a colleague. */
  api: Api
  /** Creates a staff member, the same one throughout a test. */
  hire: () => Promise<Member>
  /** Opens another browser, whose complaints count as well. */
  visit: (state: State) => Promise<Page>
}

export const asAdmin: Partial<Options> = { as: 'admin' }
export const asEditor: Partial<Options> = { as: 'editor' }
export const asMember: Partial<Options> = { as: 'member' }
export const asNobody: Partial<Options> = { as: 'nobody' }

export const test = base.extend<Options & Fixtures, { browsers: Browsers }>({
  as: ['admin', { option: true }],
  database: ['sqlite', { option: true }],
  cold: [false, { option: true }],
  browsers: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright requires a destructuring pattern
    async ({}, use) => {
      const browsers = new Browsers()
      await use(browsers)
      await browsers.close()
    },
    { scope: 'worker' },
  ],
  server: async ({ database }, use) => use(serverOn(database)),
  baseURL: async ({ server }, use) => use(server.url),
  storageState: async ({ as, server, hire, playwright }, use) => {
    if (as === 'nobody') return use(undefined)
    if (as !== 'member') await keepConfirmed(playwright, server, as)
    await use(as === 'member' ? (await hire()).state : server[as])
  },
  api: async ({ playwright, server }, use) => {
    await keepConfirmed(playwright, server, 'admin')
    const http = await playwright.request.newContext({ baseURL: server.url, storageState: server.admin })
    await use(new Api(http))
    await http.dispose()
  },
  hire: async ({ playwright, server, api }, use) => {
    let member: Promise<Member> | undefined
    const hire = async () => {
      const email = `${randomUUID()}@waymark.example`
      const name = { first_name: 'Mira', last_name: 'Kestrel' }
      const { id } = await api.post('staff', { ...name, email, staff_role: 'editor', password, password_confirmation: password })
      const http = await playwright.request.newContext({ baseURL: server.url })
      const response = await http.post('/api/auth/login', { data: { email, password } })
      expect(response.status()).toBe(200)
      const state = await http.storageState()
      await http.dispose()
      return { id, email, password, state }
    }
    await use(() => {
      member ??= hire()
      return member
    })
  },
  // biome-ignore lint/correctness/noEmptyPattern: as above
  complaints: async ({}, use) => use(new Complaints()),
  open: async (
    {
      browser,
      browsers,
      complaints,
      cold,
      server,
      // A test that sets one of these gets a browser with that option.
      bypassCSP,
      colorScheme,
      contextOptions,
      deviceScaleFactor,
      extraHTTPHeaders,
      forcedColors,
      geolocation,
      hasTouch,
      isMobile,
      javaScriptEnabled,
      locale,
      offline,
      permissions,
      reducedMotion,
      timezoneId,
      userAgent,
      viewport,
    },
    use,
    info,
  ) => {
    const appearance = [colorScheme, contextOptions, deviceScaleFactor, forcedColors, hasTouch, isMobile, locale, reducedMotion, timezoneId, viewport]
    const capabilities = [bypassCSP, extraHTTPHeaders, geolocation, javaScriptEnabled, offline, permissions, userAgent]
    const kind = JSON.stringify([server.url, appearance, capabilities])
    const opened: WarmBrowser[] = []
    await use(async (state) => {
      const warm = await browsers.acquire(browser, server.url, kind, cold)
      opened.push(warm)
      await warm.start(state, complaints.report)
      return warm
    })
    const keep = info.errors.length === 0 && !cold
    for (const warm of opened) await browsers.release(warm, kind, keep)
  },
  own: async ({ open, storageState }, use) => use(await open(storageState)),
  context: async ({ own }, use) => use(own.context),
  page: async ({ own }, use) => use(own.page),
  visit: async ({ open }, use) => use(async (state) => (await open(state)).page),
  quiet: [
    async ({ complaints, context: _ }, use) => {
      await use(undefined)
      expect(complaints.list, 'complaints of the page').toEqual([])
    },
    { auto: true },
  ],
})

const confirmed = new Map<string, number>()
const confirmAfter = 4 * 60_000

/**
 * keepConfirmed confirms the password of a session that all tests share. A confirmation expires after ten minutes,
 * and the whole suite takes about as long.
 */
async function keepConfirmed(playwright: PlaywrightWorkerArgs['playwright'], server: Server, who: 'admin' | 'editor') {
  const state = server[who]
  if (Date.now() - (confirmed.get(state) ?? 0) < confirmAfter) return
  const http = await playwright.request.newContext({ baseURL: server.url, storageState: state })
  const response = await http.post('/api/auth/confirm', { data: { password } })
  expect(response.status(), await response.text()).toBe(204)
  await http.dispose()
  confirmed.set(state, Date.now())
}

/**
 * Complaints collects console messages, uncaught errors and violations of the content security
 * policy. A test that provokes an error response allows the message of the browser about that status.
 */
export class Complaints {
  list: string[] = []
  private allowed: RegExp[] = []

  report = (complaint: string) => {
    if (!this.allowed.some((pattern) => pattern.test(complaint))) this.list.push(complaint)
  }

  /** allowText allows a message that a test provokes. */
  allowText(pattern: RegExp) {
    this.allowed.push(pattern)
  }

  /** allow allows the message of the browser about a response with this status, or about a failed request. */
  allow(status: number | 'unreachable') {
    const message = status === 'unreachable' ? 'net::ERR_FAILED' : `the server responded with a status of ${status} \\(`
    this.allowed.push(new RegExp(`^error: Failed to load resource: ${message}`))
  }
}

type Item = Record<string, unknown> & { id: number; name: string; version: number }

/** Api sends requests to the admin API. */
export class Api {
  private http: APIRequestContext

  constructor(http: APIRequestContext) {
    this.http = http
  }

  private async call(method: string, path: string, data?: unknown) {
    const response = await this.http.fetch(`/api/admin/${path}`, { method, data })
    expect(response.ok(), `${method} ${path}: ${await response.text()}`).toBe(true)
    return response.status() === 204 ? {} : await response.json()
  }

  async list(path: string): Promise<Item[]> {
    return (await this.call('GET', path)).items
  }

  async total(path: string): Promise<number> {
    return (await this.call('GET', path)).meta.total
  }

  async find(path: string): Promise<Item> {
    return (await this.call('GET', path)).item
  }

  async post(path: string, data: unknown): Promise<Item> {
    return (await this.call('POST', path, data)).item
  }

  /** keys returns the API credentials of a partner. */
  async keys(partner: number): Promise<{ api_key: string; api_secret: string }> {
    return await this.call('POST', `partners/${partner}/api-secret`, {})
  }

  async put(path: string, data: unknown): Promise<Item> {
    return (await this.call('PUT', path, data)).item
  }

  async delete(path: string) {
    await this.call('DELETE', path)
  }
}

/** unique returns a unique name. */
export function unique(words: string): string {
  return `${words} ${randomUUID().slice(0, 8)}`
}

/** uniquePerson returns a person with a unique name and e-mail. */
export const uniquePerson = () => ({ first_name: 'Odette', last_name: unique('Vale'), email: `${randomUUID()}@waymark.example` })

/** createStaff creates a staff member with the given values. */
export async function createStaff(api: Api, person: Partial<ReturnType<typeof uniquePerson>> = {}) {
  const values = { ...uniquePerson(), ...person }
  const { id } = await api.post('staff', { ...values, staff_role: 'editor', password, password_confirmation: password })
  return { ...values, id, name: `${values.first_name} ${values.last_name}` }
}

/** publisherNames are the names in the list of publishers, without the links of the counts. */
export const publisherNames = (page: Page) => page.getByRole('table', { name: 'Publishers' }).locator('a:not([href^="/content?"])')

/** createPublishers creates publishers whose names share a unique word, in alphabetical order, and returns the word. */
export async function createPublishers(api: Api, count: number): Promise<string> {
  const word = unique('Quay').replace(' ', '')
  for (let n = 1; n <= count; n++) await api.post('publishers', { name: `${word} ${String(n).padStart(2, '0')}` })
  return word
}

/** expectSentence expects a sentence in which **…** is bold. */
export async function expectSentence(where: Locator, sentence: string) {
  const line = where.getByText(sentence.replaceAll('**', ''), { exact: true })
  await expect(line).toBeVisible()
  for (const [, bold] of sentence.matchAll(/\*\*(.+?)\*\*/g)) await expect(line.locator('b').getByText(bold ?? '', { exact: true })).toBeVisible()
}

/** expectMissing expects the message inside the console that a record does not exist. */
export async function expectMissing(page: Page) {
  await expect(page.getByRole('main').getByRole('heading', { name: 'Not found' })).toBeVisible()
  await expect(page.getByRole('banner')).toBeVisible()
}

export const notices = (page: Page) => page.getByRole('region', { name: 'Notices' })

export const expectNotice = (page: Page, sentence: string) => expectSentence(notices(page), sentence)

/** dismissAll closes all notices, so that the next one with the same text is the only one. */
export async function dismissAll(page: Page) {
  const crosses = notices(page).getByRole('button', { name: 'Dismiss' })
  while ((await crosses.count()) > 0) await crosses.first().click()
}

/** controlsUnderNotices returns the controls of a part of the page that notices lie over. */
export const controlsUnderNotices = (page: Page, within: string) =>
  page.evaluate((within) => {
    const notice = document.querySelector('[aria-label=Notices]')?.getBoundingClientRect()
    const controls = [...document.querySelectorAll(`${within} :is(a, button, input)`)].filter((control) => {
      const box = control.getBoundingClientRect()
      return notice && box.left < notice.right && box.right > notice.left && box.top < notice.bottom && box.bottom > notice.top
    })
    return controls.map((control) => control.outerHTML.slice(0, 100))
  }, within)

/** rowOf finds the row or, on a phone, the card of a record. */
export const rowOf = (page: Page, name: string) =>
  page
    .getByRole('row')
    .or(page.getByRole('main').getByRole('listitem'))
    .filter({ has: page.getByRole('link', { name }) })

/** card finds a card of a page by its title. */
export const card = (page: Page, title: string) => page.getByRole('region', { name: title, exact: true })

/** fact finds the value of a label in a card. */
export const fact = (page: Page, title: string, label: string) =>
  card(page, title)
    .locator('dl > div')
    .filter({ has: page.locator(`dt:text-is("${label}")`) })
    .getByRole('definition')

/** edit opens the form of a card. */
export async function edit(page: Page, section: string) {
  await page.getByRole('button', { name: `Edit ${section}` }).click()
  return page.getByRole('dialog', { name: `Edit ${section}` })
}

/** choose runs an action of a row menu. */
export async function choose(page: Page, name: string, action: string) {
  await rowOf(page, name).getByRole('button', { name: 'Actions' }).click()
  await page.getByRole('menuitem', { name: action }).click()
}

/** expectBuiltIn expects that a record can't be deleted because it is built in, and that its menu says so. */
export async function expectBuiltIn(page: Page, name: string) {
  await rowOf(page, name).getByRole('button', { name: 'Actions' }).click()
  const remove = page.getByRole('menuitem', { name: 'Delete' })
  await expect(remove).toBeDisabled()
  await expect(remove).toHaveAccessibleDescription(`${name} is built in and can’t be deleted.`)
}

/** pick chooses a record in a picker by its name. */
export async function pick(field: Locator, name: string) {
  await field.click()
  await field.fill(name)
  await field.page().getByRole('option', { name, exact: true }).click()
}

/** drag drags a row by its handle to the position of another one. */
export async function drag(handle: Locator, onto: Locator) {
  const [from, to] = [await handle.boundingBox(), await onto.boundingBox()]
  if (!from || !to) throw new Error('the rows are not visible')
  const { mouse } = handle.page()
  const x = from.x + from.width / 2
  await mouse.move(x, from.y + from.height / 2)
  await mouse.down()
  await mouse.move(x, from.y + from.height / 2 + 8, { steps: 2 })
  await mouse.move(x, to.y + to.height / 2 + 4, { steps: 6 })
  await mouse.up()
}

/** recordRequests records the requests to an endpoint from now on. */
export function recordRequests(page: Page, method: string, path: string) {
  const list: URL[] = []
  page.on('request', (request) => {
    const url = new URL(request.url())
    if (request.method() === method && url.pathname === `/api/admin/${path}`) list.push(url)
  })
  return list
}

/** recordBodies records the request bodies from the next page load on. Playwright does not expose the body of a cloned request. */
export async function recordBodies(page: Page, method: string) {
  const list: unknown[] = []
  await page.exposeBinding('reportBody', (_, text: string) => list.push(JSON.parse(text)))
  await page.addInitScript((method) => {
    const { reportBody } = window as unknown as { reportBody: (text: string) => void }
    const fetch = window.fetch
    window.fetch = async (request, init) => {
      if (request instanceof Request && request.method === method) reportBody(await request.clone().text())
      return fetch(request, init)
    }
  }, method)
  return list
}
