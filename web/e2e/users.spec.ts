import { randomUUID } from 'node:crypto'
import type { Locator } from '@playwright/test'
import {
  type Api,
  choose,
  createStaff,
  expect,
  expectNotice,
  expectSentence,
  notices,
  pick,
  recordBodies,
  rowOf,
  test,
  unique,
  uniquePerson,
} from './test.ts'

const password = 'a password of theirs'

/** signedUp creates a user with the given values. */
const signedUp = (api: Api, given: Record<string, unknown> = {}) =>
  api.post('users', { ...uniquePerson(), password, password_confirmation: password, ...given })

/** partnersOfTwoKinds finds two partners with different account types that have user templates. */
async function partnersOfTwoKinds(api: Api) {
  const kinds = new Map<unknown, { partner: string; id: number; templates: string[]; first: number }>()
  for (const { id, name } of await api.list('options/partners')) {
    const { account_type_id } = await api.find(`partners/${id}`)
    if (kinds.has(account_type_id)) continue
    const templates = await api.list(`account-types/${account_type_id}/user-templates-options`)
    if (templates[0]) kinds.set(account_type_id, { partner: name, id, templates: templates.map((one) => one.name), first: templates[0].id })
    if (kinds.size === 2) break // other tests may delete partners further down the list
  }
  const [one, other] = kinds.values()
  if (!one || !other) throw new Error('the demo data has partners of one account type only')
  return [one, other] as const
}

test('shows highlights, and keeps the list when they fail to load', async ({ page, complaints }) => {
  const answered = page.waitForResponse('**/api/admin/users/highlights')
  await page.goto('/users')
  const { now, previous } = await (await answered).json()
  const tiles = page.getByRole('region', { name: 'Advisors' })
  await expect(tiles.getByRole('term')).toHaveText(['Total Advisors', 'New Advisors', 'Active Advisors'])
  const change = (of: string) => (previous[of] ? Math.round(((now[of] - previous[of]) / previous[of]) * 10_000) / 100 : 0)
  const written = (by: number) => `${by > 0 ? 'Up +' : by < 0 ? 'Down −' : 'Unchanged '}${Math.abs(by).toLocaleString('en')}%`
  const counts = (of: string) => `now ${now[of].toLocaleString('en')}, previous ${previous[of].toLocaleString('en')}`
  const figure = (of: string) => `${now[of].toLocaleString('en')}${written(change(of))}`
  await expect(tiles.getByRole('definition')).toHaveText([
    figure('advisors_count'),
    `Growth over the last 30 days: ${counts('advisors_count')}`,
    figure('new_advisors_count'),
    `vs previous 30 days: ${counts('new_advisors_count')}`,
    figure('active_advisors_count'),
    `vs previous 30 days: ${counts('active_advisors_count')}`,
  ])

  complaints.allow('unreachable')
  await page.route('**/api/admin/users/highlights', (route) => route.abort())
  await page.goto('/users')
  await expect(tiles.getByRole('alert')).toHaveText('The server can’t be reached. Check your connection and try again.')
  await expect(page.getByRole('table').getByRole('link').first()).toBeVisible()
  await page.unroute('**/api/admin/users/highlights')
  await tiles.getByRole('button', { name: 'Try again' }).click()
  await expect(tiles.getByRole('term')).toHaveCount(3)
})

