import type { Page } from '@playwright/test'

export type Loaded = { path: string; url: string; startTime: number; responseEnd: number }

/** requestsOf returns what a page has requested, in the order of the requests. The cache makes no difference. */
export const requestsOf = (page: Page): Promise<Loaded[]> =>
  page.evaluate(() =>
    performance.getEntriesByType('resource').map((entry) => {
      const { name, startTime, responseEnd } = entry as PerformanceResourceTiming
      return { path: new URL(name).pathname, url: name.replace(location.origin, ''), startTime, responseEnd }
    }),
  )

/** holdRequests keeps requests for a URL waiting until the returned function is called. */
export async function holdRequests(page: Page, url: string) {
  let release = () => {}
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route(url, async (route) => {
    await released
    await route.continue()
  })
  return release
}

/** Pictures of records and the letters of other languages depend on the records that a screen happens to show. */
const dependsOnRecords = /^\/files\/|\/inter-(?!latin-wght)/

/** countRequests returns the number of requests that a screen needs, with the page itself. */
export const countRequests = (requests: Loaded[]) => 1 + requests.filter(({ path }) => !dependsOnRecords.test(path)).length
