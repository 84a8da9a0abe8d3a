import { expect, expectNotice, recordBodies, test } from './test.ts'

// The demo data has five failed jobs. Other tests rely on four of them: only "Delete image files" is really retried.
const discard = 'Delete image files'

test('shows the arguments and the error of a failed job', async ({ page }) => {
  await page.goto('/failed-jobs')
  const unknown = page.getByRole('row').filter({ hasText: 'image: unknown format' })
  await unknown.getByRole('link', { name: 'Resize image' }).click()
  await expect(page).toHaveURL(/\/failed-jobs\?job=\d+$/)
  await page.reload()
  const job = page.getByRole('dialog', { name: 'Resize image' })
  await expect(job.getByText('convert 900001/original.jpg: image: unknown format (This is demo data.)', { exact: true })).toBeVisible()
  await expect(job.getByText('Upload ID: 900001', { exact: true })).toBeVisible()
  await expect(job.getByText(/^convert-image #\d+$/)).toBeVisible()
  await job.getByRole('button', { name: 'Close' }).last().click()
  await expect(job).toHaveCount(0)
  await expect(page).toHaveURL('/failed-jobs')
})

test('retries a job from its row, which removes it from the list', async ({ page, api }) => {
  await page.goto('/failed-jobs?kind=discard-files')
  await page.getByRole('row').filter({ hasText: discard }).getByRole('button', { name: 'Actions' }).click()
  await page.getByRole('menuitem', { name: 'Retry' }).click()
  await expectNotice(page, 'The job will be retried.')
  await expect(page.getByRole('heading', { name: 'No results' })).toBeVisible()
  expect(await api.total('failed-jobs?kind=discard-files')).toBe(0)
  const [logged] = await api.list('activity?kind=job&action=retried')
  expect(logged).toMatchObject({ user_name: 'First Admin' })
})

test('keeps the queue filter in the URL, and retries all matching jobs', async ({ page }) => {
  const sent = await recordBodies(page, 'POST')
  await page.route('**/api/admin/failed-jobs/retry', (route) => route.fulfill({ json: { retried: 2, skipped: 0 } }))
  await page.goto('/failed-jobs')
  await page.getByRole('combobox', { name: 'Queue' }).click()
  await page.getByRole('option', { name: 'Slow' }).click()
  await expect(page).toHaveURL('/failed-jobs?queue=slow')
  await page.reload()
  await expect(page.getByRole('combobox', { name: 'Queue' })).toHaveValue('Slow')
  const images = page.getByRole('row').filter({ has: page.getByRole('link', { name: 'Resize image' }) })
  await expect(images).toHaveCount(2)
  await expect(page.getByRole('link', { name: 'Send password link' })).toHaveCount(0)

  await images.first().getByRole('checkbox', { name: 'Select row' }).check()
  const bar = page.getByRole('toolbar', { name: 'Bulk actions' })
  await bar.getByRole('button', { name: /^Select all \d+ matching rows$/ }).click()
  await expect(bar.getByRole('status')).toHaveText(/^All \d+ selected$/)
  await bar.getByRole('button', { name: 'Retry' }).click()
  await page
    .getByRole('dialog', { name: /^Retry \d+ jobs\?$/ })
    .getByRole('button', { name: 'Retry' })
    .click()
  await expectNotice(page, '2 jobs will be retried.')
  expect(sent).toEqual([{ filter: { queue: 'slow' } }])
})
