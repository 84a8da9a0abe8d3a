import { readFile } from 'node:fs/promises'
import type { Download } from '@playwright/test'
import { asEditor, expect, expectNotice, test, unique } from './test.ts'

/** textOf returns the text of a downloaded file. */
async function textOf(download: Download) {
  expect(await download.failure()).toBeNull()
  return readFile(await download.path(), 'utf8')
}

const files = ['All Content', 'Content in Collections', 'Audio Content', 'Video Content', 'Advisors']

test('offers five downloads with header rows, and logs each of them', async ({ page, api }) => {
  await page.goto('/export')
  await expect(page.getByRole('heading', { level: 1, name: 'Export data' })).toBeVisible()
  const inspires = page.getByRole('region', { name: 'Inspires' })
  await expect(inspires.getByRole('link')).toHaveAccessibleName(/^Advisors/)
  for (const name of files) {
    const link = page.getByRole('link', { name })
    await expect(link).toHaveAttribute('href', /^\/api\/admin\/export\/files\/[a-z-]+\?by=\d+&signature=[\w-]+&until=\d+$/)
    const [download] = await Promise.all([page.waitForEvent('download'), link.click()])
    expect(download.suggestedFilename()).toMatch(/^[a-z-]+-\d{4}-\d\d-\d\d\.csv$/)
    const text = await textOf(download)
    expect(text).toMatch(name === 'Content in Collections' ? /^\ufeffCollection ID,Collection,/ : /^\ufeffID,/)
    expect(text.split('\n').length).toBeGreaterThan(3)
  }
  const logged = (await api.list('activity?kind=export&action=exported')).map((entry) => entry.record_name)
  expect(logged).toEqual(expect.arrayContaining(files))
})

test('exports a table as filtered and sorted, and lists it under recent exports @both', async ({ page, api }) => {
  const word = unique('Lighthouse')
  for (const name of ['Beta', 'Älpha', '=Gamma']) await api.post('publishers', { name: `${name} ${word}` })
  await page.goto(`/publishers?query=${word}&sort=-name`)
  await expect(page.getByRole('row')).toHaveCount(4)
  const [download] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: 'Export publishers' }).click()])
  await expectNotice(page, 'Publishers exported: 3 rows.')
  const rows = (await textOf(download)).trimEnd().split('\n')
  expect(rows[0]).toBe('\ufeffID,Name,Content count,Created,Updated')
  expect(rows.slice(1).map((row) => row.split(',')[1])).toEqual([`Beta ${word}`, `Älpha ${word}`, `'=Gamma ${word}`])

  await page.goto('/export')
  const recent = page.getByRole('list', { name: 'Recent exports' }).getByRole('listitem').filter({ hasText: word })
  await expect(recent).toContainText('3 rows')
  const [again] = await Promise.all([page.waitForEvent('download'), recent.getByRole('link', { name: 'Download Publishers' }).click()])
  expect((await textOf(again)).trimEnd().split('\n')).toEqual(rows)
})

test('renews an expired download URL after the tab was asleep', async ({ page }) => {
  await page.clock.install()
  await page.goto('/export')
  const link = page.getByRole('link', { name: 'Audio Content' })
  await expect(link).toBeVisible()
  const request = page.waitForRequest('**/api/admin/export/signed-urls')
  // Simulates sleep: the clock moves on without running timers.
  await page.clock.setSystemTime(Date.now() + 20 * 60_000)
  const [download] = await Promise.all([page.waitForEvent('download'), request, link.click()])
  expect(await textOf(download)).toMatch(/^\ufeffID,/)
})

test('shows a download only if the server returned its URL', async ({ page }) => {
  await page.route('**/api/admin/export/signed-urls', async (route) => {
    const answer = await route.fetch()
    const { signed_urls } = await answer.json()
    delete signed_urls['video-content']
    await route.fulfill({ json: { signed_urls } })
  })
  await page.goto('/export')
  await expect(page.getByRole('link', { name: 'Audio Content' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Video Content' })).toHaveCount(0)
})

test.describe('an editor', () => {
  test.use(asEditor)
  test('can’t export users', async ({ page }) => {
    await page.goto('/export')
    await expect(page.getByRole('link', { name: 'All Content' })).toBeVisible()
    await expect(page.getByRole('link', { name: 'Advisors' })).toHaveCount(0)
    await expect(page.getByRole('heading', { name: 'Inspires' })).toHaveCount(0)
    await page.goto('/partners')
    await expect(page.getByRole('button', { name: 'Export partners' })).toBeVisible()
    await page.goto('/users')
    await expect(page.getByRole('button', { name: 'Choose columns' })).toBeVisible()
    await expect(page.getByRole('button', { name: 'Export users' })).toHaveCount(0)
  })
})
