import type { Locator } from '@playwright/test'
import { png } from './png.ts'
import { password } from './servers.ts'
import {
  type Api,
  asEditor,
  card,
  createStaff,
  edit,
  expect,
  expectNotice,
  expectSentence,
  fact,
  pick,
  recordBodies,
  test,
  unique,
  uniquePerson,
} from './test.ts'

type Named = { id: number; name: string }
type User = Named & {
  called: string
  email: string
  alt_id: string
  partner: (Named & { account_type_id: number }) | null
  languages: Named[]
  country: Named | null
  country_region: Named | null
  email_verified_at: string | null
  using_suggested_languages: boolean
  using_suggested_country: boolean
  using_suggested_country_region: boolean
  shared_collections_count: number
}

/** joined creates a user; without a partner, an advisor. */
const joined = async (api: Api, more: object = {}) =>
  (await api.post('users', { ...uniquePerson(), password, password_confirmation: password, ...more })) as unknown as User

const everyone = async (api: Api) => (await api.list('users?per_page=100')) as unknown as User[]

function first<T>(list: readonly T[], fits: (one: T) => boolean): T {
  const found = list.find(fits)
  if (found === undefined) throw new Error('the demo data has no match')
  return found
}

/** place picks a country or region, whose options include codes. */
async function place(field: Locator, name: string, code: string) {
  await field.fill(name)
  await field
    .page()
    .getByRole('option', { name: `${name} ${code}`, exact: true })
    .click()
}

