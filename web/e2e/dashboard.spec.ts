import { createContent } from './items.ts'
import { asEditor, expect, recordRequests, test, unique } from './test.ts'

const titles = ['Content Added to User Collections', 'New User Content', 'No Result Searches', 'No Destination Content']
const tables = {
  'content-added-to-collections': ['Content', 'Collection', 'Added'],
  'content-added-by-users': ['Title', 'User', 'Partner', 'Created'],
  'searches-with-no-results': ['Search term', 'Filters', 'When'],
  'content-with-no-destination': ['Title', 'Created', 'Updated'],
}

test('shows live queue status in four tiles, and links to failed jobs', async ({ page, api }) => {
  const requests = recordRequests(page, 'GET', 'dashboard/queue-status')
  await page.goto('/dashboard')
  const tiles = page.getByRole('region', { name: 'Queues' }).getByRole('listitem')
  await expect(tiles.getByRole('heading')).toHaveText(['Default', 'Slow', 'Analytics', 'Failed Jobs'])
  await expect(tiles).toHaveText([
    /(OK|Warning)[\d,]+.* waiting/,
    /(OK|Warning)[\d,]+.* waiting/,
    /(OK|Warning)[\d,]+.* waiting/,
    /Warning[\d,]+ \(too many\) failed/,
  ])
  await expect(tiles.nth(3)).toContainText(/Oldest: .+/)
  const heads = page.getByRole('main').getByRole('heading', { level: 2 })
  await expect(heads.filter({ hasText: new RegExp(`^(${titles.join('|')})$`) })).toHaveText(titles)
  for (const [i, [path, columns]] of Object.entries(tables).entries()) {
    const table = page.getByRole('table', { name: titles[i] })
    const rows = await api.list(`dashboard/${path}?per_page=1`)
    await expect(table.getByRole('columnheader')).toHaveText(rows.length > 0 ? columns : [])
  }

  const places = await tiles.evaluateAll((list) => list.map((tile) => tile.getBoundingClientRect().toJSON()))
  const before = requests.length
  await expect.poll(() => requests.length, { timeout: 20_000 }).toBeGreaterThan(before)
  expect(await tiles.evaluateAll((list) => list.map((tile) => tile.getBoundingClientRect().toJSON()))).toEqual(places)
  await tiles.nth(3).click()
  await expect(page).toHaveURL('/failed-jobs')
})

test('lists new content without a destination first, and pages each table separately', async ({ page, api }) => {
  const title = unique('Nowhere in particular')
  const { id } = await createContent(api, title)
  await page.goto('/dashboard')
  const table = page.getByRole('table', { name: 'No Destination Content' })
  await expect(table.getByRole('link', { name: title })).toHaveAttribute('href', `/content/${id}/edit`)
  await expect(table.getByRole('row')).toHaveCount(11)
  const pages = page.getByRole('navigation', { name: 'Pages: No Destination Content' })
  await pages.getByRole('button', { name: 'Next page' }).click()
  await expect(page).toHaveURL('/dashboard?nowhere.page=2')
  await expect(table.getByRole('link', { name: title })).toHaveCount(0)
  await page.reload()
  await expect(pages).toContainText(/^11–/)
  await pages.getByRole('button', { name: 'Previous page' }).click()
  await expect(page).toHaveURL('/dashboard')
  await table.getByRole('link', { name: title }).click()
  await expect(page).toHaveURL(`/content/${id}/edit`)
  await api.delete(`content/${id}`)
})

test.describe('as an editor', () => {
  test.use(asEditor)

  test('shows the number of failed jobs without a link', async ({ page }) => {
    await page.goto('/dashboard')
    const failed = page.getByRole('region', { name: 'Queues' }).getByRole('listitem', { name: 'Failed Jobs' })
    await expect(failed).toContainText('failed')
    await expect(failed.getByRole('link')).toHaveCount(0)
  })
})
