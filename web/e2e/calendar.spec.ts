import type { Api } from './test.ts'
import { asEditor, expect, test } from './test.ts'

/** A month in which the demo data has no events. */
const month = '2041-05'

const create = (api: Api, title: string, dates: object) =>
  api.post('content', { title, content_url: `https://calendar.example/${encodeURIComponent(title)}`, type_id: 2, ...dates })

test('moves events to other days by mouse, by keyboard and with a dialog, with undo @both', async ({ page, api }) => {
  const { id } = await create(api, 'Calendar Porto', { published_at: '2041-05-14T09:30:00Z', expires_at: '2041-05-28T12:00:00Z' })
  await page.goto(`/calendar?month=${month}`)
  const table = page.getByRole('table', { name: 'May 2041' })
  const cell = (day: string) => table.getByRole('cell').filter({ has: page.getByRole('link', { name: day, exact: true }) })
  const published = page.getByRole('link', { name: /^Calendar Porto is published on/ })
  await expect(cell('Tuesday 14 May 2041').getByRole('link', { name: /Calendar Porto is published/ })).toBeVisible()

  await published.dragTo(cell('Thursday 16 May 2041'))
  await expect(page.getByRole('status').getByText('Calendar Porto has been moved to 16 May 2041.')).toBeVisible()
  await expect(cell('Thursday 16 May 2041').getByRole('link', { name: /Calendar Porto is published/ })).toBeVisible()
  const stored = async () => new Date(String((await api.find(`content/${id}`)).published_at)).toISOString()
  expect(await stored()).toBe('2041-05-16T09:30:00.000Z')

  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(cell('Tuesday 14 May 2041').getByRole('link', { name: /Calendar Porto is published/ })).toBeVisible()
  expect(await stored()).toBe('2041-05-14T09:30:00.000Z')

  await published.focus()
  await page.keyboard.press('Alt+ArrowDown')
  await expect(cell('Tuesday 21 May 2041').getByRole('link', { name: /Calendar Porto is published/ })).toBeFocused()
  expect(await stored()).toBe('2041-05-21T09:30:00.000Z')

  await page.getByRole('radio', { name: 'Agenda' }).check({ force: true })
  await expect(page).toHaveURL(/show=agenda/)
  const expiry = page.getByRole('region', { name: 'Tuesday 28 May 2041' })
  await expiry.getByRole('button', { name: 'Move Calendar Porto to another day' }).click()
  const dialog = page.getByRole('dialog', { name: 'Move Calendar Porto' })
  await dialog.getByRole('textbox', { name: 'Day' }).fill('30 May 2041')
  await dialog.getByRole('button', { name: 'Move', exact: true }).click()
  await expect(page.getByRole('region', { name: 'Thursday 30 May 2041' }).getByText('Calendar Porto')).toBeVisible()
})

test.describe('for editors', () => {
  test.use(asEditor)

  test('narrows the events by filters in the URL, and keeps publish dates of content in place', async ({ page, api }) => {
    await create(api, 'Calendar Faro', { published_at: '2041-06-11T09:00:00Z', expires_at: '2041-06-12T09:00:00Z' })
    const collection = { name: 'Calendar Algarve', partner_id: 1, inspires_feature_at: '2041-06-11T10:00:00Z' }
    await api.post('collections', collection)
    await page.goto('/calendar?month=2041-06')
    const featured = page.getByRole('link', { name: /^Calendar Algarve is featured/ })
    const published = page.getByRole('link', { name: /^Calendar Faro is published/ })
    await expect(featured).toHaveAttribute('draggable', 'true')
    await expect(published).toHaveAttribute('draggable', 'false')
    await expect(page.getByRole('link', { name: /^Calendar Faro expires/ })).toHaveAttribute('draggable', 'true')

    await page.getByLabel('Type', { exact: true }).click()
    await page.getByRole('option', { name: 'Collection' }).click()
    await expect(published).toBeHidden()
    await expect(featured).toBeVisible()
    await expect(page).toHaveURL(/kind=collection/)
  })
})
