import type { Page } from '@playwright/test'
import { type Api, asEditor, expect, type Member, notices, test, unique } from './test.ts'

const rows = (page: Page) =>
  page
    .getByRole('table', { name: 'Activity' })
    .getByRole('row')
    .filter({ has: page.getByRole('cell') })

/** renamed creates and renames a publisher as a new staff member with a unique name. */
async function renamed({ api, hire, visit }: { api: Api; hire: () => Promise<Member>; visit: (state: Member['state']) => Promise<Page> }) {
  const { id: user, state } = await hire()
  const last_name = unique('Chronicler')
  await api.put(`staff/${user}`, { last_name })
  const { request } = await visit(state)
  const [before, after] = [unique('Old Harbour'), unique('New Harbour')]
  const made = await request.post('/api/admin/publishers', { data: { name: before } })
  const { id } = (await made.json()).item
  expect((await request.put(`/api/admin/publishers/${id}`, { data: { name: after } })).status()).toBe(200)
  return { user, who: `Mira ${last_name}`, id, before, after }
}

test('shows who changed what, with the values before and after, and links to the record @both', async ({ page, api, hire, visit }) => {
  const { user, who, id, before, after } = await renamed({ api, hire, visit })
  await page.goto(`/activity?user_id=${user}`)
  await expect(rows(page)).toHaveText([
    new RegExp(`^Updated publisher ${after}Name: ${before} → ${after}${who}`),
    new RegExp(`^Created publisher ${before}—${who}`),
    /^Signed in—Mira Kestrel/, // logged under the previous name
  ])
  await page.getByRole('link', { name: `Updated publisher ${after}` }).click()
  const entry = page.getByRole('dialog', { name: 'Updated publisher' })
  await expect(entry.getByRole('table', { name: 'Changed fields' }).getByRole('row')).toHaveText(['FieldBeforeAfter', `Name${before}${after}`])
  await expect(entry.getByText(who, { exact: true })).toBeVisible()
  await expect(entry.getByText('127.0.0.1', { exact: true })).toBeVisible()

  // The URL links to this entry, even if the filtered list does not contain it.
  const link = new URL(page.url())
  expect(link.searchParams.get('entry')).toMatch(/^\d+$/)
  await page.goto(`/activity?kind=job&entry=${link.searchParams.get('entry')}`)
  await expect(entry.getByText(after, { exact: true }).first()).toBeVisible()
  await entry.getByRole('link', { name: 'Open publisher' }).click()
  await expect(page).toHaveURL(`/publishers?edit=${id}`)
  await expect(page.getByRole('dialog', { name: 'Edit publisher' }).getByLabel('Name')).toHaveValue(after)
})

test('filters the log by user, kind, action and date, and keeps the filters after a reload', async ({ page, api, hire, visit }) => {
  const { user, who, before, after } = await renamed({ api, hire, visit })
  const pick = async (filter: string, choice: string) => {
    await page.getByRole('combobox', { name: filter }).click()
    await page.getByRole('option', { name: choice, exact: true }).click()
  }
  const pickDay = async (filter: string) => {
    await page.getByRole('textbox', { name: filter, exact: true }).click()
    await page.getByRole('button', { name: 'Previous month' }).click()
    await page.getByRole('button', { name: /^15 / }).click()
  }
  await page.goto('/activity')
  await page.getByRole('combobox', { name: 'User' }).fill(who)
  await page.getByRole('option', { name: who, exact: true }).click()
  await expect(rows(page)).toHaveCount(3)
  await pick('Kind', 'Publisher')
  await expect(rows(page)).toHaveCount(2)
  await pick('Action', 'Created')
  await expect(rows(page)).toHaveText([new RegExp(`^Created publisher ${before}`)])
  await page.getByRole('button', { name: 'More filters' }).click()
  await pickDay('To')
  await expect(page.getByRole('heading', { name: 'No results' })).toBeVisible()
  const to = new URL(page.url()).searchParams.get('to')
  expect(to).toMatch(/^\d{4}-\d{2}-15$/)
  await page.getByRole('list', { name: 'Filters' }).getByRole('button', { name: 'Clear To' }).click()
  await expect(rows(page)).toHaveCount(1)
  await pickDay('From')
  await pick('Action', 'Updated') // both
  await expect(rows(page)).toHaveCount(2)
  await pick('Action', 'Created') // chosen again, it is removed
  await expect(rows(page)).toHaveText([new RegExp(`^Updated publisher ${after}`)])

  const kept = { user_id: String(user), kind: 'publisher', action: 'updated', from: to }
  expect(Object.fromEntries(new URL(page.url()).searchParams)).toEqual(kept)
  await page.reload()
  await expect(rows(page)).toHaveText([new RegExp(`^Updated publisher ${after}`)])
  await expect(page.getByRole('combobox', { name: 'User' })).toHaveValue(who)
  await expect(page.getByRole('combobox', { name: 'Kind' })).toHaveValue('Publisher')
  await expect(page.getByRole('combobox', { name: 'Action' })).toHaveValue('Updated')
  await expect(page.getByRole('textbox', { name: 'From', exact: true })).toHaveValue(/^15 /)
  expect(Object.fromEntries(new URL(page.url()).searchParams)).toEqual(kept)
})

