import type { Page } from '@playwright/test'
import { asMember, expect, expectNotice, test } from './test.ts'

test.use(asMember)

const done = 'Successfully updated!'
const menu = (page: Page, initials: string) => page.getByRole('banner').getByRole('button', { name: `${initials}: account menu` })

test('shows a changed name in the header immediately and after a reload', async ({ page }) => {
  await page.goto('/profile')
  await expect(menu(page, 'MK')).toBeVisible()
  await page.getByLabel('First name').fill('Anouk')
  await page.getByRole('button', { name: 'Save' }).click()
  await expectNotice(page, done)
  await expect(menu(page, 'AK')).toHaveText('AK')
  await page.reload()
  await expect(menu(page, 'AK')).toBeVisible()
  await expect(page.getByLabel('First name')).toHaveValue('Anouk')
})

test('resolves a conflict with an admin who changed the profile', async ({ page, api, hire, complaints }) => {
  complaints.allow(409)
  const { id } = await hire()
  await page.goto('/profile')
  await page.getByLabel('Phone').fill('+49 30 1234')
  await api.put(`staff/${id}`, { last_name: 'Sparrow', phone: '+49 30 9999' })
  await page.getByRole('button', { name: 'Save' }).click()
  const stale = page.getByRole('dialog', { name: 'Someone else saved changes while you were editing' })
  await expect(stale.getByRole('radio', { name: '+49 30 1234' })).toBeChecked()
  await expect(stale.getByRole('radio', { name: 'Sparrow' })).toBeChecked()
  await stale.getByRole('button', { name: 'Save selection' }).click()
  await expectNotice(page, done)
  await expect(menu(page, 'MS')).toBeVisible()
  await expect(page.getByLabel('Last name')).toHaveValue('Sparrow')
  expect(await api.find(`staff/${id}`)).toMatchObject({ phone: '+49 30 1234', last_name: 'Sparrow' })
})

test('changes the password with the current one, and signs out other sessions', async ({ page, hire, visit, complaints }) => {
  complaints.allow(422)
  const { email, password } = await hire()
  const elsewhere = await visit(undefined)
  expect((await elsewhere.request.post('/api/auth/login', { data: { email, password } })).status()).toBe(200)
  await elsewhere.goto('/publishers')
  await expect(menu(elsewhere, 'MK')).toBeVisible()

  await page.goto('/profile')
  const current = page.getByLabel('Current password')
  await current.fill('not this one')
  await page.getByLabel('New password').fill('a lighthouse at noon')
  await page.getByLabel('Confirm password').fill('a lighthouse at noon')
  await page.getByRole('button', { name: 'Change password' }).click()
  await expect(current).toHaveAccessibleDescription('This is not your current password.')
  await expect(current).toBeFocused()
  await elsewhere.goto('/global-tags')
  await expect(elsewhere.getByRole('heading', { name: 'Global tags' })).toBeVisible()

  await current.fill(password)
  await page.getByRole('button', { name: 'Change password' }).click()
  await expectNotice(page, done)
  await expect(current).toHaveValue('')
  await elsewhere.goto('/publishers')
  await expect(elsewhere).toHaveURL('/login?to=%2Fpublishers')
  await page.goto('/publishers')
  await expect(page.getByRole('link', { name: 'Harbour Press' })).toBeVisible()
})

test('keeps settings after a reload, and applies them to lists', async ({ page }) => {
  const height = async () => (await page.getByRole('row').nth(1).boundingBox())?.height ?? 0
  await page.goto('/publishers')
  await expect(page.getByRole('table').locator('tbody').getByRole('row')).toHaveCount(25)
  const comfortable = await height()

  await page.goto('/settings')
  const chosen = { Theme: 'Dark', Sidebar: 'Compact', Density: 'Compact', 'Rows per page': '10' }
  for (const [label, choice] of Object.entries(chosen)) {
    const kept = page.waitForResponse('**/api/auth/settings')
    await page.getByRole('radiogroup', { name: label }).getByText(choice, { exact: true }).click()
    expect((await kept).status(), label).toBe(200)
  }
  await expectNotice(page, done)
  await page.reload()
  for (const [label, choice] of Object.entries(chosen)) {
    await expect(page.getByRole('radiogroup', { name: label }).getByRole('radio', { name: choice, exact: true }), label).toBeChecked()
  }
  await expect(page.getByRole('button', { name: 'Switch to light theme' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Expand sidebar' })).toBeVisible()

  const request = page.waitForRequest('**/api/admin/publishers?**')
  await page.goto('/publishers')
  expect(new URL((await request).url()).searchParams.get('per_page')).toBe('10')
  await expect(page.getByRole('table').locator('tbody').getByRole('row')).toHaveCount(10)
  expect(await height()).toBeLessThan(comfortable)
})
