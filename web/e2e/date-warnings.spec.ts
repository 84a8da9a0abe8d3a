import { createContent } from './items.ts'
import { choose, expect, test, unique } from './test.ts'

test('warns about dates of a collection that contradict each other, and saves them', async ({ page, api }) => {
  const name = unique('Cove')
  const { id } = await api.post('collections', { name, partner_id: 1, inspires_feature_at: '2026-03-05' })
  await page.goto(`/collections?query=${encodeURIComponent(name)}`)
  await choose(page, name, 'Edit')
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByText('Featured but not public: there is no publish date.')).toBeVisible()
  const pickToday = async (field: string) => {
    await dialog.getByRole('textbox', { name: field, exact: true }).click()
    await page.getByRole('button', { name: 'Today', exact: true }).click()
  }
  await pickToday('Expiration date')
  await expect(dialog.getByText(/^Expires before/)).toHaveCount(0)
  await dialog.getByRole('textbox', { name: 'Name' }).fill(`${name} B`)
  await dialog.getByRole('button', { name: /^Update|^Save/ }).click()
  await expect(dialog).toHaveCount(0)
  expect(await api.find(`collections/${id}`)).toMatchObject({ name: `${name} B`, inspires_publish_at: null, expires_at: expect.any(String) })
})

test('warns about content that expires before it is published, and saves it', async ({ page, api }) => {
  const title = unique('Reef')
  const { id } = await createContent(api, title, { published_at: '2199-03-05' })
  await page.goto(`/content/${id}/edit`)
  const warning = page.getByText('Expires before it is published on 5 Mar 2199.')
  await expect(page.getByRole('textbox', { name: 'Title' })).toHaveValue(title)
  await expect(warning).toHaveCount(0)
  await page.getByRole('textbox', { name: 'Expiration date', exact: true }).click()
  await page.getByRole('button', { name: '1 year', exact: true }).click()
  await expect(warning).toBeVisible()
  await page.getByRole('button', { name: 'UPDATE' }).click()
  await expect.poll(async () => (await api.find(`content/${id}`)).expires_at).not.toBeNull()
})
