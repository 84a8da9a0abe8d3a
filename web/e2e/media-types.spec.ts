import type { Locator, Page } from '@playwright/test'
import { type Api, choose, drag, expect, expectBuiltIn, expectNotice, expectSentence, notices, recordBodies, rowOf, test, unique } from './test.ts'

// All tests share one order of media types, so they run one after another.
test.describe.configure({ mode: 'default' })

let before: { id: number; order: number }[] = []

const orderOf = async (api: Api) => (await api.list('content-types/reorder')).map((type, i) => ({ id: type.id, order: i + 1, name: type.name }))

test.beforeEach(async ({ api }) => {
  before = (await orderOf(api)).map(({ id, order }) => ({ id, order }))
})

test.afterEach(async ({ api }) => {
  // Other tests may have added or removed types since; the request must include all of them.
  const now = (await orderOf(api)).map(({ id }) => id)
  const known = before.map(({ id }) => id)
  const ids = [...known.filter((id) => now.includes(id)), ...now.filter((id) => !known.includes(id))]
  await api.put('content-types/reorder', { order: ids.map((id, i) => ({ id, order: i + 1 })) })
})

test('lists media types in order with all columns', async ({ page, api }) => {
  await page.goto('/media-types')
  await expect(page.getByRole('heading', { name: 'Media types', level: 1 })).toBeVisible()
  await expect(page.getByRole('columnheader')).toHaveText(['Media Type', 'Lead In', 'CTA', 'Content count', 'Weight', 'Order', 'Actions'])
  await expect(page.getByRole('columnheader', { name: 'Order' })).toHaveAttribute('aria-sort', 'ascending')
  const cells = rowOf(page, 'Article').getByRole('cell')
  await expect(cells.nth(0)).toContainText('A story, guide or post to read')
  // Other tests create articles, so the number may have changed since the page was loaded.
  await expect(async () => {
    await page.reload()
    const [article] = await api.list('content-types?query=article')
    const expected = [/^Article/, 'Read', 'Read the article', String(article?.content_count), String(article?.weight), String(article?.order), '']
    await expect(cells).toHaveText(expected, { timeout: 2_000 })
  }).toPass()
})

test('creates a media type with an icon, edits and deletes it', async ({ page, api }) => {
  const name = unique('Postcard')
  await page.goto('/media-types')
  await page.getByRole('button', { name: 'New media type' }).click()
  const form = page.getByRole('dialog', { name: 'New media type' })
  await expect(form.getByLabel('Weight')).toHaveValue('0')
  await form.getByLabel('Name').fill(name)
  await form.getByLabel('Icon', { exact: true }).click()
  await page.getByRole('textbox', { name: 'Search icons' }).fill('envelope')
  await page.getByRole('button', { name: 'envelope-open', exact: true }).click()
  await expect(form.getByLabel('Icon', { exact: true })).toHaveText('envelope-open')
  await form.getByLabel('Description').fill('A card by mail')
  await form.getByLabel('Lead in').fill('Send')
  await form.getByLabel('Call to action').fill('Read the card')
  await form.getByLabel('Weight').fill('7')
  await form.getByRole('button', { name: 'Create media type' }).click()
  await expectNotice(page, `**${name}** successfully created`)
  const [made] = await api.list(`content-types?query=${name}`)
  expect(made).toMatchObject({
    name,
    icon: 'envelope-open',
    description: 'A card by mail',
    lead_in: 'Send',
    call_to_action: 'Read the card',
    weight: 7,
  })
  expect(made?.order).toBe(before.length + 1)

  await page.getByRole('link', { name }).click()
  const edit = page.getByRole('dialog', { name: 'Edit media type' })
  await expect(edit.getByLabel('Icon', { exact: true })).toHaveText('envelope-open')
  await edit.getByLabel('Weight').fill('3')
  await edit.getByLabel('Name').fill(`${name} II`)
  await edit.getByRole('button', { name: 'Save' }).click()
  await expectNotice(page, `**${name} II** successfully updated`)
  await expect(rowOf(page, `${name} II`).getByRole('cell').nth(4)).toHaveText('3')

  await choose(page, `${name} II`, 'Delete')
  const question = page.getByRole('dialog', { name: 'Delete media type' })
  await expectSentence(question, `Are you sure you want to delete **${name} II**?`)
  await expect(question.getByRole('button', { name: 'Cancel' })).toBeFocused()
  await question.getByRole('button', { name: 'Delete', exact: true }).click()
  await expectNotice(page, `**${name} II** successfully deleted`)
  await expect(rowOf(page, name)).toHaveCount(0)
})