test('keeps tabs, filters and sorting in the URL @both', async ({ page, api }) => {
  const [one] = await partnersOfTwoKinds(api)
  const word = randomUUID().slice(0, 8)
  const [country, later] = (await api.list('options/countries')).sort((a, b) => a.id - b.id)
  const theirs = await signedUp(api, { first_name: 'Bea', last_name: word, partner_id: one.id, user_template_id: one.first, country_id: later?.id })
  await signedUp(api, { first_name: 'Abel', last_name: word, country_id: country?.id })
  await page.goto(`/users?query=${word}`)
  await expect(page.getByRole('columnheader')).toHaveText(['User', 'Type', 'Params', 'Country', 'Profile', 'Last Active', 'Signed Up', 'Actions'])
  await expect(page.getByRole('columnheader', { name: 'Signed Up' })).toHaveAttribute('aria-sort', 'descending')
  const names = page.getByRole('table').getByRole('link', { name: word })
  await expect(names).toHaveText([/Abel /, /Bea /])
  await expect(page.getByRole('tab')).toHaveText(['All Users2', 'Advisors1', 'New Advisors1', 'Active0', 'Inactive2'])
  for (const [tab, value, rows] of [
    ['Advisors', 'advisors', [/Abel /]],
    ['New Advisors', 'new-advisors', [/Abel /]],
    ['Inactive', 'inactive', [/Abel /, /Bea /]],
    ['Active', 'active', []],
    ['All Users', null, [/Abel /, /Bea /]],
  ] as const) {
    await page
      .getByRole('tab', { name: tab, exact: false })
      .and(page.getByText(new RegExp(`^${tab}\\d`)))
      .click()
    await expect(names).toHaveText([...rows])
    expect(new URL(page.url()).searchParams.get('type')).toBe(value)
  }

  // Countries are sorted by id.
  for (const [head, sort, rows] of [
    ['User', '-first_name', [/Bea /, /Abel /]],
    ['Country', 'country_id', [/Abel /, /Bea /]],
    ['Country', '-country_id', [/Bea /, /Abel /]],
    ['Signed Up', 'created_at', [/Bea /, /Abel /]],
    ['Last Active', 'active_at', undefined],
  ] as const) {
    const column = page.getByRole('columnheader', { name: head })
    while (new URL(page.url()).searchParams.get('sort') !== sort) {
      const before = page.url()
      await column.getByRole('button').click()
      await expect(page).not.toHaveURL(before)
    }
    await expect(column).toHaveAttribute('aria-sort', sort.startsWith('-') ? 'descending' : 'ascending')
    if (rows) await expect(names).toHaveText([...rows])
  }

  await page.goto(`/users?query=${word}`)
  await pick(page.getByRole('combobox', { name: 'Partner' }), one.partner)
  await expect(names).toHaveText([/Bea /])
  await expect(page).toHaveURL(new RegExp(`partner_id=${one.id}`))
  await page.getByRole('combobox', { name: 'Partner' }).click()
  await page.getByRole('option', { name: 'All Partners' }).click()
  await expect(names).toHaveCount(2)
  await expect(page).not.toHaveURL(/partner_id/)
  const type = String((theirs.partner as { account_type: { name: string } }).account_type.name)
  await pick(page.getByRole('combobox', { name: 'Account Type' }), type)
  await expect(names).toHaveText([/Bea /])
  await expect(page).toHaveURL(/accountType=\d+/)

  // Other screens link here with these filters.
  await page.goto(`/users?query=${word}&user_template_id=${one.first}`)
  await expect(names).toHaveText([/Bea /])
  await expect(page.getByRole('list', { name: 'Filters' })).toHaveText(`Role (user template): ${one.templates[0]}`)
  await page.goto(`/users?query=${word}&country_id=${country?.id}`)
  await expect(names).toHaveText([/Abel /])
  await expect(page.getByRole('list', { name: 'Filters' })).toHaveText(`Country: ${country?.name}`)
  await page.getByRole('button', { name: 'Clear Country' }).click()
  await expect(names).toHaveCount(2)
})

test('shows all columns of a user, and copies link parameters', async ({ page, context, api }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const [one] = await partnersOfTwoKinds(api)
  const portugal = (await api.list('countries?query=Portugal'))[0]
  const word = randomUUID().slice(0, 8)
  const user = await signedUp(api, { first_name: 'Bea', last_name: word, partner_id: one.id, user_template_id: one.first, country_id: portugal?.id })
  const nameless = await signedUp(api, { first_name: '', last_name: '', email: `${word}@waymark.example` })
  await page.goto(`/users?query=${word}`)

  const row = rowOf(page, `Bea ${word}`)
  const cell = (n: number) => row.getByRole('cell').nth(n)
  await expect(cell(0)).toContainText(String(user.email))
  await expect(row.getByRole('link', { name: `Bea ${word}` })).toHaveAttribute('href', `/users/${user.id}/details`)
  await expect(cell(1).getByRole('link', { name: one.partner })).toHaveAttribute('href', `/partners/${one.id}/details`)
  await expect(cell(1)).toContainText(String(one.templates[0]))
  await expect(cell(3)).toHaveText('PT')
  await expect(cell(3).getByTitle('Portugal')).toBeVisible()
  await expect(cell(4)).toHaveText(`${user.profile_completion_percentage}%`)
  await expect(cell(5)).toHaveText('Never')
  await expect(cell(6).locator('time')).toHaveAttribute('datetime', String(user.created_at))

  const clipboard = () => page.evaluate(() => navigator.clipboard.readText())
  await row.getByRole('button', { name: 'Copy insider parameter' }).click()
  await expectNotice(page, 'Copied!')
  expect(await clipboard()).toBe(user.insider_param)
  await row.getByRole('button', { name: 'Copy UID' }).click()
  await expect.poll(clipboard).toBe(user.alt_id)

  const advisor = rowOf(page, 'Unknown')
  await expect(advisor.getByRole('link')).toHaveAttribute('href', `/users/${nameless.id}/details`)
  await expect(advisor.getByRole('cell').nth(0)).toContainText(String(nameless.email))
  await expect(advisor.getByRole('cell').nth(1)).toHaveText('Advisor')
  await expect(advisor.getByRole('button', { name: 'Copy insider parameter' })).toBeVisible()
  await expect(advisor.getByRole('button', { name: 'Copy UID' })).toHaveCount(0)
})

