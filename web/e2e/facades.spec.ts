import { walkResource } from './resource.ts'
import { type Api, expect, expectNotice, pick, rowOf, test, unique } from './test.ts'

const notice = (name: string, done: string) => `**${name}** successfully ${done}`

/** place creates a unique destination inside another one. */
async function place(api: Api) {
  const above = await api.post('destinations', { name: unique('Isles') })
  const { id, label } = await api.post('destinations', { name: unique('Skerry'), parent_id: above.id })
  return { id, label: String(label) }
}

test('lists facades by term, and filters them by type and destination', async ({ page, api }) => {
  const word = unique('Skerri').replace(' ', '')
  const [here, there] = [await place(api), await place(api)]
  await api.post('facades', { term: `${word} a`, destination_id: here.id })
  await api.post('facades', { term: `${word} b`, destination_id: here.id, type: 'related' })
  await api.post('facades', { term: `${word} c`, destination_id: there.id, type: 'related' })
  await page.goto(`/facades?query=${word}`)
  await expect(page.getByRole('heading', { name: 'Facades', level: 1 })).toBeVisible()
  await expect(page.getByRole('columnheader')).toHaveText(['Facade', 'Destination', 'Type', 'Views', 'Actions'])
  await expect(page.getByRole('columnheader', { name: 'Facade' })).toHaveAttribute('aria-sort', 'ascending')
  await expect(rowOf(page, word)).toHaveCount(3)
  await expect(rowOf(page, `${word} a`).getByRole('cell')).toHaveText([`${word} a`, here.label, 'Correction', '0', ''])

  await page.getByRole('combobox', { name: 'Type' }).click()
  await page.getByRole('option', { name: 'Related' }).click()
  await expect(rowOf(page, `${word} a`)).toHaveCount(0)
  await expect(rowOf(page, word)).toHaveCount(2)
  await pick(page.getByRole('combobox', { name: 'Destination' }), there.label)
  await expect(rowOf(page, word)).toHaveCount(1)
  await expect(rowOf(page, `${word} c`)).toBeVisible()
  await page.goto(`/facades?destination_id=${here.id}`)
  await expect(rowOf(page, word)).toHaveCount(2)
  await expect(page.getByRole('combobox', { name: 'Destination' })).toHaveValue(here.label)
})

let home: Awaited<ReturnType<typeof place>>
test.beforeEach(async ({ api }) => {
  home = await place(api)
})

walkResource({
  path: '/facades',
  one: 'Facade',
  field: 'Term',
  fill: (form) => pick(form.getByRole('combobox', { name: 'Destination' }), home.label),
  sorts: { Facade: 'term', Views: 'views' },
  notice,
})

test('defaults a new facade to the type Correction', async ({ page, api }) => {
  const term = unique('Skérry')
  await page.goto('/facades?new=1')
  const form = page.getByRole('dialog', { name: 'New facade' })
  await expect(form.getByRole('combobox', { name: 'Type' })).toHaveValue('Correction')
  await form.getByLabel('Term').fill(term)
  await pick(form.getByRole('combobox', { name: 'Destination' }), home.label)
  await form.getByRole('combobox', { name: 'Type' }).click()
  await page.getByRole('option', { name: 'Related' }).click()
  await form.getByRole('button', { name: 'Create facade' }).click()
  await expectNotice(page, notice(term, 'created'))
  const [made] = await api.list(`facades?query=${encodeURIComponent(term)}`)
  expect(made).toMatchObject({ term, type: 'related', destination_id: home.id })
})
