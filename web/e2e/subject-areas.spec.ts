import { png } from './png.ts'
import { walkResource } from './resource.ts'
import { expect, expectNotice, rowOf, test, unique } from './test.ts'

const notice = (name: string, done: string) => `Subject area **${name}** successfully ${done === 'created' ? 'added' : done}`

test('lists subject areas by tag with their content count', async ({ page, api }) => {
  const tag = unique('Lighthouses')
  await api.post('tags', { tag })
  await page.goto(`/subject-areas?query=${tag}`)
  await expect(page.getByRole('heading', { name: 'Subject Area & Characteristics', level: 1 })).toBeVisible()
  await expect(page.getByRole('columnheader')).toHaveText(['', 'Subject Area', 'Content count', 'Actions'])
  await expect(page.getByRole('columnheader', { name: 'Subject Area' })).toHaveAttribute('aria-sort', 'ascending')
  await expect(rowOf(page, tag).getByRole('cell')).toHaveText(['', tag, '0', ''])
})

walkResource({
  path: '/subject-areas',
  one: 'Subject area',
  field: 'Tag',
  sorts: { 'Subject Area': 'tag', 'Content count': 'content_count' },
  notice,
})

test('uploads, shows, replaces and removes the picture of a subject area', async ({ page, api }) => {
  const tag = unique('Lighthouses')
  const picture = rowOf(page, tag).locator('img')
  const stored = async () => (await api.list(`tags?query=${tag}`))[0]?.featured_image as { width: number; thumb_url: string } | null
  // The thumbnail is generated after the upload; until then the row shows the original from the same folder.
  const showsWhatIsStored = async () => {
    const folder = (await stored())?.thumb_url.replace(/[^/]+$/, '') ?? 'none'
    await expect(picture).toHaveAttribute('src', new RegExp(`^${folder}`))
    await expect.poll(() => picture.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBeGreaterThan(0)
  }
  await page.goto(`/subject-areas?query=${tag}`)
  await page.getByRole('button', { name: 'New subject area' }).first().click()
  const fresh = page.getByRole('dialog', { name: 'New subject area' })
  await fresh.getByLabel('Tag').fill(tag)
  await fresh.locator('input[type=file]').setInputFiles({ name: 'lighthouse.png', mimeType: 'image/png', buffer: png(320, 200) })
  await expect(fresh.getByRole('img', { name: 'Preview of featured image' })).toBeVisible()
  await fresh.getByRole('button', { name: 'Create subject area' }).click()
  await expectNotice(page, notice(tag, 'created'))
  await showsWhatIsStored()

  await page.getByRole('link', { name: tag }).click()
  const edit = page.getByRole('dialog', { name: 'Edit subject area' })
  await expect(edit.getByText('320 × 200')).toBeVisible()
  await edit.locator('input[type=file]').setInputFiles({ name: 'other.png', mimeType: 'image/png', buffer: png(90, 60) })
  await expect(edit.getByText('90 × 60')).toBeVisible()
  await edit.getByRole('button', { name: 'Save' }).click()
  await expectNotice(page, notice(tag, 'updated'))
  expect((await stored())?.width).toBe(90)
  await showsWhatIsStored()

  await page.getByRole('link', { name: tag }).click()
  await edit.getByRole('button', { name: 'Remove' }).click()
  await edit.getByRole('button', { name: 'Save' }).click()
  await expect(picture).toHaveCount(0)
  expect(await stored()).toBeNull()
})
