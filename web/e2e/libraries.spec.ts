import { walkResource } from './resource.ts'
import { choose, expect, expectBuiltIn, expectNotice, pick, rowOf, test, unique } from './test.ts'

const notice = (name: string, done: string) => `**${name}** successfully ${done}`

test('lists libraries by name with their content, owner and partner access', async ({ page, api }) => {
  const [house] = await api.list('libraries?query=House%20library')
  await page.goto('/libraries?query=House+library')
  await expect(page.getByRole('heading', { name: 'Libraries', level: 1 })).toBeVisible()
  await expect(page.getByRole('columnheader')).toHaveText(['Name', 'Content count', 'Owner', 'Partner Access', 'Actions'])
  await expect(page.getByRole('columnheader', { name: 'Name' })).toHaveAttribute('aria-sort', 'ascending')
  const cells = rowOf(page, 'House library').getByRole('cell')
  await expect(cells.nth(1)).toHaveText(String(house?.content_count))
  await expect(cells.nth(2).getByRole('link', { name: 'House' })).toHaveAttribute('href', '/partners/1/details')
  await expect(cells.nth(3)).toHaveText('—')
})

walkResource({
  path: '/libraries',
  one: 'Library',
  fill: (form) => pick(form.getByRole('combobox', { name: 'Owner' }), 'House'),
  sorts: { Name: 'name', 'Content count': 'content_count' },
  notice,
})

test('creates a library with an owner and partner access, and filters by both', async ({ page, api }) => {
  const name = unique('Coastal shelf')
  const [owner, first, second] = ['Marigold Voyages', 'Alder & Finch Travel', 'Pavilion Cruises']
  await page.goto('/libraries?new=1')
  const form = page.getByRole('dialog', { name: 'New library' })
  await form.getByLabel('Name').fill(name)
  await pick(form.getByRole('combobox', { name: 'Owner' }), owner)
  await pick(form.getByRole('combobox', { name: 'Partner access' }), second)
  await pick(form.getByRole('combobox', { name: 'Partner access' }), first)
  await page.keyboard.press('Tab')
  await form.getByRole('button', { name: 'Create library' }).click()
  await expectNotice(page, notice(name, 'created'))

  await page.goto(`/libraries?query=${name}`)
  const cells = rowOf(page, name).getByRole('cell')
  const [made] = await api.list(`libraries?query=${name}`)
  await expect(cells.nth(2).getByRole('link', { name: owner })).toHaveAttribute('href', `/partners/${made?.partner_id}/details`)
  await expect(cells.nth(3)).toHaveText(/^Alder & Finch Travel\s*\+1$/)
  await cells.nth(3).getByRole('button', { name: '+1: show all' }).click()
  await expect(page.getByRole('dialog').getByRole('listitem')).toHaveText([first, second])
  await page.keyboard.press('Escape')

  await test.step('filters by owner and partner access', async () => {
    await pick(page.getByRole('combobox', { name: 'Owner' }), owner)
    await expect(page).toHaveURL(new RegExp(`partner_id=${made?.partner_id}`))
    await expect(rowOf(page, name)).toBeVisible()
    await pick(page.getByRole('combobox', { name: 'Partner Access' }), 'Juniper Expeditions')
    await expect(page.getByRole('heading', { name: 'No results' })).toBeVisible()
    await pick(page.getByRole('combobox', { name: 'Partner Access' }), second)
    await expect(rowOf(page, name)).toBeVisible()
    await pick(page.getByRole('combobox', { name: 'Owner' }), 'House')
    await expect(page.getByRole('heading', { name: 'No results' })).toBeVisible()
  })

  await page.goto(`/libraries?edit=${made?.id}`)
  const edit = page.getByRole('dialog', { name: 'Edit library' })
  await expect(edit.getByRole('combobox', { name: 'Owner' })).toHaveValue(owner)
  await edit.getByRole('combobox', { name: 'Partner access' }).focus()
  await page.keyboard.press('Backspace')
  await page.keyboard.press('Backspace')
  await page.keyboard.press('Tab')
  await edit.getByRole('button', { name: 'Save' }).click()
  await expectNotice(page, notice(name, 'updated'))
  expect(await api.find(`libraries/${made?.id}`)).toMatchObject({ partners_ids: [], partner_id: made?.partner_id })
})

test('says that content is kept when its library is deleted', async ({ page, api }) => {
  const name = unique('Coastal shelf')
  const { id } = await api.post('libraries', { name, partner_id: 1 })
  await api.post(`libraries/${id}/content`, { content_ids: [1, 2] })
  await page.goto(`/libraries?query=${name}`)
  await expect(rowOf(page, name).getByRole('cell').nth(1)).toHaveText('2')
  await choose(page, name, 'Delete')
  const question = page.getByRole('dialog', { name: 'Delete library' })
  await expect(question.getByText('2 content items will be kept but removed from this library.')).toBeVisible()
  await question.getByRole('button', { name: 'Delete', exact: true }).click()
  await expectNotice(page, notice(name, 'deleted'))
})

test('does not delete the house library', async ({ page }) => {
  await page.goto('/libraries?query=House+library')
  await expectBuiltIn(page, 'House library')
})
