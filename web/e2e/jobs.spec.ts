/*
 * Common jobs of staff: how many clicks each takes, and that each can be done with the keyboard alone. Typing, Enter and
 * shortcuts are no clicks. The session has confirmed its password.
 */
import { randomUUID } from 'node:crypto'
import type { Locator, Page } from '@playwright/test'
import { createCollection, createContent } from './items.ts'
import { Site } from './site.ts'
import { expect, expectNotice, rowOf, test, unique } from './test.ts'

const site = new Site()
test.beforeAll(() => site.open())
test.afterAll(() => site.close())

/** start opens a screen and counts presses of the mouse from then on. */
async function start(page: Page, path: string) {
  await page.goto(path)
  await page.getByRole('heading', { level: 1 }).waitFor()
  await page.evaluate(() => {
    const counted = window as unknown as { presses: number }
    counted.presses = 0
    addEventListener('pointerdown', () => counted.presses++, true)
  })
}

const clicks = (page: Page) => page.evaluate(() => (window as unknown as { presses: number }).presses)

/** tabTo moves the focus to a control with the Tab key. */
async function tabTo(page: Page, control: Locator) {
  await expect(control).toBeVisible()
  for (let i = 0; i < 100; i++) {
    // In one query, because a picker replaces its input when it first gets the focus.
    if ((await control.and(page.locator(':focus')).count()) > 0) return
    await page.keyboard.press('Tab')
  }
  throw new Error(`${control} can't be reached with the Tab key`)
}

/** jumpTo opens a result of the palette with the keyboard. */
async function jumpTo(page: Page, text: string, result: string | RegExp) {
  await page.keyboard.press('Control+k')
  await expect(page.getByRole('combobox', { name: 'Search or jump to' })).toBeFocused()
  await page.keyboard.insertText(text)
  await expect(page.getByRole('option', { selected: true })).toContainText(result)
  await page.keyboard.press('Enter')
}

const password = { password: 'a password of theirs', password_confirmation: 'a password of theirs' }

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

test('publishes an article from its URL with 3 clicks, or by keyboard', async ({ page, api }) => {
  const [first, second] = [1, 2].map((n) => {
    const title = `${unique('Night train')} ${n}`
    return { title, url: site.page(`/${randomUUID()}`, { title, type: 'article' }) }
  }) as [{ title: string; url: string }, { title: string; url: string }]
  const statusOf = async (title: string) => (await api.list(`content?query=${encodeURIComponent(title)}`))[0]?.status

  await start(page, '/content')
  await button(page, 'New').click()
  await page.getByRole('menuitem', { name: /content/i }).click()
  await expect(page.getByRole('textbox', { name: 'URL' })).toBeFocused()
  await page.keyboard.insertText(first.url)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('textbox', { name: 'Title' })).toHaveValue(first.title)
  await button(page, 'SAVE').click()
  await expect.poll(() => statusOf(first.title)).toBe('published')
  expect(await clicks(page)).toBeLessThanOrEqual(3)

  await start(page, '/dashboard')
  await jumpTo(page, second.url, /Add as content/)
  await expect(page.getByRole('textbox', { name: 'Title' })).toHaveValue(second.title)
  await page.keyboard.press('Control+s')
  await expect.poll(() => statusOf(second.title)).toBe('published')
  expect(await clicks(page)).toBe(0)
})

