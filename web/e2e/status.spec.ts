import { expect, test } from './test.ts'

test('shows the servers and what they depend on, and links to the failed jobs', async ({ page }) => {
  await page.goto('/dashboard')
  await page.getByRole('button', { name: 'Search or jump to' }).click()
  await page.getByRole('combobox', { name: 'Search or jump to' }).fill('status')
  await page
    .getByRole('option', { name: /^Status/ })
    .first()
    .click()
  await expect(page).toHaveURL('/status')
  await expect(page).toHaveTitle(/^Status/)
  const nodes = page.getByRole('table', { name: 'Nodes' })
  await expect(nodes.getByRole('row').filter({ hasText: '(this one)' }).getByText('Ready')).toBeVisible()
  for (const name of ['Database', 'Storage']) await expect(page.getByRole('region', { name }).getByText('OK', { exact: true })).toBeVisible()
  await expect(page.getByRole('region', { name: 'Mail' }).getByText('There is no mail server: messages are written to the log.')).toBeVisible()
  await expect(page.getByRole('table', { name: 'Queues' }).getByRole('row', { name: /^Slow/ })).toBeVisible()
  await page.getByRole('link', { name: /^View \d+ failed jobs?$/ }).click()
  await expect(page).toHaveURL('/failed-jobs')
})

test('a check that fails is one red card, and the last state stays if the server does not respond', async ({ page, complaints }) => {
  complaints.allow(503)
  await page.clock.install()
  let down = false
  await page.route('**/api/admin/status', async (route) => {
    if (down) return route.fulfill({ status: 503, json: { message: 'The server is temporarily unavailable.' } })
    const response = await route.fetch()
    const status = await response.json()
    status.storage = { ...status.storage, state: 'failed', problem: "The storage for uploaded files can't be used." }
    status.replicas = [{ name: 'replica.example:5432', state: 'lagging', lag: 5400 }]
    await route.fulfill({ response, json: status })
  })
  await page.goto('/status')
  const storage = page.getByRole('region', { name: 'Storage' })
  await expect(storage.getByText('Failed', { exact: true })).toBeVisible()
  await expect(storage.getByText("The storage for uploaded files can't be used.")).toBeVisible()
  await expect(page.getByRole('region', { name: 'Database' }).getByText('OK', { exact: true })).toBeVisible()
  await expect(page.getByRole('region', { name: 'Replicas' }).getByText('Lagging, 5.4 s behind')).toBeVisible()
  down = true
  await page.clock.runFor(60_000) // the next refresh, and its retries
  await expect(page.getByRole('alert').getByText('The last known state is shown.')).toBeVisible()
  await expect(storage).toBeVisible()
})
