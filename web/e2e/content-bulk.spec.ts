import type { Page } from '@playwright/test'
import { createContent, createImage } from './items.ts'
import { asEditor, dismissAll, expect, expectNotice, notices, pick, recordBodies, rowOf, test, unique } from './test.ts'

const word = () => unique('Estuary').replace(' ', '')
const bar = (page: Page) => page.getByRole('toolbar', { name: 'Bulk actions' })
const days = (n: number) => new Date(Date.now() + n * 86_400_000).toISOString()

async function tick(page: Page, ...titles: string[]) {
  for (const title of titles) await rowOf(page, title).getByRole('checkbox').check()
}

async function act(page: Page, menu: string, action: string) {
  await bar(page).getByRole('button', { name: menu }).click()
  await page.getByRole('menuitem', { name: action }).click()
}

test.use(asEditor)

test('publishes, reverts and expires a selection, and asks about scheduled items first @both', async ({ page, api }) => {
  const name = word()
  await createContent(api, `${name} draft`, { published_at: null })
  await createContent(api, `${name} public`, {})
  await createContent(api, `${name} later`, { published_at: days(9) })
  const sent = await recordBodies(page, 'POST')
  await page.goto(`/content?query=${name}&sort=title`)
  const statuses = async () => (await api.list(`content?query=${name}&sort=title`)).map((item) => item.status)

  await page.getByRole('checkbox', { name: 'Select this page' }).check()
  await act(page, 'Status', 'Publish')
  const dialog = page.getByRole('dialog', { name: 'Publish 3 items?' })
  await expect(dialog).toContainText('1 of them is scheduled for a later date and would be published now.')
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect(bar(page).getByRole('status')).toHaveText('3 selected')
  expect(await statuses()).toEqual(['draft', 'scheduled', 'published'])

  await act(page, 'Status', 'Publish')
  await dialog.getByRole('checkbox', { name: 'Leave out the 1 scheduled' }).check()
  await dialog.getByRole('button', { name: 'Publish' }).click()
  await expectNotice(page, '1 item published')
  await expect(notices(page).getByText('2 were already published or scheduled for later.')).toBeVisible()
  await expect(bar(page)).toHaveCount(0)
  expect(await statuses()).toEqual(['published', 'scheduled', 'published'])
  expect(sent.at(-1)).toMatchObject({ keep_scheduled: true, content_ids: [expect.any(Number), expect.any(Number), expect.any(Number)] })
  await dismissAll(page)

  await tick(page, `${name} later`)
  await act(page, 'Status', 'Publish')
  const one = page.getByRole('dialog', { name: 'Publish 1 item?' })
  await expect(one).toContainText('It is scheduled for a later date and would be published now.')
  await expect(one.getByRole('checkbox')).toHaveCount(0)
  await one.getByRole('button', { name: 'Publish' }).click()
  await expectNotice(page, '1 item published')
  expect(await statuses()).toEqual(['published', 'published', 'published'])
  await dismissAll(page)

  await tick(page, `${name} draft`, `${name} public`)
  await act(page, 'Status', 'Expire')
  await page.getByRole('dialog', { name: 'Expire 2 items?' }).getByRole('button', { name: 'Expire' }).click()
  await expectNotice(page, '2 items expired')
  expect(await statuses()).toEqual(['expired', 'published', 'expired'])
  await dismissAll(page)

  // All matching rows, of which the page shows one.
  await page.goto(`/content?query=${name}&per_page=1`)
  await page.getByRole('checkbox', { name: 'Select row' }).check()
  await page.getByRole('button', { name: 'Select all 3 matching rows' }).click()
  await act(page, 'Status', 'Revert to draft')
  await page.getByRole('dialog', { name: 'Revert 3 items to draft?' }).getByRole('button', { name: 'Revert to draft' }).click()
  await expectNotice(page, '3 items reverted to draft')
  expect(await statuses()).toEqual(['draft', 'draft', 'draft'])
  expect(sent.at(-1)).toEqual({ filter: { in_collection: 'all', query: name } })
})

test('adds subject areas and destinations to a selection, and removes them', async ({ page, api }) => {
  const name = word()
  for (const n of [1, 2]) await createContent(api, `${name} ${n}`)
  const area = await api.post('tags', { tag: unique('Tides') })
  const place = await api.post('destinations', { name: unique('Estuaria') })
  await page.goto(`/content?query=${name}`)
  for (const [target, field, label, counts] of [
    ['subject area', 'Subject area', area.tag, 'tags_count'],
    ['destination', 'Destination', place.label, 'destinations_count'],
  ] as const) {
    const current = async () => (await api.list(`content?query=${name}&sort=title`)).map((item) => item[counts])
    const change = async (menu: 'Add to' | 'Remove from', button: string) => {
      await act(page, menu, `${menu} ${target}`)
      const dialog = page.getByRole('dialog', { name: `${menu} a ${target}` })
      await pick(dialog.getByRole('combobox', { name: field }), String(label))
      await dialog.getByRole('button', { name: button }).click()
      await expect(bar(page)).toHaveCount(0)
    }
    await tick(page, `${name} 1`)
    await change('Add to', 'Add 1 item')
    await expectNotice(page, `The selected content has been added to this ${target}`)
    expect(await current()).toEqual([1, 0])
    await dismissAll(page)
    await tick(page, `${name} 1`, `${name} 2`)
    await change('Remove from', 'Remove 2 items')
    await expectNotice(page, `The selected content has been removed from this ${target}`)
    await expect(notices(page).getByText('1 was not in it.')).toBeVisible()
    expect(await current()).toEqual([0, 0])
    await dismissAll(page)
  }
})

test('deletes a selection into the trash, from one menu on a phone', async ({ page, api }) => {
  const name = word()
  await createContent(api, `Article ${name}`)
  await createImage(page, api, `Picture ${name}`)
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto(`/content?query=${name}`)
  for (const row of [0, 1]) await page.getByRole('checkbox', { name: 'Select row' }).nth(row).check()
  await expect(bar(page).getByRole('button')).toHaveText(['', 'Actions'])
  const box = await bar(page).boundingBox()
  expect(box && box.height < 60 && box.x >= 0 && box.x + box.width <= 390).toBe(true)
  await act(page, 'Actions', 'Delete')
  await page.getByRole('dialog', { name: 'Delete 2 items?' }).getByRole('button', { name: 'Delete' }).click()
  await expectNotice(page, '2 items deleted')
  await expect(page.getByRole('checkbox', { name: 'Select row' })).toHaveCount(0)
  const trashed = await api.list(`trash?query=${name}`)
  expect(trashed.map((entry) => entry.kind).sort()).toEqual(['content', 'image'])
})
