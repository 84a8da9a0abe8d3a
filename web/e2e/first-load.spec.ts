/* What the browser loads first. The walk counts the requests of every screen; `make prove first-rows` measures how long they take. */
import type { Page } from '@playwright/test'
import { budget } from '../budget.mjs'
import { countRequests, requestsOf } from './requests.ts'
import { asMember, expect, expectNotice, recordRequests, test } from './test.ts'

/** openList opens a list and returns its requests. */
async function openList(page: Page, path: string) {
  await page.goto(path)
  await expect(page.getByRole('row').nth(1)).toBeVisible()
  await expect(page.locator('[aria-busy=true]')).toHaveCount(0)
  return requestsOf(page)
}

for (const [path, name] of [
  ['/content', 'content'],
  ['/partners', 'partners'],
  ['/staff', 'staff'],
] as const) {
  test(`requests a list once, before the app has loaded: ${path}`, async ({ page }) => {
    const sent = recordRequests(page, 'GET', name)
    const listed = page.waitForRequest((request) => new URL(request.url()).pathname === `/api/admin/${name}`)
    await page.route('**/assets/index-*.js', async (route) => {
      await listed
      await route.continue()
    })
    const requests = await openList(page, path)
    expect(sent).toHaveLength(1)
    expect(countRequests(requests)).toBeLessThanOrEqual(budget.requests)
  })
}

test.describe('with other settings', () => {
  test.use(asMember)

  test('requests what the user sees, once', async ({ page }) => {
    const sent = recordRequests(page, 'GET', 'content')
    await page.goto('/settings')
    await page.getByRole('radiogroup', { name: 'Rows per page' }).getByText('10', { exact: true }).click()
    await expectNotice(page, 'Successfully updated!')
    await openList(page, '/content')
    await openList(page, '/content?query=a')
    expect(sent.map(({ searchParams }) => [searchParams.get('per_page'), searchParams.get('query')])).toEqual([
      ['10', null],
      ['10', 'a'],
    ])
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
