import { walkResource } from './resource.ts'
import { type Api, choose, expect, expectMissing, expectNotice, rowOf, test, unique } from './test.ts'

// ISO reserves QM to QZ and XA to XZ for private use. Parallel tests use different ranges.
async function freeCode(api: Api, first: 'Q' | 'X', letters: string) {
  const free: string[] = []
  for (const letter of letters) {
    const code = first + letter
    if (!(await api.list(`countries?query=${code}`)).some((country) => country.alpha2 === code)) free.push(code)
  }
  const alpha2 = free[Math.floor(Math.random() * free.length)] ?? ''
  return { alpha2, alpha3: `${alpha2}Q` }
}

async function aCountry(api: Api, first: 'Q' | 'X', letters: string) {
  const name = unique('Zembla')
  return api.post('countries', { name, ...(await freeCode(api, first, letters)) })
}

const unitedStates = async (api: Api) => (await api.list('countries?query=USA')).find((country) => country.alpha3 === 'USA')?.id

test('lists countries by name with their codes and counts', async ({ page, api }) => {
  await page.goto('/countries')
  await expect(page.getByRole('heading', { name: 'Countries', level: 1 })).toBeVisible()
  await expect(page.getByRole('columnheader')).toHaveText(['Name', 'Users', 'Alpha2', 'Alpha3', 'Regions', 'Actions'])
  await expect(page.getByRole('columnheader', { name: 'Name' })).toHaveAttribute('aria-sort', 'ascending')
  await expect(page.getByRole('table').getByRole('link').first()).toHaveText('Afghanistan')
  const [one] = await api.list('countries?query=ivoire')
  await page.getByRole('searchbox', { name: 'Search countries' }).fill('COTE')
  await expect(page.locator('mark')).toHaveText(['Côte'])
  await expect(rowOf(page, 'Côte d').getByRole('cell')).toHaveText([
    "Côte d'Ivoire",
    String(one?.users_count),
    'CI',
    'CIV',
    String(one?.country_regions_count),
    '',
  ])
})

let code = { alpha2: '', alpha3: '' }
test.beforeEach(async ({ api }) => {
  code = await freeCode(api, 'Q', 'MNOPQRS')
})

walkResource({
  path: '/countries',
  one: 'Country',
  linksToPage: true,
  async fill(form) {
    await form.getByLabel('Alpha2').fill(code.alpha2.toLowerCase())
    await form.getByLabel('Alpha3').fill(code.alpha3.toLowerCase())
  },
  sorts: {
    Name: 'name',
    Users: 'users_count',
    Alpha2: 'alpha2',
    Alpha3: 'alpha3',
    Regions: 'country_regions_count',
  },
})

test('validates country codes, and stores them in upper case', async ({ page, api, complaints }) => {
  complaints.allow(422)
  const name = unique('Zembla')
  const { alpha2, alpha3 } = await freeCode(api, 'Q', 'TUVWXYZ')
  await page.goto('/countries?new=1')
  const form = page.getByRole('dialog', { name: 'New country' })
  await form.getByLabel('Name').fill(name)
  await form.getByLabel('Alpha2').fill('Q')
  await form.getByLabel('Alpha3').fill('Q1')
  await form.getByRole('button', { name: 'Create country' }).click()
  await expect(form.getByText('Must be two letters.')).toBeVisible()
  await expect(form.getByText('Must be three letters.')).toBeVisible()
  await expect(form.getByLabel('Alpha2')).toBeFocused()
  await form.getByLabel('Alpha2').fill('fr')
  await form.getByLabel('Alpha3').fill(alpha3)
  await form.getByRole('button', { name: 'Create country' }).click()
  await expect(form.getByText('This code is already in use.')).toBeVisible()
  await expect(form.getByLabel('Alpha2')).toHaveAttribute('aria-invalid', 'true')
  await form.getByLabel('Alpha2').fill(alpha2.toLowerCase())
  await form.getByRole('button', { name: 'Create country' }).click()
  await expectNotice(page, `Country **${name}** successfully created`)
  await page.goto(`/countries?query=${name}`)
  await expect(rowOf(page, name).getByRole('cell').nth(2)).toHaveText(alpha2)
  const [made] = await api.list(`countries?query=${name}`)
  await api.delete(`countries/${made?.id}`)
})

test('refuses to delete a country in use, and shows where it is used', async ({ page, api }) => {
  const country = await aCountry(api, 'X', 'ABCDEFGHIJKLM')
  const region = await api.post('regions', { name: unique('Zemblan shore'), country_ids: [country.id] })
  await page.goto(`/countries?query=${country.name}`)
  await choose(page, country.name, 'Delete')
  const question = page.getByRole('dialog', { name: 'Delete country' })
  await expect(question.getByText('This can’t be deleted because it is used by:')).toBeVisible()
  await question.getByRole('link', { name: 'Regions: 1' }).click()
  await expect(page).toHaveURL(`/regions?country_id=${country.id}`)
  await expect(page.getByRole('table', { name: 'Regions' }).getByRole('link')).toHaveText([region.name])

  await api.delete(`regions/${region.id}`)
  await page.goto(`/countries?query=${country.name}`)
  await choose(page, country.name, 'Delete')
  await question.getByRole('button', { name: 'Delete', exact: true }).click()
  await expectNotice(page, `Country **${country.name}** successfully deleted`)
})

