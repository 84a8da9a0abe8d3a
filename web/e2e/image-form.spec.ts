import type { Page, Route } from '@playwright/test'
import { png } from './png.ts'
import {
  type Api,
  choose as chooseAction,
  expect,
  expectMissing,
  expectNotice,
  expectSentence,
  notices,
  pick,
  recordBodies,
  test,
  unique,
} from './test.ts'

const oops = 'Oops! There was an error. Please review the form for more details.'
const card = (page: Page, name: string) => page.getByRole('region', { name, exact: true })
const picture = (page: Page) => card(page, 'Picture')
const preview = (page: Page) => card(page, 'Image Preview')
const legal = (page: Page) => card(page, 'Legal - Usage & Rights')
const save = (page: Page) => page.getByRole('button', { name: 'Save' })
const update = (page: Page) => page.getByRole('button', { name: 'Update' })

const file = (width: number, height: number) => ({ name: 'harbour.png', mimeType: 'image/png', buffer: png(width, height) })
const choose = (page: Page, given: { name: string; mimeType: string; buffer: Buffer }) =>
  picture(page).locator('input[type=file]').setInputFiles(given)

/** uploaded uploads a picture for a new image. */
async function uploaded(page: Page) {
  const answer = await page.request.post('/api/admin/uploads', { multipart: { file: file(40, 30) } })
  return { id: (await answer.json()).item.id as number }
}

/** existing creates an image through the API. */
const existing = async (page: Page, api: Api, more: object = {}) =>
  api.post('images', { title: unique('Quay'), featured_image: await uploaded(page), ...more })

const legalFields = ['Source', 'Source URL', 'Licence', 'Licence URL', 'Attribution', 'Modifications']
const filled = (page: Page) => Promise.all(legalFields.map((label) => legal(page).getByLabel(label, { exact: true }).inputValue()))

const presets: Record<string, string[]> = {
  Waymark: ['Waymark', '', 'All rights reserved', ''],
  flickr: ['Flickr', 'https://www.flickr.com', 'CC BY 2.0', 'https://creativecommons.org/licenses/by/2.0/'],
  pexels: ['Pexels', 'https://www.pexels.com', 'Pexels License', 'https://www.pexels.com/license/'],
  unsplash: ['Unsplash', 'https://unsplash.com', 'Unsplash License', 'https://unsplash.com/license'],
  'wikimedia-commons': ['Wikimedia Commons', 'https://commons.wikimedia.org', 'CC BY-SA 4.0', 'https://creativecommons.org/licenses/by-sa/4.0/'],
}

