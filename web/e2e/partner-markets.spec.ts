import type { Locator, Page } from '@playwright/test'
import { walkResource } from './resource.ts'
import { type Api, expect, expectNotice, rowOf, test, unique } from './test.ts'

const partners = (api: Api) => api.list('options/partners')

async function pick(page: Page, where: Locator, label: string, name: string) {
  await where.getByLabel(label, { exact: true }).fill(name)
  await page.getByRole('option', { name }).first().click()
}

// An empty list has no column headers to sort by.
test.beforeEach(({ api }) => api.post('partner-markets', { partner_id: 1, name: unique('Atoll') }))

walkResource({
  path: '/partner-markets',
  one: 'Partner market',
  fill: (form, page) => pick(page, form, 'Partner', 'House'),
  sorts: { Name: 'name' },
})

test('refuses a market without a partner under its field', async ({ page, complaints }) => {
  complaints.allow(422)
  await page.goto('/partner-markets?new=1')
  const form = page.getByRole('dialog', { name: 'New partner market' })
  // The first field has the focus, but its list stays closed.
  await expect(form.getByLabel('Partner', { exact: true })).toBeFocused()
  await expect(page.getByRole('listbox')).toHaveCount(0)
  await form.getByLabel('Name').fill(unique('Adrift'))
  await form.getByRole('button', { name: 'Create partner market' }).click()
  await expect(form.getByText('This field is required.')).toBeVisible()
  await expect(form.getByLabel('Partner', { exact: true })).toBeFocused()
})

test('creates and edits a market with countries, languages and regions', async ({ page, api }) => {
  const name = unique('Winter sun')
  const region = await api.post('regions', { name: unique('Alpine') })
  const [partner] = await partners(api)
  await page.goto('/partner-markets')
  await expect(page.getByRole('heading', { name: 'Partner markets', level: 1 })).toBeVisible()
  await page.getByRole('button', { name: 'New partner market' }).click()
  const fresh = page.getByRole('dialog', { name: 'New partner market' })
  await pick(page, fresh, 'Partner', partner?.name ?? '')
  await fresh.getByLabel('Name').fill(name)
  await fresh.getByRole('switch', { name: 'Include if no match' }).check({ force: true })
  await pick(page, fresh, 'Countries', 'Austria')
  await pick(page, fresh, 'Countries', 'Portugal')
  await pick(page, fresh, 'Languages', 'German')
  await pick(page, fresh, 'Regions', region.name)
  await page.keyboard.press('Escape')
  await fresh.getByRole('button', { name: 'Create partner market' }).click()
  await expectNotice(page, `Partner market **${name}** successfully created`)

  await page.getByRole('searchbox', { name: 'Search partner markets' }).fill(name)
  await expect(page.getByRole('columnheader')).toHaveText(['Partner', 'Name', 'Include If No Match', 'Actions'])
  await expect(page.getByRole('columnheader', { name: 'Name' })).toHaveAttribute('aria-sort', 'ascending')
  await expect(rowOf(page, name).getByRole('cell')).toHaveText([partner?.name ?? '', name, 'Yes', ''])
  await expect(rowOf(page, name).getByRole('link', { name: partner?.name })).toHaveAttribute('href', `/partners/${partner?.id}/details`)
  await page.getByRole('button', { name: 'Choose columns' }).click()
  for (const column of ['Countries', 'Languages', 'Regions']) await page.getByRole('checkbox', { name: column }).check()
  await page.keyboard.press('Escape')
  await expect(rowOf(page, name).getByRole('cell')).toHaveText([partner?.name ?? '', name, 'Yes', 'Austria +1', 'German', region.name, ''])

  await page.getByRole('link', { name }).click()
  const form = page.getByRole('dialog', { name: 'Edit partner market' })
  await expect(form.getByLabel('Partner', { exact: true })).toHaveValue(partner?.name ?? '')
  await expect(form.getByRole('switch', { name: 'Include if no match' })).toBeChecked()
  for (const chosen of ['Austria', 'Portugal', 'German', region.name]) await expect(form.getByText(chosen, { exact: true })).toBeVisible()
  await form.getByRole('switch', { name: 'Include if no match' }).uncheck({ force: true })
  await form.getByLabel('Languages', { exact: true }).press('Backspace')
  await page.keyboard.press('Escape')
  await form.getByRole('button', { name: 'Save' }).click()
  await expectNotice(page, `Partner market **${name}** successfully updated`)
  await expect(rowOf(page, name).getByRole('cell')).toHaveText([partner?.name ?? '', name, /No$/, 'Austria +1', '—', region.name, ''])
  const [market] = await api.list(`partner-markets?query=${name}`)
  await api.delete(`partner-markets/${market?.id}`)
  await api.delete(`regions/${region.id}`)
})

test('filters markets by partner and country, and searches them by partner name', async ({ page, api }) => {
  const [one, two] = await partners(api)
  const [country] = await api.list('countries?query=Portugal')
  const name = unique('Estoril')
  const market = await api.post('partner-markets', { partner_id: one?.id, name, country_ids: [country?.id] })
  await page.goto(`/partner-markets?query=${name}`)
  await pick(page, page.getByRole('main'), 'Partner', two?.name ?? '')
  await expect(page.getByRole('heading', { name: 'No results' })).toBeVisible()
  await page.goto('/partner-markets')
  await pick(page, page.getByRole('main'), 'Partner', one?.name ?? '')
  await pick(page, page.getByRole('main'), 'Country', 'Portugal')
  await expect(rowOf(page, name)).toBeVisible()
  await expect(page).toHaveURL(`/partner-markets?partner_id=${one?.id}&country_id=${country?.id}`)
  await page.getByRole('searchbox', { name: 'Search partner markets' }).fill(String(one?.name).toUpperCase())
  await expect(page).toHaveURL(/query=/)
  await expect(rowOf(page, name).locator('mark').first()).toBeVisible()
  await api.delete(`partner-markets/${market.id}`)
})

test('allows the same market name for two partners, but not for one', async ({ page, api, complaints }) => {
  complaints.allow(422)
  const [one, two] = await partners(api)
  const name = unique('Winter')
  await api.post('partner-markets', { partner_id: one?.id, name })
  await page.goto('/partner-markets?new=1')
  const form = page.getByRole('dialog', { name: 'New partner market' })
  await form.getByLabel('Name').fill(name.toUpperCase())
  await pick(page, form, 'Partner', one?.name ?? '')
  await form.getByRole('button', { name: 'Create partner market' }).click()
  await expect(form.getByText('This name is already in use.')).toBeVisible()
  await expect(form.getByLabel('Name')).toBeFocused()
  await pick(page, form, 'Partner', two?.name ?? '')
  await form.getByRole('button', { name: 'Create partner market' }).click()
  await expectNotice(page, `Partner market **${name.toUpperCase()}** successfully created`)
  for (const { id } of await api.list(`partner-markets?query=${name}`)) await api.delete(`partner-markets/${id}`)
})