test('chooses an icon by keyboard', async ({ page }) => {
  await page.goto('/media-types?new=1')
  const form = page.getByRole('dialog', { name: 'New media type' })
  await expect(form.getByLabel('Name')).toBeFocused()
  await form.getByLabel('Icon', { exact: true }).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('textbox', { name: 'Search icons' })).toBeFocused()
  await page.keyboard.type('camera-ret')
  await expect(page.getByRole('button', { name: 'camera-retro', exact: true })).toBeVisible()
  await page.keyboard.press('ArrowDown')
  await expect(page.getByRole('button', { name: 'camera-retro', exact: true })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(form.getByLabel('Icon', { exact: true })).toHaveText('camera-retro')
  await form.getByRole('button', { name: 'Clear Icon' }).click()
  await expect(form.getByLabel('Icon', { exact: true })).toHaveText('Choose an icon')
})

test('closes only the icon picker on Escape', async ({ page }) => {
  await page.goto('/media-types?new=1')
  const form = page.getByRole('dialog', { name: 'New media type' })
  await form.getByLabel('Icon', { exact: true }).click()
  await expect(page.getByRole('textbox', { name: 'Search icons' })).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('textbox', { name: 'Search icons' })).toHaveCount(0)
  await expect(form).toBeVisible()
})

test('does not delete a built-in media type', async ({ page }) => {
  await page.goto('/media-types')
  await expectBuiltIn(page, 'Article')
})

test('lists the records that use a media type', async ({ page, api, complaints }) => {
  complaints.allow(409)
  const { id, name } = await api.post('content-types', { name: unique('Puzzle'), icon: 'newspaper' })
  // The response is mocked: the demo data has no media type that is in use and can be deleted.
  const uses = [
    { kind: 'content items', count: 1234, path: '/content?type_id=2' },
    { kind: 'publishers', count: 1, path: '/publishers' },
  ]
  await page.route(`**/api/admin/content-types/${id}`, (route) => route.fulfill({ status: 409, json: { message: `${name} is in use.`, uses } }))
  await page.goto('/media-types')
  await choose(page, name, 'Delete')
  const question = page.getByRole('dialog', { name: 'Delete media type' })
  await question.getByRole('button', { name: 'Delete', exact: true }).click()
  await expect(question.getByText('This can’t be deleted because it is used by:')).toBeVisible()
  await expect(question.getByRole('listitem')).toHaveText(['Content items: 1,234', 'Publishers: 1'])
  await expect(question.getByRole('button', { name: 'Delete', exact: true })).toHaveCount(0)
  await expect(notices(page).locator('[data-kind]')).toHaveCount(0)
  await question.getByRole('link', { name: 'Publishers: 1' }).click()
  await expect(page).toHaveURL('/publishers')
  await expect(question).toHaveCount(0)
  await api.delete(`content-types/${id}`)
})

const openReorder = async (page: Page) => {
  await page.goto('/media-types')
  await page.getByRole('button', { name: 'Reorder' }).click()
  const dialog = page.getByRole('dialog', { name: 'Reorder media types' })
  await expect(dialog.getByRole('listitem').first()).toBeVisible()
  return dialog
}
const handle = (dialog: Locator, name: string) => dialog.getByRole('button', { name: `Move ${name}`, exact: true })
const shown = (dialog: Locator) => dialog.getByRole('listitem').evaluateAll((rows) => rows.map((row) => row.textContent?.replace(/^\d+/, '')))
const swapped = (names: string[], a: number, b: number) => names.with(a, names[b] ?? '').with(b, names[a] ?? '')
const orderSaved = (page: Page) => expectNotice(page, 'Media types order has been updated.')

/** pickUp picks up a row by keyboard, and waits one tick until the library listens for the next key. */
async function pickUp(page: Page, dialog: Locator, name: string, place: number) {
  await handle(dialog, name).focus()
  await page.keyboard.press('Space')
  await expect(page.getByText(`${name} is over position ${place}.`)).toBeAttached()
  await page.evaluate(() => new Promise((resolve) => setTimeout(resolve)))
}