test('lists and searches the regions of a country', async ({ page, api }) => {
  const id = await unitedStates(api)
  await page.goto('/countries?query=United%20States%20USA')
  await page.getByRole('table').getByRole('link', { name: 'United States', exact: true }).click()
  await expect(page).toHaveURL(`/countries/${id}`)
  await expect(page.getByRole('heading', { name: 'United States', level: 1 })).toBeVisible()
  await expect(page.getByText(/^US · USA · [\d,]+ users?$/)).toBeVisible()
  await expect(page.getByRole('columnheader')).toHaveText(['Name', 'Users', 'Abbreviation', 'Actions'])
  await expect(page.getByRole('columnheader', { name: 'Name' })).toHaveAttribute('aria-sort', 'ascending')
  await expect(page.getByRole('table', { name: 'Regions' }).getByRole('link').first()).toHaveText('Alabama')
  await page.getByRole('searchbox', { name: 'Search regions' }).fill('califor')
  await expect(rowOf(page, 'California').getByRole('cell')).toHaveText(['California', '0', 'CA', ''])
  await expect(page.locator('mark')).toHaveText(['Califor'])
  for (const [column, sort] of [
    ['Users', 'users_count'],
    ['Abbreviation', 'abbreviation'],
  ]) {
    const request = page.waitForRequest((request) => new URL(request.url()).searchParams.get('sort')?.replace('-', '') === sort)
    await page.getByRole('columnheader', { name: column }).getByRole('button').click()
    await request
  }
  await page.getByRole('navigation', { name: 'Breadcrumb' }).getByRole('link', { name: 'Countries' }).click()
  await expect(page).toHaveURL('/countries?query=United+States+USA') // the list as it was
})

test('creates, validates and renames a region without offering to delete it, and updates the count', async ({ page, api, complaints }) => {
  complaints.allow(422)
  const country = await aCountry(api, 'X', 'NOPQRSTUVWXYZ')
  await page.goto(`/countries?query=${encodeURIComponent(country.name)}`)
  await expect(rowOf(page, country.name).getByRole('cell').nth(4)).toHaveText('0')
  await page.getByRole('table').getByRole('link', { name: country.name }).click()
  await expect(page.getByRole('heading', { name: 'No regions yet' })).toBeVisible()
  await page.getByRole('button', { name: 'New region' }).first().click()
  const fresh = page.getByRole('dialog', { name: 'New region' })
  await fresh.getByLabel('Abbreviation').fill('NS')
  await fresh.getByRole('button', { name: 'Create region' }).click()
  await expect(fresh.getByText('This field is required.')).toBeVisible()
  await expect(fresh.getByLabel('Name')).toBeFocused()
  await fresh.getByLabel('Name').fill('North Shore')
  await fresh.getByRole('button', { name: 'Create region' }).click()
  await expectNotice(page, 'Region **North Shore** successfully created')
  await expect(rowOf(page, 'North Shore').getByRole('cell')).toHaveText(['North Shore', '0', 'NS', ''])

  await rowOf(page, 'North Shore').getByRole('button', { name: 'Actions' }).click()
  await expect(page.getByRole('menuitem')).toHaveText(['Edit'])
  await page.getByRole('menuitem', { name: 'Edit' }).click()
  const form = page.getByRole('dialog', { name: 'Edit region' })
  await form.getByLabel('Name').fill('South Shore')
  await form.getByLabel('Abbreviation').fill('SS')
  await form.getByRole('button', { name: 'Save' }).click()
  await expectNotice(page, 'Region **South Shore** successfully updated')
  await expect(rowOf(page, 'South Shore').getByRole('cell')).toHaveText(['South Shore', '0', 'SS', ''])

  await page.getByRole('navigation', { name: 'Breadcrumb' }).getByRole('link', { name: 'Countries' }).click()
  await page.getByRole('searchbox', { name: 'Search countries' }).fill(country.name)
  await expect(rowOf(page, country.name).getByRole('cell').nth(4)).toHaveText('1')
  await api.delete(`countries/${country.id}`)
})

test('says that an unknown country does not exist', async ({ page, complaints }) => {
  complaints.allow(404)
  for (const id of ['999999', '0', 'atlantis', '-1', '1.5', '1e3', '99999999999999999999']) {
    await page.goto(`/countries/${id}`)
    await expectMissing(page)
  }
})

test('reports a country that fails to load, and retries', async ({ page, api, complaints }) => {
  complaints.allow(500)
  const id = await unitedStates(api)
  await page.route(`**/api/admin/countries/${id}`, (route) => route.fulfill({ status: 500, json: { message: 'Something went wrong.' } }))
  await page.goto(`/countries/${id}`)
  await expect(page.getByRole('main').getByRole('alert')).toHaveText('Something went wrong.')
  await page.unroute(`**/api/admin/countries/${id}`)
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByRole('heading', { name: 'United States', level: 1 })).toBeVisible()
})
