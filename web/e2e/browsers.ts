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

/**
 * WarmBrowser is a browser context that later tests of the same worker reuse with the app's files in its cache and nothing
 * else: new cookies, empty storage, a new tab. After a test has changed it permanently, it is closed.
 */
export class WarmBrowser {
  readonly context: BrowserContext
  private window: Page
  private devtools: CDPSession
  private report: ComplaintListener = () => {}
  private altered = false

  private constructor(context: BrowserContext, window: Page, devtools: CDPSession) {
    this.context = context
    this.window = window
    this.devtools = devtools
  }

  static async open(browser: Browser, baseURL: string): Promise<WarmBrowser> {
    const context = await browser.newContext({ baseURL, storageState: undefined })
    // This tab keeps the window and the process of the site alive, because opening them takes longer than loading the app.
    const window = await context.newPage()
    await window.goto('/icon.svg')
    const warm = new WarmBrowser(context, window, await context.newCDPSession(window))
    await warm.listen()
    const markAltered = () => {
      warm.altered = true
    }
    onCall(context, irreversible, markAltered)
    onCall(context.clock, clockMethods, markAltered)
    return warm
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

  /** close closes the hidden tab first, because a screenshot of it would time out. */
  async close() {
    await this.window.close()
    await this.context.close()
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
    if (this.altered || this.window.isClosed()) return false
    const tabs = this.context.pages().filter((page) => page !== this.window)
    await Promise.all(tabs.map((page) => page.close()))
    await this.context.clearCookies()
    await this.devtools.send('Storage.clearDataForOrigin', {
      origin: new URL(this.window.url()).origin,
      storageTypes: 'local_storage,indexeddb,cache_storage,service_workers',
    })
    return true
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