test('logs sign-ins, sign-outs and failed attempts', async ({ page, api, hire, playwright, server }) => {
  const member = await hire()
  const name = unique('Mira Signer')
  await api.put(`staff/${member.id}`, { last_name: name })
  const http = await playwright.request.newContext({ baseURL: server.url })
  const { email, password } = member
  expect((await http.post('/api/auth/login', { data: { email, password: 'wrong' } })).status()).toBe(422)
  expect((await http.post('/api/auth/login', { data: { email, password } })).status()).toBe(200)
  expect((await http.post('/api/auth/confirm', { data: { password: 'wrong' } })).status()).toBe(422)
  expect((await http.post('/api/auth/logout')).status()).toBe(204)
  await http.dispose()
  await page.goto(`/activity?kind=user&user_id=${member.id}`)
  await expect(rows(page)).toHaveText([
    new RegExp(`^Signed out—Mira ${name}`),
    new RegExp(`^Failed to confirm the password—Mira ${name}`),
    new RegExp(`^Signed in—Mira ${name}`),
    /^Signed in—Mira Kestrel/,
  ])
  await page.goto('/activity?action=failed%20to%20sign%20in')
  await expect(rows(page).filter({ hasText: name })).toHaveText(new RegExp(`^Failed to sign in as Mira ${name}—Anonymous`))
  await page.getByRole('link', { name: `Failed to sign in as Mira ${name}` }).click()
  const entry = page.getByRole('dialog', { name: 'Failed to sign in as' })
  await expect(entry.getByText('127.0.0.1', { exact: true })).toBeVisible()
  await entry.getByRole('link', { name: 'Open user' }).click()
  await expect(page).toHaveURL(`/users/${member.id}/details`)
})

test.describe('as an editor', () => {
  test.use(asEditor)

  test('refuses the log to editors, even through a link to an entry', async ({ page }) => {
    await page.goto('/activity?entry=1')
    await expect(page.getByRole('heading', { name: 'Admins only' })).toBeVisible()
    await expect(page.getByRole('dialog')).toHaveCount(0)
  })
})

test('undoes a change, and the undo', async ({ page, api, hire, visit }) => {
  const { user, id, before, after } = await renamed({ api, hire, visit })
  await page.goto(`/activity?user_id=${user}`)
  await page.getByRole('link', { name: `Updated publisher ${after}` }).click()
  await page.getByRole('dialog', { name: 'Updated publisher' }).getByRole('button', { name: 'Undo' }).click()
  await expect(notices(page).getByText('Undone', { exact: true })).toBeVisible()
  expect((await api.find(`publishers/${id}`)).name).toBe(before)

  await page.getByRole('link', { name: `Updated publisher ${after}` }).click()
  await expect(page.getByRole('dialog', { name: 'Updated publisher' })).toContainText('This has been undone already.')
  await page.keyboard.press('Escape')
  await notices(page).getByRole('button', { name: 'Undo' }).click()
  await expect.poll(async () => (await api.find(`publishers/${id}`)).name).toBe(after)
})

test('shows what has changed since, and leaves it as it is', async ({ page, api, complaints }) => {
  complaints.allow(409)
  const name = unique('Marram')
  const { id } = await api.post('tags', { tag: name })
  await api.put(`tags/${id}`, { tag: `${name} coast` })
  await api.put(`tags/${id}`, { tag: `${name} dunes` })
  await page.goto(`/activity?kind=${encodeURIComponent('subject area')}`)
  await page.getByRole('link', { name: `Updated subject area ${name} coast` }).click()
  await page.getByRole('dialog', { name: 'Updated subject area' }).getByRole('button', { name: 'Undo' }).click()
  const question = page.getByRole('dialog', { name: 'Some of this has changed since' })
  await expect(question).toContainText(`is now ${name} dunes.`)
  await question.getByRole('button', { name: 'Cancel' }).click()
  expect((await api.find(`tags/${id}`)).tag).toBe(`${name} dunes`)
})