test('shows and edits an advisor card by card', async ({ page, api, complaints }) => {
  complaints.allow(422)
  const user = await joined(api)
  const [agency] = await api.list('options/host-agencies')
  const [consortium] = await api.list('options/consortia')
  const sent = await recordBodies(page, 'PUT')
  await page.goto(`/users/${user.id}`)
  await expect(page).toHaveURL(`/users/${user.id}/details`)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(user.called)
  await expect(page.getByRole('img', { name: /^Unverified/ })).toBeVisible()
  await expect(page.getByRole('main').getByRole('heading', { level: 2 })).toHaveText([
    ...['Details', 'Media', 'Travel Advisor', 'Copilot'],
    ...['Account', 'Profile Status', 'Meta'],
  ])
  await expect(fact(page, 'Details', 'E-mail')).toHaveText(`${user.email} UNVERIFIED`)
  await expect(card(page, 'Details').getByText('SUGGESTED')).toHaveCount(0)
  await expect(card(page, 'Media').getByText('None', { exact: true })).toHaveCount(4)
  await expect(card(page, 'Travel Advisor')).toContainText('This user is not a travel advisor.')
  await expect(fact(page, 'Copilot', 'Insider param')).toHaveText(`insider=${user.alt_id}`)
  await expect(card(page, 'Account').getByRole('term')).toHaveText(['Signup source', 'Signup partner', 'Signup collection'])
  await expect(card(page, 'Account').getByRole('definition')).toHaveText(['Created by staff', '—', '—'])
  const status = card(page, 'Profile Status')
  await expect(status.getByRole('progressbar')).toHaveAttribute('aria-valuenow', '9')
  await expect(status.getByRole('listitem')).toHaveCount(11)
  await expect(status.getByRole('listitem').filter({ hasText: ': done' })).toHaveText(['Add a name: done'])
  await expect(card(page, 'Meta').getByRole('term')).toHaveText(['ID', 'Last active', 'Created', 'Updated'])
  await expect(card(page, 'Meta').getByRole('definition').first()).toHaveText(String(user.id))
  await expect(fact(page, 'Meta', 'Last active')).toHaveText('Never')

  const details = await edit(page, 'details')
  const region = details.getByRole('combobox', { name: 'State/region' })
  await expect(region).toBeDisabled()
  await expect(region).toHaveAttribute('placeholder', 'Choose a country first')
  await expect(details.getByLabel('Phone')).toHaveAttribute('placeholder', 'Country code plus number')
  await details.getByLabel('Last name').fill('Marlowe')
  await details.getByLabel('E-mail').fill('admin@waymark.example')
  await details.getByLabel('Phone').fill('call me')
  await details.getByLabel('Company').fill('Marlowe & Daughters')
  await details.getByLabel('Other host agency').fill('The corner shop')
  await details.getByRole('button', { name: 'Save' }).click()
  await expect(details.locator('[data-field=phone]')).toContainText('Must be a phone number')
  await expect(details.locator('[data-field=email]')).toContainText('This e-mail address is already in use.')
  await expect(details.getByLabel('E-mail')).toBeFocused()
  await details.getByLabel('Phone').fill('+44 20 7946 0958')
  await expect(details.getByLabel('Phone')).toBeFocused() // although another field is still wrong
  await expect(details.getByLabel('Company')).toHaveValue('Marlowe & Daughters')
  await details.getByLabel('E-mail').fill(user.email)
  await pick(details.getByRole('combobox', { name: 'Languages' }), 'French')
  await page.keyboard.press('Escape')
  await place(details.getByRole('combobox', { name: 'Country' }), 'France', 'FR')
  await place(region, 'Ain', '01')
  await pick(details.getByRole('combobox', { name: 'Consortium' }), String(consortium?.name))
  await details.getByRole('button', { name: 'Save' }).click()
  await expectNotice(page, 'User **Odette Marlowe** successfully updated')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Odette Marlowe')
  const shown = ['Odette Marlowe', `${user.email} UNVERIFIED`, '+44 20 7946 0958', 'Marlowe & Daughters', 'French', 'France', 'Ain']
  await expect(card(page, 'Details').getByRole('definition')).toHaveText([...shown, 'The corner shop', String(consortium?.name)])
  await expect(status.getByRole('progressbar')).toHaveAttribute('aria-valuenow', '55')
  expect(Object.keys(sent.at(-1) as object).sort()).toEqual(
    ['company_name', 'consortium_id', 'country_id', 'country_region_id', 'host_agency_other', 'language_ids', 'last_name', 'phone', 'version'].sort(),
  )

  const again = await edit(page, 'details')
  await pick(again.getByRole('combobox', { name: 'Host agency' }), String(agency?.name))
  await expect(again.getByLabel('Other host agency')).toBeDisabled()
  await place(again.getByRole('combobox', { name: 'Country' }), 'Spain', 'ES')
  await expect(again.getByRole('combobox', { name: 'State/region' })).toHaveValue('')
  await again.getByRole('button', { name: 'Save' }).click()
  await expect(fact(page, 'Details', 'Host agency')).toHaveText(String(agency?.name))
  await expect(fact(page, 'Details', 'Country')).toHaveText('Spain')
  await expect(fact(page, 'Details', 'State/region')).toHaveText('—')

  const advisor = await edit(page, 'travel advisor')
  await expect(advisor.getByRole('textbox')).toHaveCount(0)
  await advisor.getByRole('switch', { name: 'Travel advisor' }).check()
  await advisor.getByLabel('Booking e-mail').fill('trips@example.com')
  await advisor.getByLabel('Booking phone').fill('+33 1 23 45')
  await advisor.getByLabel('IATA').fill('96-0')
  await advisor.getByLabel('CLIA').fill('00012')
  await advisor.getByRole('button', { name: 'Save' }).click()
  await expect(card(page, 'Travel Advisor').getByRole('definition')).toHaveText(['trips@example.com', '+33 1 23 45', '96-0', '00012'])
})

