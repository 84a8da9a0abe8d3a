import type { Page } from '@playwright/test'
import { holdRequests } from './requests.ts'
import { asMember, expect, recordRequests, test, unique } from './test.ts'

const field = (page: Page) => page.getByRole('combobox', { name: 'Search or jump to' })
const options = (page: Page) => page.getByRole('option')
const selected = (page: Page) => page.getByRole('option', { selected: true })

/** enter types into the palette and presses Enter at once, before the server has responded. */
async function enter(page: Page, text: string) {
  await page.keyboard.press('Control+k')
  await field(page).fill(text)
  await page.keyboard.press('Enter')
  await expect(field(page)).toHaveCount(0)
}

test('opens the best match of all kinds: by name, id, PID, e-mail and URL @both', async ({ page, api }) => {
  const word = unique('Quince').replace(' ', '')
  const partner = await api.post('partners', { name: `${word} Travel` })
  await api.post('partner-markets', { name: 'Lakes', partner_id: partner.id })
  await api.post('libraries', { name: `The ${word} library`, partner_id: partner.id })
  const requests = recordRequests(page, 'GET', 'search')
  await page.goto('/dashboard')
  await expect(page.getByRole('heading', { level: 1, name: 'Dashboard' })).toBeVisible()

  await enter(page, word)
  await expect(page).toHaveURL(`/partners/${partner.id}/details`)
  await expect(page).toHaveTitle(`${word} Travel · Partner · Waymark`)
  await enter(page, `${word.toLowerCase()} libr`)
  await expect(page.getByRole('dialog', { name: 'Edit library' }).getByLabel('Name')).toHaveValue(`The ${word} library`)
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await enter(page, String(partner.alt_id))
  await expect(page).toHaveURL(`/partners/${partner.id}/details`)
  const [user] = await api.list('users?query=sven')
  await enter(page, String(user?.email).toUpperCase())
  await expect(page).toHaveURL(`/users/${user?.id}/details`)
  const item = (await api.list('content?per_page=100&sort=created_at')).find(({ content_url }) => content_url)
  await enter(page, String(item?.content_url))
  await expect(page).toHaveURL(`/content/${item?.id}/edit`)
  await enter(page, location(page, '/regions?query=a'))
  await expect(page).toHaveURL('/regions?query=a')
  expect(requests.length).toBe(5) // one for each text that may be a record; a link of the console needs none

  await test.step('shows no entries of a previous text, and selects one', async () => {
    await page.keyboard.press('Control+k')
    for (const text of ['co', 'collection', word]) {
      await field(page).fill(text)
      await expect(selected(page)).toHaveCount(1)
    }
    await expect(options(page)).toHaveText([new RegExp(`^${word} Travel.*Partner #${partner.id}$`), new RegExp(`^The ${word} library${word} Travel`)])
    await expect(selected(page)).toHaveText(/Partner #/)
    await expect(options(page).first().locator('mark')).toHaveText(word)
    await page.keyboard.press('ArrowDown')
    await expect(selected(page)).toHaveText(/library/)
    await field(page).fill('no such thing at all')
    await expect(page.getByText('No results')).toBeVisible()
    await field(page).fill('62')
    await expect(options(page).filter({ hasText: 'User #62' })).toBeVisible()
    await page.keyboard.press('Escape')
  })
})

test.describe('actions of the palette', () => {
  test.use(asMember)

  test('creates records, adds a pasted URL, switches the theme, opens screens and logs out', async ({ page }) => {
    await page.goto('/dashboard')
    await expect(page.getByRole('heading', { level: 1, name: 'Dashboard' })).toBeVisible()
    await enter(page, 'new collection')
    await expect(page.getByRole('dialog', { name: 'New collection' }).getByLabel('Name')).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await enter(page, 'media ty')
    await expect(page).toHaveURL('/media-types')
    await enter(page, 'dark theme')
    await expect(page.getByRole('button', { name: 'Switch to light theme' })).toBeVisible()
    await enter(page, 'http://127.0.0.1:9/ferries')
    await expect(page).toHaveURL('/content/new?url=http%3A%2F%2F127.0.0.1%3A9%2Fferries')
    await expect(page.getByRole('textbox', { name: 'URL' })).toHaveValue('http://127.0.0.1:9/ferries')
    await expect(page.getByRole('textbox', { name: 'Title' })).toBeVisible() // the page was read, although it can’t be reached
    await page.keyboard.press('Control+k')
    await field(page).fill('new account type') // for admins only
    await expect(page.getByText('No results')).toBeVisible()
    await field(page).fill('sign out')
    await expect(selected(page)).toHaveText(/^Log out/)
    await page.keyboard.press('Escape')
  })
})

const location = (page: Page, path: string) => new URL(path, page.url()).href

test('keeps what is typed while it is being loaded', async ({ page }) => {
  const load = await holdRequests(page, '**/assets/palette-*.js')
  await page.goto('/publishers')
  await expect(page.getByRole('row').nth(1)).toBeVisible()
  await page.keyboard.press('Control+k')
  await page.keyboard.type('mediam')
  await page.keyboard.press('Backspace')
  load()
  await expect(page.getByRole('combobox', { name: 'Search or jump to' })).toHaveValue('media')
  await expect(page).toHaveURL(/\/publishers$/) // no shortcut of the page has seen the keys
})
