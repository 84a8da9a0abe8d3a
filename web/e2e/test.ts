/*
 * How a test stays cheap: what costs is loading the app, so a journey loads it once (page.goto) and goes on by clicking, and
 * rows it needs are made with `api`. Take `page` as it comes: it is a new tab in a browser that has the app's files already
 * and otherwise nothing (see browsers.ts). Members (`asMember`, `hire`), the clock and permissions cost a browser or a sign-in
 * each: only where the test is about them. `cold` is for what the first visit looks like.
 */
import { randomUUID } from 'node:crypto'
import type { Locator, Page, PlaywrightWorkerArgs } from '@playwright/test'
import { type APIRequestContext, test as base, expect } from '@playwright/test'
import { Browsers, type State, type Warm } from './browsers.ts'
import { type Database, password, type Server, serverOn } from './servers.ts'

export { expect }

export type Member = { id: number; email: string; password: string; state: Awaited<ReturnType<APIRequestContext['storageState']>> }

/** Who looks at the page. A member is somebody hired for this one test, whose settings nobody else sees. */
export type Options = {
  as: 'admin' | 'editor' | 'member' | 'nobody'
  database: Database
  /** A browser that has never been here. */
  cold: boolean
}

type Parts = {
  server: Server
  /** Opens a browser for this test. */
  open: (state: State) => Promise<Warm>
  /** What the page has complained about. */
  complaints: Complaints
  /** It must be nothing. */
  quiet: undefined
  /** The API, as the admin: to make rows and to do what a colleague does meanwhile. */
  api: Api
  /** The same member of staff all through a test. */
  hire: () => Promise<Member>
  /** Another browser of the same or of another person, watched like the first. */
  visit: (state: State) => Promise<Page>
}

export const asAdmin: Partial<Options> = { as: 'admin' }
export const asEditor: Partial<Options> = { as: 'editor' }
export const asMember: Partial<Options> = { as: 'member' }
export const asNobody: Partial<Options> = { as: 'nobody' }

export const test = base.extend<Options & Parts, { browsers: Browsers }>({
  as: ['admin', { option: true }],
  database: ['sqlite', { option: true }],
  cold: [false, { option: true }],
  browsers: [
    // biome-ignore lint/correctness/noEmptyPattern: this is how Playwright is told that it needs nothing
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
      const answer = await http.post('/api/auth/login', { data: { email, password } })
      expect(answer.status()).toBe(200)
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
      // Whatever of these a test sets, it gets a browser with it.
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
    const looks = [colorScheme, contextOptions, deviceScaleFactor, forcedColors, hasTouch, isMobile, locale, reducedMotion, timezoneId, viewport]
    const may = [bypassCSP, extraHTTPHeaders, geolocation, javaScriptEnabled, offline, permissions, userAgent]
    const kind = JSON.stringify([server.url, looks, may])
    const opened: Warm[] = []
    await use(async (state) => {
      const warm = await browsers.take(browser, server.url, kind, cold)
      opened.push(warm)
      await warm.begin(state, complaints.hear)
      return warm
    })
    const keep = info.errors.length === 0 && !cold
    for (const warm of opened) await browsers.give(warm, kind, keep)
  },
  context: async ({ open, storageState }, use) => use((await open(storageState)).context),
  visit: async ({ open }, use) => use(async (state) => (await open(state)).context.newPage()),
  quiet: [
    async ({ complaints, context: _ }, use) => {
      await use(undefined)
      expect(complaints.list, 'what the page complained about').toEqual([])
    },
    { auto: true },
  ],
})

const confirmed = new Map<string, number>()
const confirmAfter = 4 * 60_000

/**
 * keepConfirmed confirms the password of a session that all tests share. The server forgets a confirmation after ten minutes,
 * and the whole suite takes about as long.
 */
async function keepConfirmed(playwright: PlaywrightWorkerArgs['playwright'], server: Server, who: 'admin' | 'editor') {
  const state = server[who]
  if (Date.now() - (confirmed.get(state) ?? 0) < confirmAfter) return
  const http = await playwright.request.newContext({ baseURL: server.url, storageState: state })
  const answer = await http.post('/api/auth/confirm', { data: { password } })
  expect(answer.status(), await answer.text()).toBe(204)
  await http.dispose()
  confirmed.set(state, Date.now())
}

/**
 * Complaints gathers every line on the console, every error nobody caught and every violation of the content security
 * policy. A test that provokes a refusal allows the browser's own line about it, naming the status.
 */
export class Complaints {
  list: string[] = []
  private allowed: RegExp[] = []

  hear = (complaint: string) => {
    if (!this.allowed.some((pattern) => pattern.test(complaint))) this.list.push(complaint)
  }

  /** allowText lets a line through that a test provokes. */
  allowText(pattern: RegExp) {
    this.allowed.push(pattern)
  }