test('adds an image with picture, description and rights, and previews it', async ({ page, api }) => {
  const title = unique('Evening in the harbour')
  const [collection] = await api.list('search/collections?per_page=1')
  const [tag] = await api.list('options/tags?per_page=1')
  const posts = await recordBodies(page, 'POST')
  await page.goto('/image/new')
  await expect(page.getByRole('heading', { name: 'New image', level: 1 })).toBeVisible()
  await expect(page.getByRole('heading', { level: 2 })).toHaveText([
    'Image',
    'Description',
    'Access & Visibility',
    'Legal - Usage & Rights',
    'Image Preview',
  ])
  await expect(page.getByRole('button', { name: 'Delete' })).toHaveCount(0)
  await expect(picture(page).locator('..')).toContainText('at most 10 MB')

  await choose(page, file(320, 200))
  await expect(picture(page).getByText('320 × 200')).toBeVisible()
  await page.getByLabel('Title').fill(title)
  const shown = preview(page).getByRole('img', { name: title })
  await expect.poll(() => shown.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBe(320)
  await page.getByLabel('Caption', { exact: true }).fill('Boats come in **before sunset**, [they say](javascript:alert(1)). <i>Raw</i>')
  await expect(preview(page).locator('strong')).toHaveText('before sunset')
  await expect(preview(page).getByText('<i>Raw</i>')).toBeVisible()
  await expect(preview(page).getByRole('link')).toHaveCount(0)

  await test.step('each provider fills in its terms, and keeps the other fields', async () => {
    await legal(page).getByLabel('Attribution').fill('Giulia Ferrando')
    const original = page.getByRole('checkbox', { name: 'Original' })
    await expect(original).toHaveAccessibleDescription('Created by us, not taken from another source.')
    await original.check()
    for (const [word, terms] of Object.entries(presets)) {
      await legal(page).getByRole('button', { name: word, exact: true }).click()
      expect(await filled(page), word).toEqual([...terms, 'Giulia Ferrando', ''])
      await expect(preview(page).getByText(`Giulia Ferrando / ${terms[0]}, ${terms[2]}`)).toBeVisible()
      const addresses = await preview(page)
        .getByRole('link')
        .evaluateAll((links) => links.map((link) => link.getAttribute('href')?.replace(/\/$/, '')))
      expect(addresses, word).toEqual([terms[1], terms[3]].filter(Boolean).map((address) => address?.replace(/\/$/, '')))
    }
    await expect(original).toBeChecked()
  })
  await test.step('(adapted) adds a note once, clear empties all fields, and unsafe URLs are not linked', async () => {
    const note = 'Cropped and adapted from the original.'
    await legal(page).getByLabel('Modifications').fill('Brightened.')
    await legal(page).getByRole('button', { name: '(adapted)' }).click()
    await legal(page).getByRole('button', { name: '(adapted)' }).click()
    expect(await filled(page)).toEqual([...(presets['wikimedia-commons'] ?? []), 'Giulia Ferrando', `Brightened. ${note}`])
    await expect(preview(page).getByText(`CC BY-SA 4.0 · Brightened. ${note}`)).toBeVisible()
    await legal(page).getByRole('button', { name: 'clear' }).click()
    expect(await filled(page)).toEqual(['', '', '', '', '', ''])
    await legal(page).getByRole('button', { name: '(adapted)' }).click()
    expect(await filled(page)).toEqual(['', '', '', '', '', note])
    await legal(page).getByLabel('Source', { exact: true }).fill('Somewhere')
    await legal(page).getByLabel('Source URL').fill('javascript:alert(1)')
    await expect(preview(page).getByText(`Somewhere · ${note}`)).toBeVisible()
    await expect(preview(page).getByRole('link')).toHaveCount(0)
  })
  await test.step('a provider keeps what was typed', async () => {
    await legal(page).getByLabel('Source', { exact: true }).fill('')
    await legal(page).getByLabel('Source URL').fill('https://photos.example/1')
    for (const word of ['unsplash', 'flickr']) {
      await legal(page).getByRole('button', { name: word }).click()
      const [source, , ...licence] = presets[word] ?? []
      expect((await filled(page)).slice(0, 4)).toEqual([source, 'https://photos.example/1', ...licence])
    }
  })

  await pick(page.getByRole('combobox', { name: 'Subject areas' }), tag?.name ?? '')
  await page.getByRole('combobox', { name: 'Collections' }).fill(collection?.name ?? '')
  await page.getByRole('option', { name: collection?.name }).first().click() // several collections may have this name
  await save(page).click()
  await expectNotice(page, `Image **${title}** successfully created`)
  await expect(page).toHaveURL('/content')
  const [body] = posts as Record<string, unknown>[]
  expect(body).toMatchObject({ title, library_ids: [1], partner_id: 1, original: true, tag_ids: [tag?.id], image_license: 'CC BY 2.0' })
  expect(Object.keys(body?.featured_image as object)).toEqual(['id'])
  expect(body).not.toHaveProperty('published_at')

  const [row] = await api.list(`content?query=${title}`)
  expect(row).toMatchObject({ title, block_type: 'image', status: 'published', collections_count: 1 })
  await page.goto(`/image/${row?.id}/edit`)
  await expect(page.getByLabel('Title')).toHaveValue(title)
  await expect(card(page, 'Status').getByText('Published', { exact: true })).toBeVisible()
  await expect(card(page, 'Status').getByRole('link', { name: 'First Admin' })).toHaveCount(2)
})

test('shows missing fields with a banner, and focuses the first one', async ({ page, complaints }) => {
  complaints.allow(422)
  await page.goto('/image/new')
  await legal(page).getByLabel('Source URL').fill('nowhere')
  await picture(page).getByRole('button', { name: 'Choose an image' }).waitFor()
  await save(page).click()
  await expectSentence(page.getByRole('main').getByRole('alert'), oops)
  await expect(picture(page).locator('..')).toContainText('This field is required.')
  await expect(page.getByLabel('Title')).toHaveAccessibleDescription('This field is required.')
  await expect(legal(page).getByLabel('Source URL')).toHaveAccessibleDescription('Must be a URL that starts with http:// or https://.')
  await expect(picture(page).getByRole('button', { name: 'Choose an image' })).toBeFocused()
  await choose(page, file(64, 48))
  await expect(picture(page).getByText('64 × 48')).toBeVisible()
  await expect(picture(page).locator('..')).not.toContainText('This field is required.')
  await legal(page).getByRole('button', { name: 'clear' }).click()
  await expect(legal(page).getByLabel('Source URL')).not.toHaveAttribute('aria-invalid', 'true')

  await page.getByRole('link', { name: 'Cancel' }).click()
  const leaving = page.getByRole('dialog', { name: 'Leave without saving?' })
  await leaving.getByRole('button', { name: 'Stay' }).click()
  await expect(page).toHaveURL('/image/new')
  await page.getByRole('link', { name: 'Cancel' }).click()
  await leaving.getByRole('button', { name: 'Leave' }).click()
  await expect(page).toHaveURL('/content')
})

test('refuses a picture of more than 10 MB in the browser and on the server', async ({ page, complaints }) => {
  const sent: string[] = []
  page.on('request', (request) => request.url().endsWith('/uploads') && sent.push(request.method()))
  await page.goto('/image/new')
  const huge = await page.evaluateHandle(() => {
    const data = new DataTransfer()
    data.items.add(new File([new Uint8Array(11 * 1024 * 1024)], 'huge.png', { type: 'image/png' }))
    return data
  })
  await picture(page).dispatchEvent('drop', { dataTransfer: huge })
  await expect(page.getByText('Must be at most 10 MB.')).toBeVisible()
  expect(sent).toEqual([])
  // With a faked file size the browser sends it.
  await page.evaluate(() => Object.defineProperty(File.prototype, 'size', { get: () => 1 }))
  complaints.allow(413)
  await picture(page).dispatchEvent('drop', { dataTransfer: huge })
  await expect(picture(page).locator('..')).toContainText(/10 MB/)
  await expect(page.getByText('Must be at most 10 MB.')).toHaveCount(0)
  await expect.poll(() => sent).toEqual(['POST'])
  await expect(picture(page).getByRole('button', { name: 'Choose an image' })).toBeEnabled()
})

test('does not save an item without the image that could not be uploaded', async ({ page, api, complaints }) => {
  complaints.allow(422)
  const image = await existing(page, api)
  await page.goto(`/content?query=${encodeURIComponent(String(image.title))}`)
  await chooseAction(page, String(image.title), 'Edit featured image')
  const dialog = page.getByRole('dialog', { name: 'Edit featured image' })
  const input = dialog.locator('input[type=file]')
  const jpeg = Buffer.concat([Buffer.from('ffd8ffe000104a46494600010100000100010000', 'hex'), Buffer.alloc(200)])
  for (const [buffer, message] of [
    [Buffer.alloc(0), 'The file is empty.'],
    [jpeg, 'This JPEG file is damaged or incomplete. Save the image again and upload that copy.'],
  ] as const) {
    await input.setInputFiles({ name: 'broken.jpg', mimeType: 'image/jpeg', buffer })
    await expect(dialog.getByText(message)).toBeVisible()
    await dialog.getByRole('button', { name: 'Save' }).click()
    await expect(dialog.getByRole('alert')).toHaveText('Please check the fields highlighted in red.')
    await expect(dialog.getByText(message)).toBeVisible()
  }
  await expect(notices(page)).toHaveText('')
  await dialog.getByRole('button', { name: 'Keep current image' }).click()
  await expect(dialog.getByRole('alert')).toHaveCount(0)
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expectNotice(page, 'Updated featured image.')
  expect(await api.find(`images/${image.id}`)).toMatchObject({ featured_image: { width: 40 } })
})

test('sends only changed fields of an image, waits for the upload, and shows an edit conflict', async ({ page, api, complaints }) => {
  complaints.allow(409)
  const [destination] = await api.list('search/destinations?query=Botswana')
  const image = await existing(page, api, { synopsis: 'Morning', destination_ids: [destination?.id], image_source: 'Flickr' })
  const puts = await recordBodies(page, 'PUT')
  await page.goto(`/image/${image.id}/edit`)
  await expect(page.getByRole('heading', { name: 'Edit image', level: 1 })).toBeVisible()
  await expect(page.getByLabel('Caption', { exact: true })).toHaveValue('Morning')
  await expect(page.getByText(destination?.name ?? '')).toBeVisible()
  const held: Route[] = []
  await page.route('**/api/admin/uploads', (route) => void held.push(route))
  await choose(page, file(64, 48))
  await page.getByLabel('Title').fill(`${image.title} mine`)
  await api.put(`images/${image.id}`, { synopsis: 'Noon', featured_image: await uploaded(page) })
  await update(page).click()
  await expect(update(page)).toBeDisabled() // waits for the upload
  expect(puts).toEqual([])
  for (const route of held) await route.continue()
  const stale = page.getByRole('dialog', { name: 'Someone else saved changes while you were editing' })
  await expect(stale.getByRole('radio', { name: 'Noon' })).toBeChecked()
  const thumbs = stale.getByRole('row').filter({ hasText: 'Picture' }).getByRole('img')
  await expect(thumbs).toHaveCount(2)
  for (const thumb of await thumbs.all()) await expect.poll(() => thumb.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBeGreaterThan(0)
  await expect(stale.getByRole('radio', { name: 'Image, 64 × 48' })).toBeChecked()
  await expect(stale.getByRole('radio', { name: `${image.title} mine` })).toBeChecked()
  await stale.getByRole('button', { name: 'Save selection' }).click()
  await expectNotice(page, `Image **${image.title} mine** successfully updated`)
  await expect(page).toHaveURL('/content')
  const change = { title: `${image.title} mine`, featured_image: { id: expect.any(Number) } }
  expect(puts).toEqual([
    { ...change, version: 1 },
    { ...change, version: 2 },
  ])
  expect(await api.find(`images/${image.id}`)).toMatchObject({
    title: `${image.title} mine`,
    synopsis: 'Noon',
    image_source: 'Flickr',
    featured_image: { width: 64 },
  })

  await page.goBack()
  await expect(page.getByLabel('Title')).toHaveValue(`${image.title} mine`)
  await expect(page.getByLabel('Caption', { exact: true })).toHaveValue('Noon')
})

test('deletes an image after a confirmation, and restores it with its links', async ({ page, api }) => {
  const [tag] = await api.list('options/tags?per_page=1')
  const [collection] = await api.list('search/collections?per_page=1')
  const image = await existing(page, api, { tag_ids: [tag?.id], collection_ids: [collection?.id], library_ids: [1, 2] })
  await page.goto(`/image/${image.id}/edit`)
  await page.getByLabel('Title').fill('Typed in vain')
  await page.getByRole('button', { name: 'Delete' }).click()
  const question = page.getByRole('dialog', { name: 'Delete image' })
  await expectSentence(question, 'Are you sure you want to delete this image?')
  await question.getByRole('button', { name: 'Cancel' }).click()
  await expect(question).toBeHidden()
  await expect(page.getByLabel('Title')).toHaveValue('Typed in vain')
  await page.getByRole('button', { name: 'Delete' }).click()
  await question.getByRole('button', { name: 'Delete', exact: true }).click()
  await expectNotice(page, 'Image successfully deleted.')
  await expect(page).toHaveURL('/content')
  expect(await api.total(`content?query=${image.title}`)).toBe(0)

  await page.goto(`/trash?query=${image.title}`)
  const row = page.getByRole('row').filter({ hasText: String(image.title) })
  await row.getByRole('button', { name: 'Actions' }).click()
  await page.getByRole('menuitem', { name: 'Restore' }).click()
  await expectNotice(page, `**${image.title}** successfully restored`)
  await page.goto(`/image/${image.id}/edit`)
  for (const name of [tag?.name, collection?.name, 'House library']) await expect(page.getByText(name ?? '', { exact: true }).first()).toBeVisible()
  expect(await api.find(`images/${image.id}`)).toMatchObject({ tag_ids: [tag?.id], collection_ids: [collection?.id], library_ids: [1, 2] })
})

test('says that an unknown image does not exist', async ({ page, complaints }) => {
  complaints.allow(404)
  for (const id of ['999999999', '1', 'nonsense']) {
    await page.goto(`/image/${id}/edit`)
    await expectMissing(page)
  }
})
