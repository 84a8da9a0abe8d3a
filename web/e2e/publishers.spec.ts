import { walkResource } from './resource.ts'
import { choose, createPublishers, expect, expectNotice, rowOf, test } from './test.ts'

test('lists publishers by name with their content', async ({ page, api }) => {
  await page.goto('/publishers')
  await expect(page.getByRole('heading', { name: 'Publishers', level: 1 })).toBeVisible()
  await expect(page.getByRole('columnheader')).toHaveText(['', 'Name', 'Content count', 'Actions'])
  await expect(page.getByRole('columnheader', { name: 'Name' })).toHaveAttribute('aria-sort', 'ascending')
  await expect(
    page
      .getByRole('row', { name: /^(Select row )?Harbour Press / })
      .or(page.getByRole('row', { name: /^(Select row )?Altitude Journal / }))
      .first(),
  ).toBeVisible()
  const [first] = await api.list('publishers?query=Harbour%20Press')
  await page.goto('/publishers?query=Harbour%20Press')
  await expect(rowOf(page, 'Harbour Press').getByRole('cell').nth(2)).toHaveText(String(first?.content_count))
})

walkResource({ path: '/publishers', one: 'Publisher', full: true, sorts: { Name: 'name', 'Content count': 'content_count' } })

test('warns before deleting a publisher with content', async ({ page, api }) => {
  const word = await createPublishers(api, 1)
  const [row] = await api.list(`publishers?query=${word}`)
  await api.post(`publishers/${row?.id}/content`, { content_ids: [1, 2] })
  await page.goto(`/publishers?query=${word}`)
  await choose(page, word, 'Delete')
  const question = page.getByRole('dialog', { name: 'Delete publisher' })
  await expect(question.getByText('2 content items will no longer be credited to it.')).toBeVisible()
  await question.getByRole('button', { name: 'Delete', exact: true }).click()
  await expectNotice(page, `Publisher **${word} 01** successfully deleted`)
})