test('edits the Explore, Media and Account cards of a partner user', async ({ page, api }) => {
  const partners = await api.list('options/partners')
  const kinds = await Promise.all(
    partners.slice(0, 12).map(async ({ id }) => (await api.find(`partners/${id}`)) as unknown as User['partner'] & Named),
  )
  const one = first(kinds, () => true)
  const other = first(kinds, ({ account_type_id }) => account_type_id !== one.account_type_id)
  const roles = async ({ account_type_id }: typeof one) =>
    first(await api.list(`account-types/${account_type_id}/user-templates-options`), () => true)
  const [before, after] = [await roles(one), await roles(other)]
  const user = await joined(api, { partner_id: one.id, user_template_id: before.id })
  await page.goto(`/users/${user.id}/details`)
  await expect(card(page, 'Account').getByRole('term')).toHaveText(['Partner', 'Type', 'Role', 'Internal'])
  await expect(fact(page, 'Account', 'Partner').getByRole('link', { name: one.name })).toHaveAttribute('href', `/partners/${one.id}/details`)
  await expect(fact(page, 'Account', 'Role')).toHaveText(before.name)
  await expect(fact(page, 'Account', 'Internal')).toContainText('No')
  await expect(card(page, 'Explore').getByRole('definition')).toHaveText([user.alt_id, 'No contact details', 'Landing page', 'No'])
  await expect(card(page, 'Explore').getByRole('button', { name: 'Copy UID' })).toBeVisible()

  const explore = await edit(page, 'explore')
  await explore.getByRole('combobox', { name: 'Landing page sharing' }).click()
  await page.getByRole('option', { name: 'Company contact details' }).click()
  await explore.getByRole('combobox', { name: 'Live editor display' }).click()
  await page.getByRole('option', { name: 'Embed' }).click()
  await explore.getByRole('switch', { name: 'Lead notifications' }).check()
  await explore.getByRole('button', { name: 'Save' }).click()
  await expectNotice(page, `User **${user.called}** successfully updated`)
  await expect(card(page, 'Explore').getByRole('definition')).toHaveText([user.alt_id, 'Company contact details', 'Embed', 'Yes'])

  const media = await edit(page, 'media')
  for (const field of ['Logo', 'Light logo', 'Header image', 'Personal photo']) {
    const part = media.getByRole('region', { name: field, exact: true })
    await part.locator('input[type=file]').setInputFiles({ name: 'a.png', mimeType: 'image/png', buffer: png(240, 120) })
    await expect(part.getByAltText('Preview')).toBeVisible()
  }
  await media.getByRole('button', { name: 'Save' }).click()
  for (const field of ['Logo', 'Light logo', 'Header image', 'Personal photo'])
    await expect(card(page, 'Media').getByRole('img', { name: `${field} of ${user.called}`, exact: true })).toBeVisible()
  await expect(card(page, 'Media').getByText('None', { exact: true })).toHaveCount(0)

  const account = await edit(page, 'account')
  const role = account.getByRole('combobox', { name: 'Role (user template)' })
  await expect(role).toHaveValue(before.name)
  await account.getByRole('button', { name: 'Clear Partner' }).click()
  await expect(role).toBeDisabled()
  await expect(role).toHaveAttribute('placeholder', 'Choose a partner first')
  await pick(account.getByRole('combobox', { name: 'Partner' }), other.name)
  await pick(role, after.name)
  await expect(account.getByText('is managed on the Staff page')).toBeVisible()
  await account.getByRole('button', { name: 'Save' }).click()
  await expect(fact(page, 'Account', 'Partner')).toHaveText(other.name)
  await expect(fact(page, 'Account', 'Role')).toHaveText(after.name)
})

test('marks suggested values and verified e-mails', async ({ page, api }) => {
  const users = await everyone(api)
  const badge = (label: string) => fact(page, 'Details', label).getByText('SUGGESTED', { exact: true })
  const by = {
    languages: first(users, (one) => one.using_suggested_languages),
    country: first(users, (one) => one.using_suggested_country_region && one.using_suggested_country && !one.using_suggested_languages),
  }
  for (const user of Object.values(by)) {
    await page.goto(`/users/${user.id}/details`)
    await expect(badge('Languages')).toHaveCount(Number(user.using_suggested_languages))
    await expect(badge('Country')).toHaveCount(Number(user.using_suggested_country))
    await expect(badge('State/region')).toHaveCount(Number(user.using_suggested_country_region))
    await expect(fact(page, 'Details', 'E-mail')).toHaveText(`${user.email} ${user.email_verified_at ? 'VERIFIED' : 'UNVERIFIED'}`)
  }
  await expect(fact(page, 'Details', 'Country')).toHaveText(`${by.country.country?.name} SUGGESTED`)
  const verified = first(users, (one) => one.email_verified_at !== null && !one.using_suggested_country && !one.using_suggested_languages)
  await page.goto(`/users/${verified.id}/details`)
  await expect(fact(page, 'Details', 'E-mail')).toHaveText(`${verified.email} VERIFIED`)
  await expect(card(page, 'Details').getByText('SUGGESTED')).toHaveCount(0)
})

