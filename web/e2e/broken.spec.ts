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

test('says what happened in a screen that fails, and reports it once', async ({ page, complaints }) => {
  complaints.allowText(/TypeError|Error boundary|error occurred/i)
  const reports: { code: string; route: string; message: string }[] = []
  page.on('request', (request) => {
    if (request.url().endsWith('/client-errors')) reports.push(request.postDataJSON())
  })
  await page.goto('/dashboard')
  // A response that the screen was not written for.
  await page.route(/\/api\/admin\/content-types(\?|$)/, async (route) => {
    const response = await route.fetch()
    await route.fulfill({ response, json: { ...(await response.json()), items: [null] } })
  })
  const answer = page.waitForResponse('**/api/admin/client-errors')
  const navigation = page.getByRole('navigation', { name: 'Main navigation' })
  await navigation.getByRole('button', { name: 'Content settings' }).click()
  await navigation.getByRole('link', { name: 'Media types' }).click()
  await expect(page.getByRole('heading', { name: 'Something went wrong' })).toBeVisible()
  await expect(page.getByText('This page stopped because of a mistake in the program (TypeError).')).toBeVisible()
  await expect(page.getByText('A new version')).toHaveCount(0)
  expect((await answer).status()).toBe(204)
  const code = await page.locator('b').textContent()
  expect(reports).toEqual([expect.objectContaining({ code, route: '/media-types', message: expect.stringMatching(/^TypeError: /) })])
  await page.unroute(/\/api\/admin\/content-types(\?|$)/)
  await page.getByRole('button', { name: 'Reload page' }).click()
  await expect(page.getByRole('heading', { name: 'Media types' })).toBeVisible()
})
