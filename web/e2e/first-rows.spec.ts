/* How long the first rows take. `make prove first-rows` runs this; it is not one of the tests, because it needs a quiet machine. */
import type { Browser } from '@playwright/test'
import { budget } from '../budget.mjs'
import { median } from './median.ts'
import { expect, test } from './test.ts'

const rounds = 15
const limit = 800 // ms, median

/** The servers to compare: the one under test, and others that are running already with the same accounts, such as an older version. */
const others = (process.env.ALSO ?? '').split(' ').filter(Boolean)

type Load = { rows: number; requests: number; bytes: number }

/** load opens a list in a browser without a cache, and returns when its rows were painted, in ms since the navigation. */
async function load(browser: Browser, url: string, path: string, cookies: object): Promise<Load> {
  const context = await browser.newContext({ baseURL: url, storageState: cookies as { cookies: []; origins: [] } })
  const page = await context.newPage()
  await page.addInitScript(() => {
    const check = () => {
      if (!document.querySelector('tbody tr a')) return requestAnimationFrame(check)
      requestAnimationFrame(() => {
        Object.assign(window, { rowsPainted: performance.now() })
      })
    }
    requestAnimationFrame(check)
  })
  await page.goto(path, { waitUntil: 'commit' })
  const rows = (await (await page.waitForFunction(() => (window as { rowsPainted?: number }).rowsPainted)).jsonValue()) as number
  await page.waitForLoadState('networkidle')
  const [requests, bytes] = await page.evaluate(() => {
    const list = [...performance.getEntriesByType('navigation'), ...performance.getEntriesByType('resource')] as PerformanceResourceTiming[]
    return [list.length, list.reduce((sum, { transferSize }) => sum + transferSize, 0)] as const
  })
  await context.close()
  return { rows, requests, bytes }
}

test('shows the rows of a list within 800 ms', async ({ browser, server, playwright }) => {
  test.setTimeout(600_000)
  const found = new Map<string, Load[]>()
  const signIn = async (url: string) => {
    const http = await playwright.request.newContext({ baseURL: url })
    await http.post('/api/auth/login', { data: { email: 'admin@waymark.example', password: 'waymark-demo' } })
    return { url, cookies: await http.storageState() }
  }
  const servers = await Promise.all([server.url, ...others].map(signIn))
  // In turn, because the speed of a shared machine varies.
  for (let round = 0; round <= rounds; round++) {
    for (const path of ['/content', '/partners']) {
      for (const { url, cookies } of servers) {
        const name = `${path}${url === server.url ? '' : ` at ${url}`}`
        const loaded = await load(browser, url, path, cookies)
        if (round > 0) found.set(name, [...(found.get(name) ?? []), loaded])
      }
    }
  }
  const slow: string[] = []
  for (const [name, loads] of found) {
    const times = loads.map(({ rows }) => rows)
    const requests = Math.max(...loads.map((load) => load.requests))
    const kB = Math.round((loads[0]?.bytes ?? 0) / 1000)
    process.stdout.write(
      `${name}: rows after ${Math.round(median(times))} ms (${Math.round(Math.min(...times))} to ${Math.round(Math.max(...times))}), ${requests} requests, ${kB} kB\n`,
    )
    if (!name.includes(' at ') && (median(times) > limit || requests > budget.requests)) slow.push(name)
  }
  expect(slow).toEqual([])
})
