import { expect, test } from './test.ts'

test('offers to reload a screen whose files are missing after an upgrade', async ({ page, complaints }) => {
  complaints.allow('unreachable')
  complaints.allowText(/Failed to fetch dynamically imported module/)
  await page.route('**/assets/reorder-resource-*.js', (route) => route.abort())
  await page.goto('/media-types')
  await page.getByRole('button', { name: 'Reorder' }).click()
  await expect(page.getByRole('heading', { name: 'This page couldn’t be loaded' })).toBeVisible()
  await page.unroute('**/assets/reorder-resource-*.js')
  await page.getByRole('button', { name: 'Reload page' }).click()
  await page.getByRole('button', { name: 'Reorder' }).click()
  await expect(page.getByRole('dialog', { name: 'Reorder media types' })).toBeVisible()
})
