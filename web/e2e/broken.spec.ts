import { expect, test } from './test.ts'

test('a page whose files are gone after an upgrade says so, and can be loaded again', async ({ page, complaints }) => {
  complaints.allow('unreachable')
  complaints.allowText(/Failed to fetch dynamically imported module/)
  await page.goto('/publishers')
  await page.getByRole('heading', { name: 'Publishers', level: 1 }).waitFor()
  await page.route('**/assets/global-tags-*.js', (route) => route.abort())
  await page.getByRole('link', { name: 'Global tags' }).click()
  await expect(page.getByRole('heading', { name: 'This page could not be shown' })).toBeVisible()
  await page.unroute('**/assets/global-tags-*.js')
  await page.getByRole('button', { name: 'Load it again' }).click()
  await expect(page.getByRole('heading', { name: 'Global tags', level: 1 })).toBeVisible()
})