test('adds 20 articles to a collection with 6 clicks, or by keyboard', async ({ page, api }) => {
  const word = unique('Tideway').replace(' ', '')
  for (let n = 0; n < 20; n++) await createContent(api, `${word} ${n}`)
  const [mouse, keyboard] = [await createCollection(api), await createCollection(api)]
  const countOf = async (id: number) => Number((await api.find(`collections/${id}`)).contents_count)
  const dialog = page.getByRole('dialog', { name: 'Add content' })
  const all = dialog.getByRole('checkbox', { name: 'Select this page' })
  const next = dialog.getByRole('button', { name: 'Next page' })
  const add = dialog.getByRole('button', { name: 'Add 20 items' })

  await start(page, `/collections?query=${encodeURIComponent(String(mouse.name))}`)
  await rowOf(page, String(mouse.name))
    .getByRole('link', { name: String(mouse.name) })
    .click()
  await button(page, 'Add content').first().click()
  await expect(dialog.getByRole('searchbox')).toBeFocused()
  await page.keyboard.insertText(word)
  await expect(dialog.getByText('1–10 of 20')).toBeVisible()
  await all.click()
  await next.click()
  await expect(dialog.getByText('11–20 of 20')).toBeVisible()
  await all.click()
  await add.click()
  await expect.poll(() => countOf(mouse.id)).toBe(20)
  expect(await clicks(page)).toBeLessThanOrEqual(6)

  await start(page, '/dashboard')
  await jumpTo(page, String(keyboard.name), String(keyboard.name))
  await tabTo(page, button(page, 'Add content').first())
  await page.keyboard.press('Enter')
  await expect(dialog.getByRole('searchbox')).toBeFocused()
  await page.keyboard.insertText(word)
  await expect(dialog.getByText('1–10 of 20')).toBeVisible()
  await tabTo(page, all)
  await page.keyboard.press('Space')
  await tabTo(page, next)
  await page.keyboard.press('Enter')
  await expect(dialog.getByText('11–20 of 20')).toBeVisible()
  await tabTo(page, all)
  await page.keyboard.press('Space')
  await tabTo(page, add)
  await page.keyboard.press('Enter')
  await expect.poll(() => countOf(keyboard.id)).toBe(20)
  expect(await clicks(page)).toBe(0)
})

test('finds a partner by its PID without a click', async ({ page, api }) => {
  const partner = await api.post('partners', { name: unique('Sorrel Travel') })
  await start(page, '/dashboard')
  await jumpTo(page, String(partner.alt_id), String(partner.name))
  await expect(page).toHaveURL(`/partners/${partner.id}/details`)
  expect(await clicks(page)).toBe(0)
})

