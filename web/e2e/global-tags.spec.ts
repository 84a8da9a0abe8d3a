import type { Page } from '@playwright/test'
import { walkResource } from './resource.ts'
import { type Api, expect, recordRequests, rowOf, test, unique } from './test.ts'

test('lists global tags by name, with the date they were added', async ({ page, api }) => {
  await page.goto('/global-tags')
  await expect(page.getByRole('heading', { name: 'Global tags', level: 1 })).toBeVisible()
  await expect(page.getByRole('columnheader')).toHaveText(['', 'Tag', 'Added', 'Actions'])
  await expect(page.getByRole('columnheader', { name: 'Tag' })).toHaveAttribute('aria-sort', 'ascending')
  const [tag] = await api.list('global-tags?query=Wildlife')
  const day = new Intl.DateTimeFormat('en-GB', { timeZone: 'Europe/Berlin', year: 'numeric' }).format(new Date(String(tag?.created_at)))
  await page.getByRole('searchbox', { name: 'Search global tags' }).fill('WILDLIFE')
  await expect(rowOf(page, 'Wildlife').getByRole('cell').nth(2)).toContainText(day)
  await expect(page.locator('mark')).toHaveText(['Wildlife'])
})

walkResource({
  path: '/global-tags',
  one: 'Global tag',
  addLabel: 'Add global tag',
  sorts: { Tag: 'name', Added: 'created_at' },
  notice: (name, done) => `**${name}** successfully ${done}`,
  deleteQuestion: (name) => `Are you sure you want to delete global tag **${name}**?`,
})

test('scans for the tag once, 500 ms after the last key', async ({ page }) => {
  await page.clock.install()
  await page.goto('/global-tags?new=1')
  const name = page.getByRole('dialog', { name: 'Add global tag' }).getByLabel('Name')
  await expect(name).toBeFocused()
  const scans = recordRequests(page, 'GET', 'global-tags/scan')
  await page.clock.pauseAt(Date.now() + 60_000)
  for (const letter of 'Wildlife') {
    await page.keyboard.type(letter)
    await page.clock.runFor(400)
  }
  await expect(name).toHaveValue('Wildlife')
  await page.clock.runFor(99)
  for (let i = 0; i < 3; i++) await page.evaluate(() => fetch('/icon.svg').then((answer) => answer.text())) // a pending scan would be sent before these requests
  expect(scans).toHaveLength(0)
  await page.clock.runFor(1)
  await expect.poll(() => scans.length).toBe(1)
  await page.clock.resume()
  await expect(page.getByText('The global tag Wildlife already exists.')).toBeVisible()
  expect(scans.map((url) => url.search)).toEqual(['?name=Wildlife'])
})

test('shows an existing tag and who uses it', async ({ page, api }) => {
  const { tag, found } = await used(page, api)
  await page.goto('/global-tags?new=1')
  const form = page.getByRole('dialog', { name: 'Add global tag' })
  await form.getByLabel('Name').fill(tag.name.toUpperCase().replace('A', 'Á')) // case and accents are ignored
  const result = form.getByRole('status')
  await expect(result.getByText(`The global tag ${tag.name} already exists.`)).toBeVisible()
  await expect(result.getByRole('term').filter({ hasText: 'Partners using this tag' })).toBeVisible()
  await expect(result.getByRole('definition').first()).toHaveText(found.partners.map((one) => one.name).join(', '))
  await expect(result.getByRole('term').filter({ hasText: 'Collections using this tag' })).toBeVisible()
  await expect(result.getByRole('definition').last()).toHaveText(found.collections.map((one) => one.name).join(', '))

  await form.getByLabel('Name').fill(unique('unheard of'))
  await expect(result.getByText('No collection uses this tag yet.')).toBeVisible()
  await expect(result.getByText('The global tag')).toHaveCount(0)

  // A tag's own name causes no warning.
  await page.goto(`/global-tags?edit=${tag.id}`)
  const edit = page.getByRole('dialog', { name: 'Edit global tag' })
  await expect(edit.getByRole('term').filter({ hasText: 'Partners using this tag' })).toBeVisible()
  await expect(edit.getByText('The global tag')).toHaveCount(0)
})

test('refuses an existing tag under its field', async ({ page, complaints }) => {
  complaints.allow(422)
  await page.goto('/global-tags?new=1')
  const form = page.getByRole('dialog', { name: 'Add global tag' })
  await form.getByLabel('Name').fill('WILDLIFE')
  await form.getByRole('button', { name: 'Create global tag' }).click()
  await expect(form.getByLabel('Name')).toHaveAttribute('aria-invalid', 'true')
  await expect(form.getByLabel('Name')).toBeFocused()
})

type Found = Record<'partners' | 'collections', { name: string }[]>

/** used returns a tag that partners use in their collections. */
async function used(page: Page, api: Api) {
  for (const tag of await api.list('global-tags?per_page=100')) {
    const found: Found = await (await page.request.get(`/api/admin/global-tags/scan?name=${encodeURIComponent(tag.name)}`)).json()
    if (/a/i.test(tag.name) && found.partners.length > 0 && found.collections.length > 0) return { tag, found }
  }
  throw new Error('no partner uses any of the tags')
}
