import type { Page } from '@playwright/test'
import { asEditor, choose, employed, expect, newcomer, noticed, rowOf, said, test } from './test.ts'

const tab = (page: Page, name: string) => page.getByRole('tab', { name })

test('a new member is refused a wrong and a taken e-mail, is made, found by e-mail, renamed and deleted to the trash @both', async ({
  page,
  api,
  complaints,
}) => {
  complaints.allow(422)
  const colleague = await employed(api)
  const person = newcomer()
  const name = `${person.first_name} ${person.last_name}`
  await page.goto('/staff')
  await page.getByRole('button', { name: 'New staff member' }).click()
  const fresh = page.getByRole('dialog', { name: 'New staff member' })
  await expect(fresh.getByText('We’ll send a link there to set a password.')).toBeVisible()
  await fresh.getByLabel('First name').fill(person.first_name)
  await fresh.getByLabel('Last name').fill(person.last_name)
  const email = fresh.getByLabel('E-mail')
  await email.fill('odette at home')
  await fresh.getByRole('button', { name: 'Create staff member' }).click()
  await expect(email).toHaveAccessibleDescription(/^Must be an e-mail address\./)
  await expect(email).toBeFocused()
  await email.fill(colleague.email.toUpperCase())
  await fresh.getByRole('button', { name: 'Create staff member' }).click()
  await expect(email).toHaveAccessibleDescription(/^Is already taken\./)
  await expect(email).toBeFocused()
  await email.fill(person.email)
  await fresh.getByRole('button', { name: 'Create staff member' }).click()
  await noticed(page, `User **${name}** successfully created`)

  await page.getByRole('searchbox', { name: 'Search by name or e-mail' }).fill(person.email)
  await expect(rowOf(page, name).locator('mark')).toHaveText([person.email])
  await expect(page.getByRole('row')).toHaveCount(2)
  await expect(rowOf(page, name).getByRole('cell', { name: 'Editor' })).toBeVisible()
  await page.getByRole('link', { name }).click()
  const form = page.getByRole('dialog', { name: 'Edit staff member' })
  await expect(form.getByLabel('E-mail')).toHaveValue(person.email)
  await form.getByLabel('First name').fill('Odile')
  await form.getByText('Admin', { exact: true }).click()
  await form.getByRole('button', { name: 'Save' }).click()
  const renamed = `Odile ${person.last_name}`
  await noticed(page, `User **${renamed}** successfully updated`)
  await expect(rowOf(page, renamed).getByRole('cell', { name: 'Admin' })).toBeVisible()

  await choose(page, renamed, 'Delete')
  const ask = page.getByRole('dialog', { name: 'Delete staff member' })
  await said(ask, `Are you sure you want to delete **${renamed}**?`)
  await expect(ask.getByText('You can restore them from the trash for 30 days.')).toBeVisible()
  await ask.getByRole('button', { name: 'Delete', exact: true }).click()
  await noticed(page, `User **${renamed}** successfully deleted`)
  await expect(page.getByRole('heading', { name: 'No results' })).toBeVisible()
  expect(await api.total(`trash?query=${encodeURIComponent(renamed)}`)).toBe(1)
})

test('a password I suggest and copy is the one they sign in with', async ({ page, context, api, visit }) => {
  const { name, email } = await employed(api)
  await page.goto(`/staff?query=${email}`)
  await choose(page, name, 'Set password')
  const form = page.getByRole('dialog', { name: 'Set password' })
  await said(form, `**${name}** will be signed out everywhere and has to sign in with the new password.`)
  await form.getByRole('button', { name: 'Use suggested password' }).click()
  const password = (await form.locator('code').textContent()) ?? ''
  expect(password).toMatch(/^[A-Za-z2-9]{10}$/)
  await expect(form.getByLabel('New password')).toHaveValue(password)
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await form.getByRole('button', { name: 'Copy suggested password' }).click()
  await noticed(page, 'Copied!')
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(password)
  await form.getByRole('button', { name: 'Set password' }).click()
  await noticed(page, `Password of **${name}** successfully updated`)

  const theirs = await visit(undefined)
  await theirs.goto('/login')
  await theirs.getByLabel('E-mail').fill(email)
  await theirs.getByLabel('Password', { exact: true }).fill(password)
  await theirs.getByRole('button', { name: 'Sign in' }).click()
  await expect(theirs.getByRole('heading', { name: 'Dashboard' })).toBeVisible()
  await expect(theirs.getByRole('button', { name: 'Account menu (OV)' })).toBeVisible()
})

test('a deactivated member is out at once, counts under Deactivated, and is let in again', async ({ page, hire, visit }) => {
  const { email, state } = await hire()
  const name = 'Mira Kestrel'
  const theirs = await visit(state)
  await theirs.goto('/publishers')
  await expect(theirs.getByRole('link', { name: 'Harbour Press' })).toBeVisible()

  await page.goto(`/staff?query=${email}`)
  await expect(page.getByRole('tab')).toHaveText(['All1', 'Active1', 'Deactivated0'])
  await choose(page, name, 'Deactivate')
  const ask = page.getByRole('dialog', { name: 'Deactivate staff member' })
  await said(ask, `**${name}** will be signed out everywhere and can’t sign in until you activate them again. Their work is kept.`)
  await ask.getByRole('button', { name: 'Deactivate' }).click()
  await noticed(page, `User **${name}** successfully deactivated`)
  await expect(page.getByRole('tab')).toHaveText(['All1', 'Active0', 'Deactivated1'])
  await expect(rowOf(page, name).getByText('Deactivated', { exact: true })).toBeVisible()
  await theirs.goto('/global-tags')
  await expect(theirs).toHaveURL('/login?to=%2Fglobal-tags')

  await tab(page, 'Active').click()
  await expect(page.getByRole('heading', { name: 'No results' })).toBeVisible()
  await tab(page, 'Deactivated').click()
  await choose(page, name, 'Activate')
  const back = page.getByRole('dialog', { name: 'Activate staff member' })
  await said(back, `**${name}** will be able to sign in again with their previous password.`)
  await back.getByRole('button', { name: 'Activate' }).click()
  await noticed(page, `User **${name}** successfully activated`)
  await expect(page.getByRole('tab')).toHaveText(['All1', 'Active1', 'Deactivated0'])
  await expect(page.getByRole('heading', { name: 'No results' })).toBeVisible()
})

test('my own row offers nothing that would lock me out', async ({ page }) => {
  await page.goto('/staff?query=admin@waymark.example')
  const mine = rowOf(page, 'First Admin')
  await expect(mine.getByText('You', { exact: true })).toBeVisible()
  await mine.getByRole('button', { name: 'Actions' }).click()
  await expect(page.getByRole('menuitem')).toHaveText(['Edit'])
})

test.describe('as an editor', () => {
  test.use(asEditor)

  test('staff is for admins only', async ({ page }) => {
    await page.goto('/staff')
    await expect(page.getByRole('heading', { name: 'Admins only' })).toBeVisible()
    await expect(page.getByRole('table')).toHaveCount(0)
  })
})
