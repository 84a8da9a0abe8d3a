import type { Page } from '@playwright/test'
import { makeUnconfirmed, type Server } from './servers.ts'
import { type Api, asMember, card, expect, expectNotice, type Member, notices, test, unique } from './test.ts'

test.use({ ...asMember, permissions: ['clipboard-read', 'clipboard-write'] })

/** promoted makes the signed-in member an admin whose password confirmation has expired. */
async function promoted(api: Api, server: Server, hire: () => Promise<Member>): Promise<Member> {
  const member = await hire()
  await api.put(`staff/${member.id}`, { staff_role: 'admin' })
  makeUnconfirmed(server, member.id)
  return member
}

const dialog = (page: Page) => page.getByRole('dialog', { name: 'Confirm your password' })

test('reveals a secret after the password is confirmed', async ({ page, api, hire, server, complaints }) => {
  complaints.allow(403)
  complaints.allow(422)
  const { password } = await promoted(api, server, hire)
  const partner = await api.post('partners', { name: unique('Zeal Tours') })
  const { api_secret } = await api.keys(partner.id)
  await page.goto(`/partners/${partner.id}/details`)
  const clipboard = () => page.evaluate(() => navigator.clipboard.readText())
  const copy = card(page, 'API Information').getByRole('button', { name: 'Copy API secret' })
  const question = dialog(page)
  const field = question.getByLabel('Password', { exact: true })

  await copy.click()
  await expect(question.getByText('For your security, enter your password to continue.')).toBeVisible()
  await expect(field).toBeFocused()
  await expect(field).toHaveAttribute('autocomplete', 'current-password')

  await test.step('cancelling shows no error', async () => {
    await page.keyboard.press('Escape')
    await expect(question).toHaveCount(0)
    await expectNotice(page, 'Cancelled: your password was not confirmed.')
    await expect(notices(page).getByRole('alert')).toBeEmpty()
    await expect(copy).toBeFocused()
    await copy.click()
    await question.getByRole('button', { name: 'Cancel' }).click()
    await expect(question).toHaveCount(0)
  })

  await copy.click()
  await field.fill('not this one')
  await question.getByRole('button', { name: 'Confirm' }).click()
  await expect(field).toHaveAccessibleDescription('The password is wrong.')
  await expect(field).toBeFocused()
  await field.fill(password)
  await page.keyboard.press('Enter')
  await expect(question).toHaveCount(0)
  await expectNotice(page, 'Copied!')
  await expect.poll(clipboard).toBe(api_secret)

  // The confirmation is still valid: no second dialog.
  await copy.click()
  await expect(question).toHaveCount(0)
})

test('keeps form input while the password is confirmed', async ({ page, api, hire, server, complaints }) => {
  complaints.allow(403)
  const { password } = await promoted(api, server, hire)
  await page.goto('/profile')
  const email = `${unique('new').replace(' ', '.')}@waymark.example`
  await page.getByLabel('E-mail', { exact: true }).fill(email)
  await page.getByRole('button', { name: 'Save' }).click()
  await dialog(page).getByRole('button', { name: 'Cancel' }).click()
  await expect(dialog(page)).toHaveCount(0)
  await expect(page.getByRole('main').getByRole('alert')).toHaveCount(0)
  await expect(page.getByLabel('E-mail', { exact: true })).toHaveValue(email)
  await page.getByRole('button', { name: 'Save' }).click()
  await dialog(page).getByLabel('Password', { exact: true }).fill(password)
  await dialog(page).getByRole('button', { name: 'Confirm' }).click()
  await expectNotice(page, 'Successfully updated!')
})

test('asks for the password after a confirmation, and opens the impersonation window afterwards', async ({ page, api, hire, server, complaints }) => {
  complaints.allow(403)
  const { id, password } = await promoted(api, server, hire)
  const partner = await api.post('partners', { name: unique('Zest Tours') })
  const confirm = async () => {
    await dialog(page).getByLabel('Password', { exact: true }).fill(password)
    await dialog(page).getByRole('button', { name: 'Confirm' }).click()
    await expect(dialog(page)).toHaveCount(0)
  }
  await page.goto(`/partners/${partner.id}/details`)
  await page.getByRole('button', { name: 'Refresh API keys' }).click()
  await page.getByRole('dialog', { name: 'Refresh API keys' }).getByRole('button', { name: 'Refresh API keys' }).click()
  await confirm()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  expect((await api.find(`partners/${partner.id}`)).api_key).not.toBe(partner.api_key)

  makeUnconfirmed(server, id)
  await page.context().route('**/impersonate/**', (route) => route.fulfill({ contentType: 'text/html', body: 'The app' }))
  await page.goto('/users/11/details')
  await page.getByRole('button', { name: 'Impersonate' }).click()
  await page.getByRole('dialog', { name: 'Impersonate user' }).getByRole('button', { name: 'Open' }).click()
  await expect(dialog(page)).toBeVisible()
  const opened = page.context().waitForEvent('page')
  await confirm()
  await (await opened).waitForURL('**/impersonate/**')
})
