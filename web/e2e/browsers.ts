import { readFileSync } from 'node:fs'
import type { Browser, BrowserContext, BrowserContextOptions, CDPSession, Page } from '@playwright/test'

export type State = BrowserContextOptions['storageState']

/** ComplaintListener receives the complaints of a page. */
export type ComplaintListener = (complaint: string) => void

/** Methods whose effect on a browser context can't be undone. */
const irreversible = [
  'addInitScript',
  'exposeBinding',
  'exposeFunction',
  'grantPermissions',
  'route',
  'routeFromHAR',
  'routeWebSocket',
  'setExtraHTTPHeaders',
  'setGeolocation',
  'setHTTPCredentials',
  'setOffline',
] as const
const clockMethods = ['fastForward', 'install', 'pauseAt', 'resume', 'runFor', 'setFixedTime', 'setSystemTime'] as const

/** Methods whose effect on a tab is not undone: the tab is replaced. */
const irreversibleInTab = [
  'addInitScript',
  'addLocatorHandler',
  'emulateMedia',
  'exposeBinding',
  'exposeFunction',
  'route',
  'routeFromHAR',
  'routeWebSocket',
  'setDefaultNavigationTimeout',
  'setDefaultTimeout',
  'setExtraHTTPHeaders',
] as const

/**
 * Tab is a tab that later tests reuse, because opening one takes as long as loading the app. While no test uses it, it shows
 * a file of the site, which keeps the process of the site alive.
 */
class Tab {
  readonly page: Page
  private devtools: CDPSession
  private viewport: ReturnType<Page['viewportSize']>
  private altered = false

  private constructor(page: Page, devtools: CDPSession) {
    this.page = page
    this.devtools = devtools
    this.viewport = page.viewportSize()
  }

  static async open(context: BrowserContext): Promise<Tab> {
    const page = await context.newPage()
    await page.goto(idlePath)
    const tab = new Tab(page, await context.newCDPSession(page))
    await tab.devtools.send('Page.resetNavigationHistory')
    onCall(page, irreversibleInTab, () => {
      tab.altered = true
    })
    return tab
  }

  /** reset undoes the changes of a test, and reports whether that was possible. */
  async reset(): Promise<boolean> {
    if (this.altered || this.page.isClosed()) return false
    this.page.removeAllListeners()
    await this.page.goto(idlePath)
    await this.page.evaluate(() => sessionStorage.clear())
    await this.page.mouse.move(-1, -1)
    if (this.viewport) await this.page.setViewportSize(this.viewport)
    await this.devtools.send('Page.resetNavigationHistory')
    await this.devtools.send('Storage.clearDataForOrigin', {
      origin: new URL(this.page.url()).origin,
      storageTypes: 'local_storage,indexeddb,cache_storage,service_workers',
    })
    return true
  }
}

const idlePath = '/icon.svg'

/**
 * WarmBrowser is a browser context that later tests of the same worker reuse with the app's files in its cache and nothing
 * else: new cookies, empty storage, a tab without history. After a test has changed it permanently, it is closed.
 */
export class WarmBrowser {
  readonly context: BrowserContext
  private tab: Tab
  private report: ComplaintListener = () => {}
  private altered = false

  private constructor(context: BrowserContext, tab: Tab) {
    this.context = context
    this.tab = tab
  }

  static async open(browser: Browser, baseURL: string): Promise<WarmBrowser> {
    const context = await browser.newContext({ baseURL, storageState: undefined })
    const warm = new WarmBrowser(context, await Tab.open(context))
    await warm.listen()
    const markAltered = () => {
      warm.altered = true
    }
    onCall(context, irreversible, markAltered)
    onCall(context.clock, clockMethods, markAltered)
    return warm
  }

  get page(): Page {
    return this.tab.page
  }

  private async listen() {
    this.context.on('console', (message) => this.report(`${message.type()}: ${message.text()}`))
    this.context.on('weberror', (error) => this.report(`uncaught: ${error.error()}`))
    await this.context.exposeBinding('reportViolation', (_, what: string) => this.report(`policy: ${what}`))
    await this.context.addInitScript(() => {
      addEventListener('securitypolicyviolation', (event) => {
        const { reportViolation } = window as unknown as { reportViolation: (what: string) => void }
        reportViolation(`${event.effectiveDirective} ${event.blockedURI}`)
      })
    })
  }

  /** start sets the cookies of the person who uses the browser. */
  async start(state: State, listener: ComplaintListener) {
    this.report = listener
    const { cookies } = (typeof state === 'string' ? JSON.parse(readFileSync(state, 'utf8')) : (state ?? { cookies: [] })) as Exclude<
      State,
      string | undefined
    >
    if (cookies.length > 0) await this.context.addCookies(cookies)
  }

  /** reset undoes the changes of a test, and reports whether that was possible. */
  async reset(): Promise<boolean> {
    if (this.altered) return false
    const others = this.context.pages().filter((page) => page !== this.page)
    await Promise.all(others.map((page) => page.close()))
    if (!(await this.tab.reset())) {
      const old = this.page
      this.tab = await Tab.open(this.context)
      await old.close()
      await this.tab.reset()
    }
    await this.context.clearCookies()
    return true
  }

  close() {
    return this.context.close()
  }
}

/** onCall calls a function when one of the methods is called. */
function onCall<T extends object>(object: T, methods: readonly (keyof T & string)[], called: () => void) {
  for (const method of methods) {
    const original = object[method] as (...args: unknown[]) => unknown
    Object.defineProperty(object, method, {
      value: (...args: unknown[]) => {
        called()
        return original.apply(object, args)
      },
    })
  }
}

/** Browsers is the pool of idle browsers of one worker. */
export class Browsers {
  private idle = new Map<string, WarmBrowser[]>()

  /** acquire returns an idle browser of the same kind, or opens one. */
  async acquire(browser: Browser, baseURL: string, kind: string, cold: boolean): Promise<WarmBrowser> {
    const idle = cold ? undefined : this.idle.get(kind)?.pop()
    return idle ?? WarmBrowser.open(browser, baseURL)
  }

  /** release returns a browser to the pool, or closes it. */
  async release(warm: WarmBrowser, kind: string, keep: boolean) {
    if (!keep || !(await warm.reset())) return warm.close()
    this.idle.set(kind, [...(this.idle.get(kind) ?? []), warm])
  }

  async close() {
    for (const warm of [...this.idle.values()].flat()) await warm.close()
  }
}
