import { createCollection, createContent } from './items.ts'
import { expect, rowOf, test, unique } from './test.ts'

test('opens the lists of what the counts of an item count', async ({ page, api }) => {
  const title = unique('Fjord')
  const collection = await createCollection(api)
  const library = await api.post('libraries', { name: unique('Shelf'), partner_id: 1 })
  const publisher = await api.post('publishers', { name: unique('Press') })
  const area = await api.post('tags', { tag: unique('Tides') })
  const [north, south] = [await api.post('destinations', { name: unique('North') }), await api.post('destinations', { name: unique('South') })]
  const { id } = await createContent(api, title, {
    collection_ids: [collection.id],
    library_ids: [library.id],
    publisher_ids: [publisher.id],
    tag_ids: [area.id],
    destination_ids: [north.id, south.id],
  })
  const columns = 'title,libraries,destinations_count,tags_count,collections_count,libraries_count,publishers_count'
  for (const [cell, table, names] of [
    [4, 'Destinations', [north.label, south.label]],
    [5, 'Subject areas', [area.tag]],
    [6, 'Collections', [collection.name]],
    [7, 'Libraries', [library.name]],
    [8, 'Publishers', [publisher.name]],
  ] as const) {
    await page.goto(`/content?query=${encodeURIComponent(title)}&columns=${columns}`)
    await rowOf(page, title)
      .getByRole('cell')
      .nth(cell)
      .getByRole('link', { name: String(names.length) })
      .click()
    await expect(page).toHaveURL(new RegExp(`content_id=${id}$`))
    const rows = page.getByRole('table').getByRole('row')
    await expect(rows).toHaveCount(names.length + 1)
    for (const [i, name] of names.entries()) await expect(rows.nth(i + 1), table).toContainText(String(name))
    await expect(page.getByRole('list', { name: 'Filters' })).toContainText(`Content: ${title}`)
    if (table === 'Subject areas') {
      await rows.nth(1).getByRole('link', { name: '1', exact: true }).click()
      await expect(page).toHaveURL(`/content?tag_id=${area.id}`)
      await expect(page.getByRole('table', { name: 'Content' }).getByRole('row')).toHaveCount(2)
    }
  }
})

test('opens exactly what keeps a destination from being deleted, in the lists and in the trash', async ({ page, api }) => {
  const parent = await api.post('destinations', { name: unique('Peninsula') })
  const child = await api.post('destinations', { name: unique('Cape'), parent_id: parent.id })
  const title = unique('Lighthouse')
  await createContent(api, `${title} own`, { destination_ids: [parent.id] })
  await createContent(api, `${title} below`, { destination_ids: [child.id] })
  const trashed = await createContent(api, `${title} gone`, { destination_ids: [parent.id] })
  await api.delete(`content/${trashed.id}`)

  const ask = async () => {
    await page.goto(`/destinations?query=${encodeURIComponent(parent.name)}`)
    await rowOf(page, parent.name).first().getByRole('button', { name: 'Actions' }).click() // the child's label has its name too
    await page.getByRole('menuitem', { name: 'Delete' }).click()
    await expect(page.getByRole('dialog').getByRole('link')).toHaveText(['Destinations: 1', 'Content: 1', 'Records in the trash: 1'])
  }
  await ask()
  await page.getByRole('link', { name: 'Content: 1' }).click()
  await expect(page.getByRole('table', { name: 'Content' }).getByRole('row')).toHaveCount(2)
  await expect(rowOf(page, `${title} own`)).toBeVisible()
  await expect(page.getByRole('list', { name: 'Filters' })).toContainText(`Destination itself: ${parent.name}`)
  await ask()
  await page.getByRole('link', { name: 'Records in the trash: 1' }).click()
  await expect(page.getByText('Only records that refer to the one you came from.')).toBeVisible()
  await expect(page.getByRole('table', { name: 'Trash' }).getByRole('row')).toHaveCount(2)
  await expect(page.getByRole('table', { name: 'Trash' })).toContainText(`${title} gone`)
})