test('reorders media types by mouse with one save per drop', async ({ page, api }) => {
  const types = await orderOf(api)
  const names = types.map((type) => type.name)
  const sent = await recordBodies(page, 'PUT')
  const dialog = await openReorder(page)
  expect(await shown(dialog)).toEqual(names)

  await drag(handle(dialog, 'Article'), handle(dialog, 'Photo'))
  await orderSaved(page)
  const expected = swapped(names, 1, 2)
  await expect.poll(() => shown(dialog)).toEqual(expected)
  const id = (name: string) => types.find((type) => type.name === name)?.id
  expect(sent).toEqual([{ order: expected.map((name, i) => ({ id: id(name), order: i + 1 })) }])
  expect((await orderOf(api)).map((type) => type.name)).toEqual(expected)
  await page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)
  await expect(rowOf(page, 'Photo').getByRole('cell').nth(5)).toHaveText('2')
})

test('sends nothing when a row is dropped in its own position', async ({ page }) => {
  const sent = await recordBodies(page, 'PUT')
  const dialog = await openReorder(page)
  const from = await handle(dialog, 'Article').boundingBox()
  if (!from) throw new Error('the row is not visible')
  const [x, y] = [from.x + from.width / 2, from.y + from.height / 2]
  await page.mouse.move(x, y)
  await page.mouse.down()
  await page.mouse.move(x, y + 12, { steps: 4 })
  await expect(page.getByText('Article picked up at position 2.').or(page.getByText('Article is over position 2.'))).toBeAttached()
  await page.mouse.move(x, y, { steps: 4 })
  await page.mouse.up()
  await expect(page.getByText('Article dropped at position 2.')).toBeAttached()
  await pickUp(page, dialog, 'Map', 5)
  await page.keyboard.press('Space')
  await expect(page.getByText('Map dropped at position 5.')).toBeAttached()
  expect(sent).toEqual([])
  // The next change is the first request.
  await dialog.getByRole('button', { name: 'Move Map up' }).click()
  await orderSaved(page)
  expect(sent).toHaveLength(1)
})

test('moves a row by one with the arrow buttons', async ({ page, api }) => {
  const names = (await orderOf(api)).map((type) => type.name)
  const dialog = await openReorder(page)
  await expect(dialog.getByRole('button', { name: `Move ${names[0]} up` })).toBeDisabled()
  await expect(dialog.getByRole('button', { name: `Move ${names.at(-1)} down` })).toBeDisabled()
  await dialog.getByRole('button', { name: `Move ${names[0]} down` }).click()
  await orderSaved(page)
  await expect.poll(() => shown(dialog)).toEqual(swapped(names, 0, 1))
  await dialog.getByRole('button', { name: `Move ${names[0]} up` }).click()
  await expect.poll(() => shown(dialog)).toEqual(names)
  await expect.poll(async () => (await orderOf(api)).map((type) => type.name)).toEqual(names)
})

test('reorders media types by keyboard, and cancels only the move on Escape', async ({ page, api }) => {
  const names = (await orderOf(api)).map((type) => type.name)
  const sent = await recordBodies(page, 'PUT')
  const dialog = await openReorder(page)
  await pickUp(page, dialog, 'Video', 4)
  await page.keyboard.press('ArrowDown')
  await expect(page.getByText('Video is over position 5.')).toBeAttached()
  await page.keyboard.press('Escape')
  await expect(page.getByText('Video stays at position 4.')).toBeAttached()
  await expect(dialog).toBeVisible()
  expect(await shown(dialog)).toEqual(names)
  expect(sent).toEqual([])

  await pickUp(page, dialog, 'Video', 4)
  await page.keyboard.press('ArrowDown')
  await expect(page.getByText('Video is over position 5.')).toBeAttached()
  await page.keyboard.press('Space')
  await orderSaved(page)
  expect((await orderOf(api)).map((type) => type.name)).toEqual(swapped(names, 3, 4))
  await page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)
})

test('reverts an order that the server refuses', async ({ page, complaints }) => {
  complaints.allow(500)
  const dialog = await openReorder(page)
  const names = await shown(dialog)
  await page.route('**/api/admin/content-types/reorder', (route) => route.fulfill({ status: 500, json: { message: 'Something went wrong.' } }))
  await dialog.getByRole('button', { name: `Move ${names[0]} down` }).click()
  await expect(notices(page).getByText('Something went wrong.')).toBeVisible()
  await expect.poll(() => shown(dialog)).toEqual(names)
})