test('edits a user over the list, and moves them to another partner with a role there', async ({ page, api, complaints }) => {
  complaints.allow(422)
  const [one, other] = await partnersOfTwoKinds(api)
  const user = await signedUp(api, { last_name: unique('Vale') })
  await page.goto(`/users?query=${encodeURIComponent(String(user.email))}`)
  const list = page.url()
  await choose(page, String(user.full_name), 'Edit')
  const form = page.getByRole('dialog', { name: 'Edit user' })
  const [partner, role] = ['Partner', 'Role (user template)'].map((name) => form.getByRole('combobox', { name, exact: true })) as [Locator, Locator]
  await expect(form.getByLabel('First name')).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(form).toHaveCount(0)
  await expect(page).toHaveURL(list)
  await expect(rowOf(page, String(user.full_name)).getByRole('button', { name: 'Actions' })).toBeFocused()

  await choose(page, String(user.full_name), 'Edit')
  await partner.fill(one.partner)
  await page.keyboard.press('Enter')
  await expect(partner).toHaveValue(one.partner)
  await expect(role).toHaveAttribute('aria-required', 'true')
  await form.getByRole('button', { name: 'Save' }).click()
  await expect(role).toHaveAccessibleDescription(`Choose a role at ${one.partner}.`)
  await expect(role).toBeFocused()
  expect((await api.list(`users?query=${user.email}`))[0]).toMatchObject({ partner_id: null })
  await page.getByRole('option', { name: String(one.templates[0]), exact: true }).click()
  await form.getByRole('button', { name: 'Save' }).click()
  await expectNotice(page, `User **${user.full_name}** successfully updated`)
  await expect(page).toHaveURL(list)
  await expect(rowOf(page, String(user.full_name)).getByRole('cell').nth(1)).toHaveText(`${one.partner}${one.templates[0]}`)
  expect((await api.list(`users?query=${user.email}`))[0]).toMatchObject({ partner_id: one.id, user_template_id: one.first })

  await choose(page, String(user.full_name), 'Edit')
  await pick(partner, other.partner)
  await expect(role).toHaveValue('')
  await pick(partner, one.partner) // the role at the current partner is kept
  await expect(role).toHaveValue(String(one.templates[0]))
})

test('creates a user with a role of the selected partner, and validates the e-mail', async ({ page, context, api, complaints }) => {
  complaints.allow(422)
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const [one, other] = await partnersOfTwoKinds(api)
  const taken = await signedUp(api)
  const person = uniquePerson()
  const name = `${person.first_name} ${person.last_name}`
  const sent = await recordBodies(page, 'POST')
  await page.goto('/users?new=1')
  const form = page.getByRole('dialog', { name: 'New user' })
  const template = form.getByRole('combobox', { name: 'Role (user template)' })
  await expect(template).toBeDisabled()
  await expect(template).toHaveAttribute('placeholder', 'Choose a partner first')
  for (const { partner, templates } of [one, other]) {
    await pick(form.getByRole('combobox', { name: 'Partner' }), partner)
    await expect(template).toBeEnabled()
    await expect(template).toHaveValue('')
    await template.click()
    await expect(page.getByRole('option')).toHaveText(templates.slice(0, 10))
    await page.getByRole('option', { name: templates[0], exact: true }).click()
    await expect(template).toHaveValue(templates[0] ?? '')
  }

  await form.getByLabel('First name').fill(person.first_name)
  await form.getByLabel('Last name').fill(person.last_name)
  const email = form.getByLabel('E-mail')
  await expect(email).toHaveAttribute('type', 'email')
  await email.fill(String(taken.email).toUpperCase())
  await expect(form.getByLabel('Phone')).toHaveAttribute('placeholder', 'Country code plus number')
  const [first, again] = [form.getByLabel('Password', { exact: true }), form.getByLabel('Confirm password')]
  for (const field of [first, again]) await expect(field).toHaveAttribute('autocomplete', 'new-password')
  await form.getByRole('button', { name: 'Create user' }).click()
  await expect(first).toHaveAccessibleDescription(/^This field is required\./)

  const suggestion = form.locator('code')
  const before = await suggestion.textContent()
  await form.getByRole('button', { name: 'Suggest another' }).click()
  await expect(suggestion).not.toHaveText(before ?? '')
  const suggested = (await suggestion.textContent()) ?? ''
  expect(suggested).toMatch(/^[A-Za-z0-9]{10}$/)
  await form.getByRole('button', { name: 'Copy suggested password' }).click()
  await expectNotice(page, 'Copied!')
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(suggested)
  await form.getByRole('button', { name: 'Use suggested password' }).click()
  await expect(first).toHaveValue(suggested)
  await expect(again).toHaveValue(suggested)
  await expect(first).toHaveAttribute('type', 'password')

  await form.getByRole('button', { name: 'Create user' }).click()
  await expect(email).toHaveAccessibleDescription(/^This e-mail address is already in use\./)
  await expect(email).toBeFocused()
  await expect(first).toHaveValue(suggested)
  await expect(template).toHaveValue(other.templates[0] ?? '')
  await email.fill(person.email)
  await form.getByRole('button', { name: 'Create user' }).click()
  await expectNotice(page, `User **${name}** successfully created`)
  await expect(page).toHaveURL('/users')
  await expect(rowOf(page, name)).toBeVisible()
  const defaults = { live_editor_display: 'landing-page', display_contact_info_on_links: 'none' }
  const chosen = { partner_id: other.id, user_template_id: other.first, password: suggested, password_confirmation: suggested }
  expect(sent.at(-1)).toEqual({ ...person, ...chosen, ...defaults, phone: '' })
})