test('impersonates a user in a new window', async ({ page, api, context, complaints }) => {
  complaints.allow(409)
  const user = await joined(api)
  // The platform is mocked, so that no request leaves the machine.
  await context.route('https://app.waymark.example/**', (route) => route.fulfill({ contentType: 'text/html', body: '<title>The platform</title>' }))
  await page.goto(`/users/${user.id}/details`)
  const button = page.getByRole('button', { name: 'Impersonate User' })
  await button.click()
  const dialog = page.getByRole('dialog', { name: 'Impersonate user' })
  await expect(dialog).toContainText('This is logged')
  const open = dialog.getByRole('button', { name: 'Open' })
  await dialog.getByLabel('Reason').fill('x'.repeat(301))
  await open.click()
  await expect(dialog.locator('[data-field=reason]')).toContainText('Must have at most 300 characters.')
  expect(context.pages().filter((one) => one.url() === 'about:blank')).toEqual([])
  const reason = unique('She sees no collections')
  await dialog.getByLabel('Reason').fill(reason)
  const opened = page.waitForEvent('popup')
  await open.click()
  const platform = await opened
  await platform.waitForURL(/^https:\/\/app\.waymark\.example\/impersonate\/[\w-]+\.[\w-]+$/)
  expect(await platform.evaluate(() => window.opener)).toBeNull()
  await platform.close()
  await expect(dialog).toHaveCount(0)
  await expect(page).toHaveURL(`/users/${user.id}/details`)
  const [logged] = await api.list(`activity?kind=user&record_id=${user.id}`)
  expect(logged).toMatchObject({ action: 'asked to impersonate', changes: { reason: { after: reason } } })

  await page.evaluate(() => {
    window.open = () => null // simulates a popup blocker
  })
  await button.click()
  await open.click()
  const link = dialog.getByRole('link', { name: 'Open window' })
  await expect(link).toHaveAttribute('href', /^https:\/\/app\.waymark\.example\/impersonate\//)
  await expect(link).toHaveAttribute('rel', 'noopener noreferrer')
  await dialog.getByRole('button', { name: 'Cancel' }).click()

  await button.click()
  await api.put(`users/${user.id}`, { deactivated_at: new Date().toISOString() })
  await open.click()
  await expect(dialog.getByRole('alert')).toHaveText('This user is deactivated.')
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await page.reload()
  await expect(button).toHaveAttribute('aria-disabled', 'true')
  await expect(button).toHaveAttribute('title', 'Deactivated users can’t be impersonated.')
  await button.click({ force: true })
  await expect(dialog).toHaveCount(0)
})

test('deactivates, reactivates and deletes a user, and links staff to the Staff page', async ({ page, api }) => {
  const user = await joined(api)
  await page.goto(`/users/${user.id}/details`)
  const account = card(page, 'Account')
  await account.getByRole('button', { name: 'Deactivate' }).click()
  const off = page.getByRole('dialog', { name: 'Deactivate user' })
  await expect(off).toContainText('will be signed out everywhere and can’t sign in')
  await off.getByRole('button', { name: 'Deactivate' }).click()
  await expectNotice(page, `User **${user.called}** successfully deactivated`)
  await expect(account).toContainText('Deactivated since')
  await expect(page.getByRole('img', { name: /^Deactivated/ })).toBeVisible()
  await account.getByRole('button', { name: 'Reactivate' }).click()
  await page.getByRole('dialog', { name: 'Reactivate user' }).getByRole('button', { name: 'Reactivate' }).click()
  await expectNotice(page, `User **${user.called}** successfully reactivated`)
  await expect(account).toContainText('Can sign in')

  await page.getByRole('button', { name: 'Delete User' }).click()
  const question = page.getByRole('dialog', { name: 'Delete user' })
  await expectSentence(question, `Are you sure you want to delete **${user.called}**?`)
  await question.getByRole('button', { name: 'Delete', exact: true }).click()
  await expectNotice(page, `User **${user.called}** successfully deleted`)
  await expect(page).toHaveURL('/users')

  const colleague = await createStaff(api)
  await page.goto(`/users/${colleague.id}/details`)
  await expect(page.getByRole('button', { name: 'Delete User' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Impersonate User' })).toHaveCount(0)
  await expect(account.getByRole('button', { name: 'Deactivate' })).toHaveCount(0)
  await expect(fact(page, 'Account', 'Internal')).toContainText('Yes')
  const details = await edit(page, 'account')
  await expect(details.getByRole('combobox', { name: 'Partner' })).toBeDisabled()
  await page.keyboard.press('Escape')
  await account.getByRole('link', { name: 'Staff page' }).click()
  await expect(page.getByRole('table').getByRole('link', { name: colleague.name })).toBeVisible()
})

test('counts collections in the tabs, and lists shared collections with their partners', async ({ page, api }) => {
  const owner = await joined(api)
  const tabs = page.getByRole('navigation', { name: 'User sections' }).getByRole('link')
  await page.goto(`/users/${owner.id}/shared-collections`)
  await expect(tabs).toHaveText(['Details', 'Collections 0', 'Shared Collections 0'])
  await expect(page.getByRole('heading', { name: 'No shared collections yet' })).toBeVisible()
  await expect(card(page, 'Associated Partners')).toContainText('This user has not accepted any partner’s collections.')
  const mine = await api.post('collections', { type: 'personal', user_id: owner.id, name: unique('Fjords') })
  await tabs.nth(1).click()
  await page.reload()
  await expect(tabs).toHaveText(['Details', 'Collection 1', 'Shared Collections 0'])
  await expect(page.getByRole('link', { name: mine.name })).toBeVisible()
  await api.post('collections', { type: 'personal', user_id: owner.id, name: unique('Glaciers') })
  await page.reload()
  await expect(tabs.nth(1)).toHaveText('Collections 2')

  type Shared = Named & {
    personalisations_count: number
    has_personal_message: boolean
    created_at_diff: string
    collection: { partner: Named | null }
  }
  const users = await everyone(api)
  const sharers = users.filter((one) => one.shared_collections_count > 2)
  const lists = await Promise.all(
    sharers.map(async (user) => ({ user, list: (await api.list(`users/${user.id}/shared-collections?per_page=100`)) as unknown as Shared[] })),
  )
  const fits = ({ list }: (typeof lists)[0]) => list.some((one) => one.personalisations_count === 0) && list.some((one) => one.collection.partner)
  const { user, list } = first(lists, fits)
  await page.goto(`/users/${user.id}/shared-collections`)
  await expect(tabs.nth(2)).toHaveText(`Shared Collections ${list.length}`)
  const table = page.getByRole('table', { name: 'Shared collections' })
  await expect(table.getByRole('columnheader')).toHaveText(['Collection', 'Partner', 'Personal message', 'Personalisations', 'Accepted'])
  const row = ({ id }: Shared) => table.getByRole('row').filter({ has: page.locator(`a[href="/shared-collections/${id}"]`) })
  const zero = first(list, (one) => one.personalisations_count === 0)
  await expect(row(zero).getByRole('cell').nth(2)).toContainText(zero.has_personal_message ? 'Yes' : 'No')
  await expect(row(zero).getByRole('cell').nth(3).getByText('0')).toHaveCSS('color', 'rgb(194, 47, 47)')
  await expect(row(zero).getByRole('cell').nth(4)).toHaveText(zero.created_at_diff)
  const partnered = first(list, (one) => one.collection.partner !== null)
  const partner = partnered.collection.partner as Named
  const count = list.filter((one) => one.collection.partner?.id === partner.id).length
  const whose = page.getByRole('table', { name: 'Associated Partners' }).getByRole('row').filter({ hasText: partner.name })
  await expect(whose.getByRole('link', { name: partner.name })).toHaveAttribute('href', `/partners/${partner.id}/details`)
  await expect(whose.getByRole('cell').last()).toHaveText(String(count))

  await page.getByRole('searchbox').fill(partnered.name)
  await expect(row(partnered).locator('mark').first()).toBeVisible()
  await expect(table.getByRole('row')).toHaveCount(1 + list.filter((one) => one.name === partnered.name).length)
  await page.getByRole('searchbox').fill('zzz-nothing')
  await expect(page.getByRole('heading', { name: 'No results' })).toBeVisible()
  const one = first(users, (one) => one.shared_collections_count === 1)
  await page.goto(`/users/${one.id}/details`)
  await expect(tabs.nth(2)).toHaveText('Shared Collection 1')
})

test.describe('editors', () => {
  test.use(asEditor)

  test('can change users, but not impersonate them or change staff', async ({ page, api }) => {
    const user = await joined(api)
    await page.goto(`/users/${user.id}/details`)
    await expect(page.getByRole('button', { name: 'Change Password' })).toBeVisible()
    await expect(page.getByRole('button', { name: 'Edit details' })).toBeVisible()
    await expect(page.getByRole('button', { name: 'Impersonate User' })).toHaveCount(0)
    expect((await page.request.post(`/api/admin/users/${user.id}/impersonate`, { data: {} })).status()).toBe(403)

    await page.goto('/users/1/details')
    await expect(card(page, 'Account')).toContainText('managed by admins')
    await expect(page.getByRole('main').getByRole('button', { name: /Edit|Delete|Change|Impersonate|ctivate/ })).toHaveCount(0)
    expect((await page.request.put('/api/admin/users/1', { data: { phone: '+44 20 1' } })).status()).toBe(403)
  })
})
