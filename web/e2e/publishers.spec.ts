import { choose, expect, noticed, publishersNamed, rowOf, said, test, unique } from './test.ts'

test('publishers are listed by name with their content @both', async ({ page, api }) => {
  await page.goto('/publishers')
  await expect(page.getByRole('heading', { name: 'Publishers', level: 1 })).toBeVisible()
  await expect(page.getByRole('columnheader')).toHaveText(['Name', 'Content', 'Actions'])
  await expect(page.getByRole('columnheader', { name: 'Name' })).toHaveAttribute('aria-sort', 'ascending')
  await expect(
    page
      .getByRole('row', { name: /^Harbour Press / })
      .or(page.getByRole('row', { name: /^Altitude Journal / }))
      .first(),
  ).toBeVisible()
  const [first] = await api.list('publishers?query=Harbour%20Press')
  await page.goto('/publishers?query=Harbour%20Press')
  await expect(rowOf(page, 'Harbour Press').getByRole('cell').nth(1)).toHaveText(String(first?.content_count))
})

test('a publisher is made, renamed and deleted @both', async ({ page }) => {
  const name = unique('Halcyon Pages')
  await page.goto('/publishers')
  await page.getByRole('button', { name: 'New publisher' }).click()
  await page.getByRole('dialog', { name: 'New publisher' }).getByLabel('Name').fill(name)
  await page.getByRole('button', { name: 'Create publisher' }).click()
  await noticed(page, `Publisher **${name}** successfully created`)
  await expect(page).toHaveURL('/publishers')

  await page.getByRole('searchbox', { name: 'Search publishers' }).fill(name)
  await page.getByRole('link', { name }).click()
  const form = page.getByRole('dialog', { name: 'Edit publisher' })
  await expect(form.getByLabel('Name')).toHaveValue(name)
  await form.getByLabel('Name').fill(`${name} & Sons`)
  await form.getByRole('button', { name: 'Save' }).click()
  await noticed(page, `Publisher **${name} & Sons** successfully updated`)
  await expect(page.getByRole('link', { name: `${name} & Sons` })).toBeVisible()

  await choose(page, name, 'Edit')
  await expect(form.getByLabel('Name')).toHaveValue(`${name} & Sons`)
  await page.keyboard.press('Escape')

  await choose(page, name, 'Delete')
  const ask = page.getByRole('dialog', { name: 'Delete publisher' })
  await said(ask, `Are you sure you want to delete **${name} & Sons**?`)
  await ask.getByRole('button', { name: 'Delete', exact: true }).click()
  await noticed(page, `Publisher **${name} & Sons** successfully deleted`)
  await expect(page.getByRole('heading', { name: 'Nothing matches' })).toBeVisible()
})

test('deleting a publisher with content says what that does', async ({ page, api }) => {
  const word = await publishersNamed(api, 1)
  const [row] = await api.list(`publishers?query=${word}`)
  await api.post(`publishers/${row?.id}/content`, { content_ids: [1, 2] })
  await page.goto(`/publishers?query=${word}`)
  await choose(page, word, 'Delete')
  const ask = page.getByRole('dialog', { name: 'Delete publisher' })
  await expect(ask.getByText('2 content items will no longer be credited to it.')).toBeVisible()
  await ask.getByRole('button', { name: 'Delete', exact: true }).click()
  await noticed(page, `Publisher **${word} 01** successfully deleted`)
})
