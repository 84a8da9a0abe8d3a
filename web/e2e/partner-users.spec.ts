import { type Api, choose, expect, expectNotice, expectSentence, rowOf, test, unique, uniquePerson } from './test.ts'

const password = 'a password of theirs'

/** partnerWith creates a partner with this many users. */
async function partnerWith(api: Api, people: number) {
  const partner = await api.post('partners', { name: unique('Halcyon Journeys') })
  const { account_type_id } = await api.find(`partners/${partner.id}`)
  const [template] = await api.list(`account-types/${account_type_id}/user-templates-options`)
  const own = { partner_id: partner.id, user_template_id: template?.id, password, password_confirmation: password }
  const users: { id: number; name: string; email: string }[] = []
  for (let n = 0; n < people; n++) {
    const person = uniquePerson()
    const { id } = await api.post('users', { ...person, ...own })
    users.push({ id, name: `${person.first_name} ${person.last_name}`, email: person.email })
  }
  return { partner, template, users }
}

test('lists, searches, creates and deletes the users of a partner, and changes their passwords', async ({ page, api }) => {
  const { partner, template, users } = await partnerWith(api, 2)
  const [one, two] = users
  if (!one || !two) throw new Error('no users were created')
  await page.goto(`/partners/${partner.id}/details`)
  const tabs = page.getByRole('navigation', { name: 'Partner sections' })
  await tabs.getByRole('link', { name: /^Users/ }).click()
  await expect(page).toHaveURL(`/partners/${partner.id}/users`)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(partner.name)
  await expect(tabs.getByRole('link', { name: /^Users/ })).toHaveText(/^Users\s*2$/)
  await expect(tabs.getByRole('link', { name: /^Users/ })).toHaveAttribute('aria-current', 'page')

  // Only the users of this partner, newest first.
  const rows = page.getByRole('table').locator('tbody').getByRole('row')
  await expect(rows).toHaveCount(2)
  await expect(rows.nth(0)).toContainText(two.email)
  await expect(rows.nth(1)).toContainText(one.email)
  await expect(page.getByRole('tab')).toHaveCount(0)
  await expect(page.getByRole('combobox', { name: 'Partner' })).toHaveCount(0)
  await expect(rowOf(page, one.name).getByRole('link', { name: one.name })).toHaveAttribute('href', `/users/${one.id}/details`)
  await page.getByRole('searchbox').fill(one.email)
  await expect(rows).toHaveCount(1)
  await expect(rowOf(page, one.name)).toBeVisible()
  await page.getByRole('button', { name: 'Clear filters', exact: true }).click()
  await expect(rows).toHaveCount(2)

  await page.getByRole('button', { name: 'New user' }).click()
  const form = page.getByRole('dialog', { name: 'New user' })
  await expect(form.getByRole('combobox', { name: 'Partner' })).toHaveValue(partner.name)
  await expect(form.getByRole('combobox', { name: 'Partner' })).toBeDisabled()
  const person = uniquePerson()
  const name = `${person.first_name} ${person.last_name}`
  await form.getByRole('combobox', { name: 'Role (user template)' }).click()
  await page.getByRole('option', { name: template?.name, exact: true }).click()
  await form.getByLabel('First name').fill(person.first_name)
  await form.getByLabel('Last name').fill(person.last_name)
  await form.getByLabel('E-mail').fill(person.email)
  await form.getByLabel('Password', { exact: true }).fill(password)
  await form.getByLabel('Confirm password').fill(password)
  await form.getByRole('button', { name: 'Create user' }).click()
  await expectNotice(page, `User **${name}** successfully created`)
  await expect(rows).toHaveCount(3)
  await expect(tabs.getByRole('link', { name: /^Users/ })).toHaveText(/^Users\s*3$/)
  const [made] = await api.list(`users?query=${person.email}`)
  expect(made).toMatchObject({ partner_id: partner.id, user_template_id: template?.id })

  await choose(page, name, 'Change Password')
  const change = page.getByRole('dialog', { name: 'Change password' })
  await change.getByLabel('New password').fill(`${password} now`)
  await change.getByLabel('Confirm password').fill(`${password} now`)
  await change.getByRole('button', { name: 'Change password' }).click()
  await expectNotice(page, `Password of **${name}** successfully updated`)
  await expect(change).toHaveCount(0)

  await choose(page, name, 'Delete')
  const question = page.getByRole('dialog', { name: 'Delete user' })
  await expectSentence(question, `Are you sure you want to delete **${name}**?`)
  await question.getByRole('button', { name: 'Delete', exact: true }).click()
  await expectNotice(page, `User **${name}** successfully deleted`)
  await expect(rows).toHaveCount(2)
  await expect(tabs.getByRole('link', { name: /^Users/ })).toHaveText(/^Users\s*2$/)
  expect(await api.total(`users?partner_id=${partner.id}`)).toBe(2)

  await choose(page, one.name, 'Edit')
  await expect(page.getByRole('dialog', { name: 'Edit user' }).getByRole('combobox', { name: 'Partner' })).toHaveValue(partner.name)
  await page.keyboard.press('Escape')
  await expect(page).toHaveURL(`/partners/${partner.id}/users`)
  await page.getByRole('link', { name: two.name }).click()
  await expect(page).toHaveURL(`/users/${two.id}/details`)
})

test('counts the collections of a partner in the tab, and opens them', async ({ page, api }) => {
  const { partner } = await partnerWith(api, 0)
  const made = await api.post('collections', { name: unique('Lisbon'), partner_id: partner.id })
  const folder = await api.post(`partners/${partner.id}/folders`, { name: unique('Atlantic') })
  await page.goto(`/partners/${partner.id}/users`)
  await expect(page.getByRole('heading', { name: 'No users yet' })).toBeVisible()
  const tab = page.getByRole('navigation', { name: 'Partner sections' }).getByRole('link', { name: /^Collections/ })
  await expect(tab).toHaveText(/^Collections\s*1$/)
  await tab.click()
  await expect(page).toHaveURL(`/partners/${partner.id}/collections`)
  await expect(tab).toHaveAttribute('aria-current', 'page')
  await expect(rowOf(page, folder.name)).toContainText('Empty')
  await expect(rowOf(page, made.name)).toContainText('0 items')
  await page.getByRole('link', { name: folder.name }).click()
  await expect(page).toHaveURL(`/partners/${partner.id}/collections/${folder.id}`)
  await expect(page.getByRole('heading', { name: 'This folder is empty' })).toBeVisible()
})
