import { password } from './servers.ts'
import { expect, expectNotice, recordRequests, test, unique } from './test.ts'

// The name of the demo admin, which the dialog shows.
const name = 'First Admin'

test('asks for the password when the session has expired, and repeats the save', async ({ page, context, complaints, api }) => {
  complaints.allow(401)
  complaints.allow(422)
  const publisher = unique('Late Harbour')
  await page.goto('/publishers?new=1')
  await page.getByRole('dialog', { name: 'New publisher' }).getByLabel('Name').fill(publisher)
  await context.clearCookies()
  const sent = recordRequests(page, 'POST', 'publishers')
  await page.getByRole('button', { name: 'Create publisher' }).click()

  const question = page.getByRole('dialog', { name: 'Your session has expired' })
  await expect(question.getByText(`Sign in again as ${name}. Your unsaved changes are kept.`)).toBeVisible()
  await expect(question.getByLabel('Password', { exact: true })).toBeFocused()
  await expect(page.getByLabel('Name')).toHaveValue(publisher)
  await page.keyboard.press('Escape')
  await expect(question).toBeVisible()
  await expect(page.getByRole('dialog', { name: 'Leave without saving?' })).toHaveCount(0)

  await question.getByLabel('Password', { exact: true }).fill('not this one')
  await question.getByRole('button', { name: 'Sign in', exact: true }).click()
  await expect(question.getByRole('alert')).toHaveText('The e-mail address or the password is wrong.')

  await question.getByLabel('Password', { exact: true }).fill(password)
  await page.keyboard.press('Enter')
  await expectNotice(page, `Publisher **${publisher}** successfully created`)
  await expect(question).toHaveCount(0)
  await expect(page).toHaveURL('/publishers')
  expect(sent).toHaveLength(2)
  expect(await api.total(`publishers?query=${publisher}`)).toBe(1)
})

test('asks once for all requests that wait for a new session', async ({ page, context, complaints }) => {
  complaints.allow(401)
  await page.goto('/profile')
  await page.getByRole('button', { name: 'Content settings' }).click()
  await context.clearCookies()
  await page.getByRole('link', { name: 'Publishers' }).click()
  const question = page.getByRole('dialog', { name: 'Your session has expired' })
  await expect(question).toHaveCount(1)
  await question.getByLabel('Password', { exact: true }).fill(password)
  await question.getByRole('button', { name: 'Sign in', exact: true }).click()
  await expect(page.getByRole('link', { name: 'Harbour Press' })).toBeVisible()
  await expect(question).toHaveCount(0)
})

test('offers to sign in as someone else', async ({ page, context, complaints }) => {
  complaints.allow(401)
  await page.goto('/profile')
  await page.getByRole('button', { name: 'Content settings' }).click()
  await context.clearCookies()
  await page.getByRole('link', { name: 'Global tags' }).click()
  await page.getByRole('button', { name: 'Sign in as someone else' }).click()
  await expect(page).toHaveURL('/login')
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible()
})
