import { walkResource } from './resource.ts'
import { expect, expectNotice, rowOf, test, unique } from './test.ts'

// An empty list has no column headers to sort by.
test.beforeEach(({ api }) => api.post('regions', { name: unique('Atoll') }))

walkResource({ path: '/regions', one: 'Region', sorts: { Name: 'name' } })

test('shows the countries of a region, in full on hover, and filters by country', async ({ page, api }) => {
  const name = unique('Nordic shore')
  await page.goto('/regions')
  await expect(page.getByRole('heading', { name: 'Regions', level: 1 })).toBeVisible()
  await page.getByRole('button', { name: 'New region' }).click()
  const fresh = page.getByRole('dialog', { name: 'New region' })
  await fresh.getByLabel('Name').fill(name)
  for (const [typed, country] of [
    ['swed', 'Sweden'],
    ['aland', 'Åland Islands'],
    ['nor', 'Norway'],
  ] as const) {
    await fresh.getByLabel('Countries').fill(typed)
    await page.getByRole('option', { name: country }).click()
  }
  await page.keyboard.press('Escape')
  await fresh.getByRole('button', { name: 'Create region' }).click()
  await expectNotice(page, `Region **${name}** successfully created`)

  await page.getByRole('searchbox', { name: 'Search regions' }).fill(name)
  await expect(page.getByRole('columnheader')).toHaveText(['Name', 'Countries', 'Actions'])
  await expect(page.getByRole('columnheader', { name: 'Name' })).toHaveAttribute('aria-sort', 'ascending')
  const cells = rowOf(page, name).getByRole('cell')
  await expect(cells).toHaveText([name, 'Åland Islands, Norway, Sweden', ''])
  await expect(cells.nth(1).getByTitle('Åland Islands, Norway, Sweden')).toBeVisible()

  await page.getByRole('link', { name }).click()
  const form = page.getByRole('dialog', { name: 'Edit region' })
  for (const country of ['Åland Islands', 'Norway', 'Sweden']) await expect(form.getByText(country, { exact: true })).toBeVisible()
  await form.getByLabel('Countries').press('Backspace')
  await page.keyboard.press('Escape')
  await form.getByRole('button', { name: 'Save' }).click()
  await expectNotice(page, `Region **${name}** successfully updated`)
  const [region] = await api.list(`regions?query=${name}`)
  expect(region?.countries).toHaveLength(2)

  const country = (region?.countries as { id: number; name: string }[] | undefined)?.[0]
  await page.getByRole('combobox', { name: 'Country' }).fill('Portugal')
  await page.getByRole('option', { name: /^Portugal/ }).click()
  await expect(page.getByRole('heading', { name: 'No results' })).toBeVisible()
  await page.goto(`/regions?country_id=${country?.id}&query=${name}`)
  await expect(page.getByRole('combobox', { name: 'Country' })).toHaveValue(country?.name ?? '')
  await expect(rowOf(page, name)).toBeVisible()
  await api.delete(`regions/${region?.id}`)
})