test('changes the password of a user, and deletes the user', async ({ page, api, complaints }) => {
  complaints.allow(422)
  const { id, called } = await signedUp(api)
  const name = String(called)
  await page.goto(`/users?query=${encodeURIComponent(name)}`)
  await choose(page, name, 'Change Password')
  const form = page.getByRole('dialog', { name: 'Change password' })
  await expectSentence(form, `**${name}** will be signed out everywhere and has to sign in with the new password.`)
  const first = form.getByLabel('New password')
  await expect(first).toBeFocused()
  await first.fill('a long enough one')
  await form.getByLabel('Confirm password').fill('another')
  await form.getByRole('button', { name: 'Change password' }).click()
  await expect(form.getByLabel('Confirm password')).toHaveAccessibleDescription('Does not match the password.')
  await expect(first).toHaveValue('a long enough one')
  await form.getByRole('button', { name: 'Use suggested password' }).click()
  const request = page.waitForRequest(`**/api/admin/users/${id}/change-password`)
  await form.getByRole('button', { name: 'Change password' }).click()
  expect((await request).method()).toBe('PUT')
  await expectNotice(page, `Password of **${name}** successfully updated`)

  await choose(page, name, 'Change Password')
  await expect(first).toHaveValue('')
  await page.keyboard.press('Escape')
  await expect(form).toHaveCount(0)

  await choose(page, name, 'Delete')
  const question = page.getByRole('dialog', { name: 'Delete user' })
  await expectSentence(question, `Are you sure you want to delete **${name}**?`)
  await question.getByRole('button', { name: 'Delete', exact: true }).click()
  await expectNotice(page, `User **${name}** successfully deleted`)
  await expect(page.getByRole('heading', { name: 'No results' })).toBeVisible()
  expect(await api.total(`trash?query=${encodeURIComponent(name)}`)).toBe(1)
})

test('hides dangerous actions on the own row and, for editors, on staff', async ({ page, api, visit, server }) => {
  const colleague = await createStaff(api)
  await page.goto(`/users?query=${colleague.email}`)
  const offered = async (on: typeof page, name: string) => {
    await rowOf(on, name).getByRole('button', { name: 'Actions' }).click()
    return on.getByRole('menuitem')
  }
  await expect(rowOf(page, colleague.name).getByText('Staff', { exact: true })).toBeVisible()
  await expect(await offered(page, colleague.name)).toHaveText(['Edit', 'Change Password', 'Delete'])
  await page.keyboard.press('Escape')
  await page.getByRole('searchbox').fill('admin@waymark.example')
  await expect(await offered(page, 'First Admin')).toHaveText(['Edit'])

  const theirs = await visit(server.editor)
  await theirs.goto(`/users?query=${colleague.email}`)
  await expect(rowOf(theirs, colleague.name)).toBeVisible()
  await expect(rowOf(theirs, colleague.name).getByRole('button', { name: 'Actions' })).toHaveCount(0)
  await theirs.goto(`/users?query=${colleague.email}&edit=${colleague.id}`) // a link to the form opens the page
  await expect(theirs).toHaveURL(`/users/${colleague.id}/details`)
  const advisor = await signedUp(api)
  await theirs.goto('/users')
  await theirs.getByRole('searchbox').fill(String(advisor.email))
  await expect(await offered(theirs, String(advisor.called))).toHaveText(['Edit', 'Change Password', 'Delete'])
  await expect(notices(theirs)).toHaveText('')
})