test('rotates a key with 4 clicks, or by keyboard', async ({ page, api, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const partner = await api.post('partners', { name: unique('Larch Travel') })
  const clipboard = () => page.evaluate(() => navigator.clipboard.readText())
  const question = page.getByRole('dialog', { name: 'Refresh API keys' })
  const copy = button(page, 'Copy new API secret')

  await start(page, `/partners?query=${encodeURIComponent(String(partner.name))}`)
  await page.getByRole('link', { name: String(partner.name) }).click()
  await button(page, 'Refresh API keys').click()
  await question.getByRole('button', { name: 'Refresh API keys' }).click()
  await copy.click()
  await expect.poll(clipboard).toMatch(/^[A-Za-z0-9]{40}$/)
  expect(await clicks(page)).toBeLessThanOrEqual(4)
  const first = await clipboard()

  await start(page, '/dashboard')
  await jumpTo(page, String(partner.name), String(partner.name))
  await tabTo(page, button(page, 'Refresh API keys'))
  await page.keyboard.press('Enter')
  await tabTo(page, question.getByRole('button', { name: 'Refresh API keys' }))
  await page.keyboard.press('Enter')
  await tabTo(page, copy)
  await page.keyboard.press('Enter')
  await expect.poll(clipboard).not.toBe(first)
  expect(await clipboard()).toMatch(/^[A-Za-z0-9]{40}$/)
  expect(await clicks(page)).toBe(0)
})

test('moves an advisor to another partner with a role with 5 clicks, or by keyboard', async ({ page, api }) => {
  const type = (await api.post('account-types', { name: unique('Guild') })).id
  const role = await api.post(`account-types/${type}/user-templates`, { name: unique('Pilot') })
  const partner = await api.post('partners', { name: unique('Juniper Tours'), account_type_id: type })
  const person = async () => api.post('users', { first_name: 'Ada', last_name: unique('Vale'), email: `${randomUUID()}@example.com`, ...password })
  const [mouse, keyboard] = [await person(), await person()]
  const now = async ({ email }: Record<string, unknown>) => (await api.list(`users?query=${email}`))[0]
  const form = page.getByRole('dialog', { name: 'Edit user' })
  const [partners, roles] = ['Partner', 'Role (user template)'].map((name) => form.getByRole('combobox', { name, exact: true })) as [Locator, Locator]
  const moved = { partner_id: partner.id, user_template_id: role.id }
  const chooseTyped = async (field: Locator, name: string) => {
    await page.keyboard.insertText(name)
    await expect(page.getByRole('option', { name })).toHaveCount(1)
    await page.keyboard.press('Enter')
    await expect(field).toHaveValue(name)
  }

  await start(page, `/users?query=${mouse.email}`)
  await rowOf(page, String(mouse.full_name)).getByRole('button', { name: 'Actions' }).click()
  await page.getByRole('menuitem', { name: 'Edit' }).click()
  await partners.click()
  await chooseTyped(partners, String(partner.name))
  await roles.click()
  await chooseTyped(roles, String(role.name))
  await form.getByRole('button', { name: 'Save' }).click()
  await expect.poll(() => now(mouse)).toMatchObject(moved)
  expect(await clicks(page)).toBeLessThanOrEqual(5)

  await start(page, `/users?query=${keyboard.email}`)
  await tabTo(page, rowOf(page, String(keyboard.full_name)).getByRole('button', { name: 'Actions' }))
  await page.keyboard.press('Enter')
  await expect(page.getByRole('menuitem', { name: 'Edit' })).toBeFocused()
  await page.keyboard.press('Enter')
  await tabTo(page, partners)
  await chooseTyped(partners, String(partner.name))
  await tabTo(page, roles)
  await expect(async () => {
    await page.keyboard.press('ArrowDown') // opens the list once the field is loaded
    await expect(page.getByRole('option', { name: String(role.name) })).toBeVisible({ timeout: 500 })
  }).toPass()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(roles).toHaveValue(String(role.name))
  await page.keyboard.press('Control+Enter')
  await expect.poll(() => now(keyboard)).toMatchObject(moved)
  expect(await clicks(page)).toBe(0)
})

test('grants a template a permission with 3 clicks, or by keyboard', async ({ page, api }) => {
  const type = await api.post('account-types', { name: unique('Order') })
  const template = await api.post(`account-types/${type.id}/user-templates`, { name: 'Pilot' })
  const granted = async () => {
    const { permissions } = await api.find(`account-types/${type.id}/user-templates/${template.id}`)
    return Object.values(permissions as Record<string, boolean>).filter(Boolean).length
  }
  const toggles = page.getByRole('main').getByRole('switch')

  await start(page, `/account-types?query=${encodeURIComponent(String(type.name))}`)
  await page.getByRole('link', { name: String(type.name) }).click()
  await toggles.nth(0).click()
  await expect.poll(granted).toBe(1)
  expect(await clicks(page)).toBeLessThanOrEqual(3)

  await start(page, '/dashboard')
  await jumpTo(page, String(type.name), String(type.name))
  await tabTo(page, toggles.nth(1))
  await page.keyboard.press('Space')
  await expect.poll(granted).toBe(2)
  expect(await clicks(page)).toBe(0)
})

test('replaces an expired link with 4 clicks, or by keyboard, and never publishes the dead one', async ({ page, api }) => {
  const expired = () => createContent(api, unique('Ferry'), { expires_at: '2026-04-20' })
  const [mouse, keyboard] = [await expired(), await expired()]
  const now = async (id: number) => api.find(`content/${id}`)
  const url = page.getByRole('textbox', { name: 'URL' })
  const side = page.getByRole('complementary', { name: 'About this content' })

  await start(page, `/expired-content?query=${encodeURIComponent(String(mouse.title))}`)
  await page.getByRole('link', { name: String(mouse.title) }).click()
  await url.click()
  await page.keyboard.press('Control+a')
  await page.keyboard.insertText(`${mouse.content_url}/new`)
  await side.getByText('Published', { exact: true }).click()
  expect(await now(mouse.id)).toMatchObject({ status: 'expired', content_url: mouse.content_url })
  await button(page, 'UPDATE').click()
  await expect.poll(() => now(mouse.id)).toMatchObject({ status: 'published', content_url: `${mouse.content_url}/new` })
  expect(await clicks(page)).toBeLessThanOrEqual(4)

  await start(page, '/dashboard')
  await jumpTo(page, String(keyboard.title), String(keyboard.title))
  await tabTo(page, url)
  await page.keyboard.press('Control+a')
  await page.keyboard.insertText(`${keyboard.content_url}/new`)
  await tabTo(page, side.getByRole('radio', { name: 'Expired' }))
  await page.keyboard.press('ArrowLeft')
  await expect(side.getByRole('radio', { name: 'Published' })).toBeChecked()
  expect(await now(keyboard.id)).toMatchObject({ status: 'expired', content_url: keyboard.content_url })
  await page.keyboard.press('Control+s')
  await expect.poll(() => now(keyboard.id)).toMatchObject({ status: 'published', content_url: `${keyboard.content_url}/new` })
  expect(await clicks(page)).toBe(0)
})

test('brands a new partner with 5 clicks, or by keyboard', async ({ page, api }) => {
  const [mouse, keyboard] = [unique('Aster Voyages'), unique('Borage Voyages')]
  const colourOf = async (name: string) => {
    const [partner] = await api.list(`partners?query=${encodeURIComponent(name)}`)
    const response = await page.request.get(`/api/admin/partners/${partner?.id}/customisations`)
    return (await response.json()).customisations?.brand_color
  }
  const dialog = page.getByRole('dialog', { name: 'New partner' })
  const colour = page.getByRole('textbox', { name: 'Brand colour', exact: true })
  const tab = page.getByRole('navigation', { name: 'Partner sections' }).getByRole('link', { name: 'Customisations' })

  await start(page, '/partners')
  await button(page, 'New partner').click()
  await expect(dialog.getByRole('textbox', { name: 'Name' })).toBeFocused()
  await page.keyboard.insertText(mouse)
  await page.keyboard.press('Enter')
  await page.getByRole('link', { name: 'Open' }).click()
  await tab.click()
  await colour.click()
  await page.keyboard.press('Control+a')
  await page.keyboard.insertText('#224466')
  await page.getByRole('button', { name: /^Save/ }).click()
  await expect.poll(() => colourOf(mouse)).toBe('#224466')
  expect(await clicks(page)).toBeLessThanOrEqual(5)

  await start(page, '/partners')
  await expect(button(page, 'New partner')).toBeVisible()
  await page.keyboard.press('n')
  await expect(dialog.getByRole('textbox', { name: 'Name' })).toBeFocused()
  await page.keyboard.insertText(keyboard)
  await page.keyboard.press('Control+Enter')
  await expect(dialog).toHaveCount(0)
  await jumpTo(page, keyboard, keyboard)
  await tabTo(page, tab)
  await page.keyboard.press('Enter')
  await tabTo(page, colour)
  await page.keyboard.press('Control+a')
  await page.keyboard.insertText('#446622')
  await page.keyboard.press('Control+s')
  await expect.poll(() => colourOf(keyboard)).toBe('#446622')
  expect(await clicks(page)).toBe(0)
})

test('exports filtered users with 4 clicks, or by keyboard', async ({ page, api }) => {
  const partner = await api.post('partners', { name: unique('Elder Tours') })
  for (const n of [1, 2])
    await api.post('users', { first_name: 'Bea', last_name: `Hale ${n}`, email: `${randomUUID()}@example.com`, partner_id: partner.id, ...password })
  const filter = page.getByRole('combobox', { name: 'Partner' })
  const exported = button(page, 'Export users')

  await start(page, '/users')
  await filter.click()
  await page.keyboard.insertText(String(partner.name))
  await page.getByRole('option', { name: String(partner.name) }).click()
  await expect(page.getByRole('row')).toHaveCount(3)
  const [first] = await Promise.all([page.waitForEvent('download'), exported.click()])
  expect(first.suggestedFilename()).toMatch(/^users.*\.csv$/)
  await expectNotice(page, 'Users exported: 2 rows.')
  expect(await clicks(page)).toBeLessThanOrEqual(4)

  await start(page, '/users')
  await tabTo(page, filter)
  await page.keyboard.insertText(String(partner.name))
  await expect(page.getByRole('option', { name: String(partner.name) })).toHaveCount(1)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('row')).toHaveCount(3)
  await tabTo(page, exported)
  const [second] = await Promise.all([page.waitForEvent('download'), page.keyboard.press('Enter')])
  expect(second.suggestedFilename()).toMatch(/^users.*\.csv$/)
  expect(await clicks(page)).toBe(0)
})
