/* What the browser loads first. The walk counts the requests of every screen; `make prove first-rows` measures how long they take. */
import type { Page } from '@playwright/test'
import { budget } from '../budget.mjs'
import { countRequests, requestsOf } from './requests.ts'
import { asMember, expect, expectNotice, test } from './test.ts'

/** openList opens a list and returns its requests. */
async function openList(page: Page, path: string) {
  await page.goto(path)
  await expect(page.getByRole('row').nth(1)).toBeVisible()
  await expect(page.locator('[aria-busy=true]')).toHaveCount(0)
  return requestsOf(page)
}

const isList = (name: string) => (request: { url: string }) => request.url.startsWith(`/api/admin/${name}?`)

for (const [path, name] of [
  ['/content', 'content'],
  ['/partners', 'partners'],
  ['/staff', 'staff'],
] as const) {
  test(`requests a list once, before the app has loaded: ${path}`, async ({ page }) => {
    const requests = await openList(page, path)
    const lists = requests.filter(isList(name))
    const app = requests.find(({ url }) => /^\/assets\/index-.*\.js$/.test(url))
    expect(lists).toHaveLength(1)
    expect(lists[0]?.startTime).toBeLessThan(app?.responseEnd ?? 0)
    expect(countRequests(requests)).toBeLessThanOrEqual(budget.requests)
  })
}

test.describe('with other settings', () => {
  test.use(asMember)

  test('requests what the user sees, once', async ({ page }) => {
    await page.goto('/settings')
    await page.getByRole('radiogroup', { name: 'Rows per page' }).getByText('10', { exact: true }).click()
    await expectNotice(page, 'Successfully updated!')
    const lists = (await openList(page, '/content')).filter(isList('content'))
    expect(lists.map(({ url }) => url)).toEqual([expect.stringContaining('per_page=10&')])
    expect((await openList(page, '/content?query=a')).filter(isList('content')).map(({ url }) => url)).toEqual([expect.stringContaining('query=a')])
  })
})

test('shows the rows if the first request fails', async ({ page, complaints }) => {
  complaints.allow('unreachable')
  let requests = 0
  await page.route('**/api/admin/publishers?*', (route) => (requests++ === 0 ? route.abort() : route.continue()))
  await page.goto('/publishers')
  await expect(page.getByRole('row').nth(1)).toBeVisible()
  expect(requests).toBeGreaterThan(1)
})