  /** allow lets the browser note an answer with this status, or a request that never arrived. */
  allow(status: number | 'unreachable') {
    const what = status === 'unreachable' ? 'net::ERR_FAILED' : `the server responded with a status of ${status} \\(`
    this.allowed.push(new RegExp(`^error: Failed to load resource: ${what}`))
  }
}

type Item = Record<string, unknown> & { id: number; name: string; version: number }

/** Api does over HTTP what a test needs done before or beside the browser. */
export class Api {
  private http: APIRequestContext

  constructor(http: APIRequestContext) {
    this.http = http
  }

  private async call(method: string, path: string, data?: unknown) {
    const answer = await this.http.fetch(`/api/admin/${path}`, { method, data })
    expect(answer.ok(), `${method} ${path}: ${await answer.text()}`).toBe(true)
    return answer.status() === 204 ? {} : await answer.json()
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

  /** keys are what a partner's programs show to be let in. */
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

/** unique makes a name no other test has. */
export function unique(words: string): string {
  return `${words} ${randomUUID().slice(0, 8)}`
}

/** newcomer is a person no other test knows, neither by name nor by e-mail. */
export const newcomer = () => ({ first_name: 'Odette', last_name: unique('Vale'), email: `${randomUUID()}@waymark.example` })

/** employed makes a member of staff who never signs in; what is given of them is theirs. */
export async function employed(api: Api, person: Partial<ReturnType<typeof newcomer>> = {}) {
  const given = { ...newcomer(), ...person }
  const { id } = await api.post('staff', { ...given, staff_role: 'editor', password, password_confirmation: password })
  return { ...given, id, name: `${given.first_name} ${given.last_name}` }
}

/** publishersNamed makes so many publishers that share one word, in alphabetical order, and returns the word. */
export async function publishersNamed(api: Api, count: number): Promise<string> {
  const word = unique('Quay').replace(' ', '')
  for (let n = 1; n <= count; n++) await api.post('publishers', { name: `${word} ${String(n).padStart(2, '0')}` })
  return word
}

/** said finds a sentence as it is written in the list of messages: **…** is bold. */
export async function said(where: Locator, sentence: string) {
  const line = where.getByText(sentence.replaceAll('**', ''), { exact: true })
  await expect(line).toBeVisible()
  for (const [, bold] of sentence.matchAll(/\*\*(.+?)\*\*/g)) await expect(line.locator('b').getByText(bold ?? '', { exact: true })).toBeVisible()
}

export const notices = (page: Page) => page.getByRole('region', { name: 'Notices' })

export const noticed = (page: Page, sentence: string) => said(notices(page), sentence)

/** rowOf is the row or, on a phone, the card of a record. */
export const rowOf = (page: Page, name: string) =>
  page
    .getByRole('row')
    .or(page.getByRole('main').getByRole('listitem'))
    .filter({ has: page.getByRole('link', { name }) })

/** card is a part of a record's page, by its title. */
export const card = (page: Page, title: string) => page.getByRole('region', { name: title, exact: true })

/** fact is what a card says of one thing. */
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

/** choose picks an action of a row's menu. */
export async function choose(page: Page, name: string, action: string) {
  await rowOf(page, name).getByRole('button', { name: 'Actions' }).click()
  await page.getByRole('menuitem', { name: action }).click()
}

/** pick finds a record in a picker by its name, and chooses it. */
export async function pick(field: Locator, name: string) {
  await field.click()
  await field.fill(name)
  await field.page().getByRole('option', { name, exact: true }).click()
}

/** drag takes a row by its handle and drops it where another one is. */
export async function drag(handle: Locator, onto: Locator) {
  const [from, to] = [await handle.boundingBox(), await onto.boundingBox()]
  if (!from || !to) throw new Error('the rows are not on the screen')
  const { mouse } = handle.page()
  const x = from.x + from.width / 2
  await mouse.move(x, from.y + from.height / 2)
  await mouse.down()
  await mouse.move(x, from.y + from.height / 2 + 8, { steps: 2 })
  await mouse.move(x, to.y + to.height / 2 + 4, { steps: 6 })
  await mouse.up()
}

/** counted notes the requests of one kind from now on. */
export function counted(page: Page, method: string, path: string) {
  const list: URL[] = []
  page.on('request', (request) => {
    const url = new URL(request.url())
    if (request.method() === method && url.pathname === `/api/admin/${path}`) list.push(url)
  })
  return list
}

/** bodies notes what the page sends, from its next load on: the browser tells no body of a request that can be sent again. */
export async function bodies(page: Page, method: string) {
  const list: unknown[] = []
  await page.exposeBinding('tellBody', (_, text: string) => list.push(JSON.parse(text)))
  await page.addInitScript((method) => {
    const { tellBody } = window as unknown as { tellBody: (text: string) => void }
    const fetch = window.fetch
    window.fetch = async (request, init) => {
      if (request instanceof Request && request.method === method) tellBody(await request.clone().text())
      return fetch(request, init)
    }
  }, method)
  return list
}
