import { walkResource } from './resource.ts'
import { type Api, choose, expect, expectBuiltIn, expectNotice, rowOf, test, unique } from './test.ts'

// ISO has few codes that begin with q or x. Parallel tests use different first letters.
async function freeCode(api: Api, first: 'q' | 'x') {
  const taken = new Set((await api.list(`languages?query=${first}&per_page=100`)).map((language) => language.alpha2))
  const free = [...'abcdefghijklmnopqrstuvwxyz'].map((letter) => first + letter).filter((code) => !taken.has(code))
  return free[Math.floor(Math.random() * free.length)] ?? ''
}

test('lists languages by name with their codes and content', async ({ page, api }) => {
  await page.goto('/languages')
  await expect(page.getByRole('heading', { name: 'Languages', level: 1 })).toBeVisible()
  await expect(page.getByRole('columnheader')).toHaveText(['Name', 'Alpha2', 'User Profile Enabled', 'Content count', 'Actions'])
  await expect(page.getByRole('columnheader', { name: 'Name' })).toHaveAttribute('aria-sort', 'ascending')
  const [french] = await api.list('languages?query=french') // other tests change the amount of English content
  await page.getByRole('searchbox', { name: 'Search languages' }).fill('fren')
  const row = rowOf(page, 'French')
  await expect(row.getByRole('cell').nth(1)).toHaveText('fr')
  await expect(row.getByRole('cell').nth(2)).toContainText(french?.user_profile_enabled ? 'Yes' : 'No')
  await expect(row.getByRole('cell').nth(3)).toHaveText(new Intl.NumberFormat('en').format(Number(french?.content_count)))

  // English is the default language.
  await page.getByRole('searchbox', { name: 'Search languages' }).fill('engl')
  await expectBuiltIn(page, 'English')
})

let code = ''
test.beforeEach(async ({ api }) => {
  code = await freeCode(api, 'q')
})

walkResource({
  path: '/languages',
  one: 'Language',
  fill: (form) => form.getByLabel('Alpha2').fill(code),
  sorts: { Name: 'name', Alpha2: 'alpha2', 'Content count': 'content_count' },
})

test('validates the code of a language, enables it for profiles, and refuses to delete it while it is used', async ({ page, api, complaints }) => {
  complaints.allow(422)
  complaints.allow(409)
  const name = unique('Quenya')
  const alpha2 = await freeCode(api, 'x')
  await page.goto('/languages?new=1')
  const form = page.getByRole('dialog', { name: 'New language' })
  await expect(form.getByLabel('Alpha2')).toHaveAttribute('placeholder', 'us')
  await form.getByLabel('Name').fill(name)
  for (const [wrong, problem] of [
    ['x', 'Must be two letters.'],
    ['en', 'This code is already in use.'],
  ] as const) {
    await form.getByLabel('Alpha2').fill(wrong)
    await form.getByRole('button', { name: 'Create language' }).click()
    await expect(form.getByText(problem)).toBeVisible()
    await expect(form.getByLabel('Alpha2')).toBeFocused()
  }
  await form.getByLabel('Alpha2').fill(alpha2.toUpperCase())
  await form.getByRole('switch', { name: 'User profile enabled' }).check({ force: true })
  await form.getByRole('button', { name: 'Create language' }).click()
  await expectNotice(page, `Language **${name}** successfully created`)
  await page.getByRole('searchbox', { name: 'Search languages' }).fill(name)
  await expect(rowOf(page, name).getByRole('cell')).toHaveText([name, alpha2, 'Yes', '0', ''])

  const [language] = await api.list(`languages?query=${name}`)
  const market = await api.post('partner-markets', { partner_id: 1, name: unique('Elves'), language_ids: [language?.id] })
  await choose(page, name, 'Delete')
  const question = page.getByRole('dialog', { name: 'Delete language' })
  await question.getByRole('link', { name: 'Partner markets: 1' }).click()
  await expect(page).toHaveURL(`/partner-markets?language_id=${language?.id}`)
  await expect(rowOf(page, market.name)).toBeVisible()
  await api.delete(`partner-markets/${market.id}`)
  await api.delete(`languages/${language?.id}`)
})
