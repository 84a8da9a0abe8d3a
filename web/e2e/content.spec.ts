import type { Page, Route } from '@playwright/test'
import { createCollection, createContent, createImage } from './items.ts'
import { png } from './png.ts'
import { choose, dismissAll, expect, expectNotice, expectSentence, notices, pick, recordBodies, recordRequests, rowOf, test, unique } from './test.ts'

const titles = (page: Page) => page.getByRole('table', { name: 'Content' }).getByRole('link').filter({ hasText: /\D/ }) // counts are links too
const tabs = (page: Page) => page.getByRole('tab')
const status = (page: Page, title: string) => rowOf(page, title).getByRole('button', { name: /^Status: / })
const word = () => unique('Lagoon').replace(' ', '')

async function switchTo(page: Page, title: string, to: string) {
  await status(page, title).click()
  await page.getByRole('menuitemradio', { name: to }).click()
}

test('lists content newest first, with counted tabs, search and sorting @both', async ({ page, api }) => {
  const name = word()
  const { id: collection } = await createCollection(api)
  const [library] = await api.list('libraries?sort=-name&per_page=1')
  const [tag] = await api.list('tags?per_page=1')
  await createContent(api, `B ${name}`, { collection_ids: [collection], library_ids: [1, library?.id], tag_ids: [tag?.id] })
  await createContent(api, `A ${name}`, { published_at: null })
  await createImage(page, api, `C ${name}`)
  await page.goto(`/content?query=${name.toUpperCase()}`)

  await expect(page.getByRole('heading', { name: 'Content', level: 1 })).toBeVisible()
  for (const head of ['Type', 'Title', 'Libraries', 'Destinations', 'Tags', 'Collections', 'Publishers', 'Status', 'Created'])
    await expect(page.getByRole('columnheader', { name: head, exact: true })).toBeVisible()
  await expect(page.getByRole('columnheader', { name: 'Created' })).toHaveAttribute('aria-sort', 'descending')
  await expect(titles(page)).toHaveText([`C ${name}`, `A ${name}`, `B ${name}`])
  await expect(rowOf(page, `B ${name}`).locator('mark')).toHaveText(name)
  const today = new RegExp(`^\\d+ \\w{3} ${new Date().getFullYear()}$`)
  await expect(rowOf(page, `B ${name}`).getByRole('cell')).toHaveText(['', '', `B ${name}`, /\+1$/, '0', '1', '1', '0', 'Published', today, ''])
  await expect(rowOf(page, `B ${name}`).getByRole('img', { name: 'Article' })).toBeVisible()
  await expect(status(page, `A ${name}`)).toHaveText('Draft')

  await expect(tabs(page)).toHaveText(['All3', 'In Collection1', 'Not In Collection2'])
  await tabs(page).nth(1).click()
  await expect(titles(page)).toHaveText([/^B /])
  await tabs(page).nth(2).click()
  await expect(titles(page)).toHaveText([/^C /, /^A /])
  await expect(page).toHaveURL(/in_collection=not-in/)
  await tabs(page).nth(0).click()

  await page.getByRole('columnheader', { name: 'Title' }).getByRole('button').click()
  await expect(titles(page)).toHaveText([/^A /, /^B /, /^C /])
  await test.step('optional columns', async () => {
    await page.getByRole('button', { name: 'Choose columns' }).click()
    for (const column of ['Site', 'Library count', 'Added']) await page.getByRole('checkbox', { name: column, exact: true }).check()
    await page.keyboard.press('Escape')
    const cells = rowOf(page, `B ${name}`).getByRole('cell')
    await expect(cells.filter({ hasText: 'stories.example' })).toHaveCount(1)
    await expect(cells.filter({ hasText: today })).toHaveCount(2)
    await expect(rowOf(page, `A ${name}`).getByRole('cell').nth(12)).toHaveText('—')
  })
  for (const [head, sort] of [
    ['Added', '-added_at'],
    ['Created', '-created_at'],
  ] as const) {
    await page.getByRole('columnheader', { name: head, exact: true }).getByRole('button').click()
    await expect(page.getByRole('columnheader', { name: head, exact: true })).toHaveAttribute('aria-sort', 'descending')
    if (head === 'Added') await expect(page).toHaveURL(new RegExp(`sort=${sort}`))
  }
  await page.getByRole('link', { name: `C ${name}` }).click()
  await expect(page).toHaveURL(/\/image\/\d+\/edit$/)
})

test('shows when content was added, and its number of libraries, in wide windows', async ({ page, api }) => {
  const name = word()
  await createContent(api, name, { library_ids: [1] })
  await page.goto(`/content?query=${name}`)
  const heads = page.getByRole('columnheader').filter({ hasText: /^(Library count|Added)$/ })
  await expect(rowOf(page, name)).toBeVisible()
  await expect(heads).toHaveCount(0)
  await page.setViewportSize({ width: 1440, height: 860 })
  await expect(heads).toHaveText(['Library count', 'Added'])
  await test.step('chosen columns stay in windows of every width', async () => {
    await page.getByRole('button', { name: 'Choose columns' }).click()
    await page.getByRole('checkbox', { name: 'Added', exact: true }).uncheck()
    await page.keyboard.press('Escape')
    await expect(heads).toHaveText(['Library count'])
    await page.setViewportSize({ width: 1360, height: 860 })
    await expect(heads).toHaveText(['Library count'])
  })
})

test('combines filters, and keeps them in the URL across reload and back', async ({ page, api }) => {
  const name = word()
  const other = (await api.list('options/languages')).find((language) => language.id !== 1) // the default language
  const mine = { published_at: null, language_ids: [other?.id] }
  await createContent(api, `Draft of mine ${name}`, mine)
  await createContent(api, `Draft of others ${name}`, { published_at: null })
  await createContent(api, `Live one of mine ${name}`, { language_ids: [other?.id] })
  await createImage(page, api, `Picture ${name}`)
  await page.goto(`/content?query=${name}`)
  await expect(titles(page)).toHaveCount(4)

  await pick(page.getByRole('combobox', { name: 'Status' }), 'Draft')
  await expect(titles(page)).toHaveText([/^Draft of others/, /^Draft of mine/])
  const more = page.getByRole('button', { name: 'More filters' })
  await more.click()
  for (const filter of [
    'Block type',
    'Depth',
    'Language',
    'Subject area',
    'Library',
    'Publisher',
    'Owner',
    'Published by',
    'Inspires',
    'API requests',
  ])
    await expect(page.getByRole('combobox', { name: filter })).toBeVisible()
  await pick(page.getByRole('combobox', { name: 'Language' }), String(other?.name))
  await expect(titles(page)).toHaveText([/^Draft of mine/])
  await expect(tabs(page)).toHaveText(['All1', 'In Collection0', 'Not In Collection1'])
  await expect(page).toHaveURL(new RegExp(`published=draft&language_id=${other?.id}$`))

  await page.reload()
  await expect(titles(page)).toHaveText([/^Draft of mine/])
  const chips = page.getByRole('list', { name: 'Filters' }).getByRole('listitem')
  await expect(chips).toHaveText([`Language: ${other?.name}`])
  await expect(page.getByRole('combobox', { name: 'Status' })).toHaveValue('Draft')
  await chips.getByRole('button', { name: 'Clear Language' }).click()
  await expect(titles(page)).toHaveCount(2)
  await page.goBack()
  await expect(titles(page)).toHaveText([/^Draft of mine/])
  await pick(page.getByRole('combobox', { name: 'Status' }), 'All') // "All" removes the filter
  await expect(page).toHaveURL(new RegExp(`query=${name}&language_id=${other?.id}$`))
  await expect(titles(page)).toHaveText([/^Live one of mine/, /^Draft of mine/])

  await more.click()
  await pick(page.getByRole('combobox', { name: 'Block type' }), 'Image')
  await expect(page.getByRole('heading', { name: 'No results' })).toBeVisible()
  await page.getByRole('main').getByRole('button', { name: 'Clear filters', exact: true }).last().click()
  await expect(page).toHaveURL('/content')
})

test('sends the parameter of every filter', async ({ page, api }) => {
  const requests = recordRequests(page, 'GET', 'content')
  await page.goto('/content')
  await page.getByRole('button', { name: 'More filters' }).click()
  const filters = {
    'Media type': 'type_id',
    Destination: 'destination_id',
    Status: 'published',
    'Block type': 'block_type',
    Depth: 'depth_id',
    Language: 'language_id',
    'Subject area': 'tag_id',
    Library: 'library_id',
    Publisher: 'publisher_id',
    Owner: 'partner_id',
    'Published by': 'admin_id',
    Inspires: 'inspires',
    'API requests': 'api_requests',
  }
  const chosen: Record<string, string> = {}
  for (const [label, param] of Object.entries(filters)) {
    await page.getByRole('combobox', { name: label, exact: true }).click()
    await page.getByRole('listbox', { name: label, exact: true }).getByRole('option').last().click()
    await expect(page).toHaveURL(new RegExp(`[?&]${param}=[^&]+`))
    chosen[param] = new URL(page.url()).searchParams.get(param) ?? ''
  }
  await expect.poll(() => Object.fromEntries(requests.at(-1)?.searchParams ?? [])).toMatchObject(chosen)
  expect(await api.total(`content?${new URLSearchParams(chosen)}`)).toBeLessThanOrEqual(await api.total('content'))
})

test('opens both forms from the New menu, edits the featured image from the row, and opens duplicates in their form', async ({
  page,
  api,
  complaints,
}) => {
  complaints.allow(422)
  const name = word()
  const { id } = await createContent(api, `Article ${name}`)
  await createImage(page, api, `Picture ${name}`)
  await page.goto(`/content?query=${name}`)
  for (const [kind, path] of [
    ['Content', '/content/new'],
    ['Image', '/image/new'],
  ] as const) {
    await page.getByRole('button', { name: 'New', exact: true }).click()
    await page.getByRole('menuitem', { name: kind, exact: true }).click()
    await expect(page).toHaveURL(path)
    await page.goBack()
  }

  const dialog = page.getByRole('dialog', { name: 'Edit featured image' })
  await choose(page, `Article ${name}`, 'Edit featured image')
  await dialog.locator('input[type=file]').setInputFiles({ name: 'pier.png', mimeType: 'image/png', buffer: png(90, 60) })
  await expect(dialog.getByText('90 × 60')).toBeVisible()
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expectNotice(page, 'Updated featured image.')
  await page.goto(`/content?query=${name}&columns=title,image`)
  await expect(rowOf(page, `Article ${name}`).locator('img')).toHaveCount(1)
  expect((await api.find(`content/${id}`)).featured_image).toMatchObject({ width: 90 })

  await choose(page, `Picture ${name}`, 'Edit featured image')
  await dialog.getByRole('button', { name: 'Remove' }).click()
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog.getByText('This field is required.')).toBeVisible()
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await page.getByRole('dialog', { name: 'Leave without saving?' }).getByRole('button', { name: 'Leave' }).click()
  await expect(rowOf(page, `Picture ${name}`).locator('img').first()).toBeVisible()

  for (const [title, form] of [
    [`Article ${name}`, 'content'],
    [`Picture ${name}`, 'image'],
  ] as const) {
    await choose(page, title, 'Duplicate')
    await expectNotice(page, 'Duplicated!')
    await dismissAll(page)
    await expect(page).toHaveURL(new RegExp(`/${form}/\\d+/edit$`))
    const copy = await api.find(`${form === 'image' ? 'images' : 'content'}/${page.url().match(/(\d+)\/edit/)?.[1]}`)
    expect(copy).toMatchObject({ title: `${title} (copy)`, status: 'draft' })
    await page.goBack()
  }
})

test('changes the status from the row, reverts it on failure, and updates it when a scheduled time passes', async ({ page, api, complaints }) => {
  complaints.allow('unreachable')
  const name = word()
  const { id } = await createContent(api, name)
  const call = `**/api/admin/content/${id}/status`
  await page.goto(`/content?query=${name}`)
  await status(page, name).click()
  await expect(page.getByRole('menuitemradio')).toHaveText(['Published', 'Draft', 'Expired'])
  await expect(page.getByRole('menuitemradio', { checked: true })).toHaveText('Published')
  await page.keyboard.press('Escape')
  await expect(status(page, name)).toBeFocused()

  await switchTo(page, name, 'Draft')
  await expect(status(page, name)).toHaveText('Draft')
  await expectNotice(page, `**${name}** is now a draft`)
  await expect.poll(async () => (await api.find(`content/${id}`)).published_at).toBeNull()

  let held: Route | undefined
  await page.route(call, (route) => {
    held = route
  })
  await switchTo(page, name, 'Expired')
  await expect(status(page, name)).toHaveText('Expired') // before the server has responded
  await expect.poll(() => held !== undefined).toBe(true)
  await held?.abort()
  await expectNotice(page, `**${name}** is still a draft. The server can’t be reached. Check your connection and try again.`)
  await expect(status(page, name)).toHaveText('Draft')
  await page.unroute(call)

  await choose(page, name, 'Expire')
  await expect(status(page, name)).toHaveText('Expired')
  await expectNotice(page, `**${name}** is now expired`)
  await choose(page, name, 'Publish again')
  await expect(status(page, name)).toHaveText('Published')
  await expectNotice(page, `**${name}** is now published`)
  expect(await api.find(`content/${id}`)).toMatchObject({ expires_at: null })

  await api.put(`content/${id}`, { published_at: new Date(Date.now() + 5_000).toISOString() })
  await tabs(page).nth(2).click()
  await expect(status(page, name)).toHaveText('Scheduled')
  const requests = recordRequests(page, 'GET', 'content')
  await expect(status(page, name)).toHaveText('Published')
  expect(requests.length).toBeLessThan(4)
})

const shelves = [
  { to: 'collection', field: 'Collection', counts: 'collections_count' },
  { to: 'library', field: 'Library', counts: 'libraries_count' },
  { to: 'publisher', field: 'Publisher', counts: 'publishers_count' },
] as const

test('adds a selection to a collection, a library and a publisher, and skips existing content', async ({ page, api }) => {
  const name = word()
  const { name: library } = await api.post('libraries', { name: unique('Shelf'), partner_id: 1 })
  const publisher = await api.post('publishers', { name: unique('Press') })
  const collection = await createCollection(api)
  const names = { collection: collection.name, library, publisher: publisher.name }
  for (const n of [1, 2, 3]) await createContent(api, `${name} ${n}`)
  const sent = await recordBodies(page, 'POST')
  await page.goto(`/content?query=${name}`)
  const bar = page.getByRole('toolbar', { name: 'Bulk actions' })
  const tick = (n: number) => rowOf(page, `${name} ${n}`).getByRole('checkbox').check()
  const counts = async (key: string) => (await api.list(`content?query=${name}&sort=title`)).map((item) => item[key])

  async function add(to: (typeof shelves)[number], ...rows: number[]) {
    for (const n of rows) await tick(n)
    await bar.getByRole('button', { name: 'Add to' }).click()
    await page.getByRole('menuitem', { name: `Add to ${to.to}` }).click()
    const dialog = page.getByRole('dialog', { name: `Add to a ${to.to}` })
    await dialog.getByRole('combobox', { name: to.field }).click()
    await dialog.getByRole('combobox', { name: to.field }).fill(names[to.to])
    await page.getByRole('option', { name: names[to.to] }).first().click()
    await dialog.getByRole('button', { name: /^Add \d/ }).click()
    await expect(dialog).toHaveCount(0)
    await expectNotice(page, `The selected content has been added to this ${to.to}`)
    await expect(bar).toHaveCount(0)
  }
  for (const to of shelves) {
    const before = to.to === 'library' ? 1 : 0
    await add(to, 1, 2)
    expect(await counts(to.counts)).toEqual([before + 1, before + 1, before])
    await dismissAll(page)
    await add(to, 2, 3)
    await expect(notices(page).getByText('1 was already there.')).toBeVisible()
    expect(await counts(to.counts)).toEqual([before + 1, before + 1, before + 1])
    await dismissAll(page)
  }
  await expect(tabs(page)).toHaveText(['All3', 'In Collection3', 'Not In Collection0'])

  // All matching rows, of which the page shows one.
  await page.goto(`/content?query=${name}&published=published&per_page=1`)
  await page.getByRole('checkbox', { name: 'Select row' }).check()
  await page.getByRole('button', { name: 'Select all 3 matching rows' }).click()
  await add(shelves[2])
  await expect(notices(page).getByText('Everything was already there.')).toBeVisible()
  expect(sent.at(-1)).toEqual({ filter: { in_collection: 'all', query: name, published: 'published' } })
})

test('refuses to add content to no publisher, and to one that a colleague has deleted', async ({ page, api, complaints }) => {
  complaints.allow(404)
  const name = word()
  const publisher = await api.post('publishers', { name: unique('Press') })
  await createContent(api, name)
  await page.goto(`/content?query=${name}`)
  const bar = page.getByRole('toolbar', { name: 'Bulk actions' })
  await page.getByRole('checkbox', { name: 'Select row' }).check()
  await bar.getByRole('button', { name: 'Add to' }).click()
  await page.getByRole('menuitem', { name: 'Add to publisher' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add to a publisher' })
  await dialog.getByRole('button', { name: 'Add 1 item' }).click()
  await expect(dialog.getByText('This field is required.')).toBeVisible()
  await pick(dialog.getByRole('combobox', { name: 'Publisher' }), publisher.name)
  await api.delete(`publishers/${publisher.id}`)
  await dialog.getByRole('button', { name: 'Add 1 item' }).click()
  await expect(dialog.getByRole('alert')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(bar.getByRole('status')).toHaveText('1 selected')
})

// A real job would need more than 5,000 rows, so the two responses are mocked.
test('adds very large selections in a job, and shows its progress', async ({ page, api }) => {
  const { name: library, id } = await api.post('libraries', { name: unique('Shelf'), partner_id: 1 })
  const task = { id: 7, total: 8000, added: 0, skipped: 0, problem: '', created_at: new Date().toISOString(), finished_at: null }
  const answers = [
    { ...task, state: 'working', total: null, done: 0 },
    { ...task, state: 'working', done: 4000 },
    { ...task, state: 'done', done: 8000, added: 7900, skipped: 100 },
    { ...task, state: 'failed', problem: 'The library was deleted.' },
  ]
  await page.route(`**/api/admin/libraries/${id}/content`, (route) => route.fulfill({ status: 202, json: { added: 0, skipped: 0, job: 7 } }))
  await page.route('**/api/admin/jobs/7', (route) => route.fulfill({ json: { item: answers.shift() } }))
  const name = word()
  for (const n of [1, 2]) await createContent(api, `${name} ${n}`)
  await page.goto(`/content?query=${name}&per_page=1`)
  async function add() {
    await page.getByRole('checkbox', { name: 'Select row' }).check()
    await page.getByRole('button', { name: 'Select all 2 matching rows' }).click()
    await page.getByRole('button', { name: 'Add to' }).click()
    await page.getByRole('menuitem', { name: 'Add to library' }).click()
    const dialog = page.getByRole('dialog', { name: 'Add to a library' })
    await pick(dialog.getByRole('combobox', { name: 'Library' }), library)
    await dialog.getByRole('button', { name: /^Add/ }).click()
  }
  await add()
  const progress = notices(page).getByRole('progressbar', { name: 'Progress' })
  await expect(progress).toHaveAttribute('value', '0.5')
  await expectNotice(page, 'The selected content has been added to this library')
  await expect(notices(page).getByText('100 were already there.')).toBeVisible()
  await expect(progress).toHaveCount(0)
  await add()
  await expectNotice(page, 'The selected content could not be added. The library was deleted.')
})

test('removes deleted items from the list and its counts, and restores them with their links', async ({ page, api }) => {
  const name = word()
  const { id: collection } = await createCollection(api)
  await createContent(api, `Article ${name}`, { collection_ids: [collection] })
  await createImage(page, api, `Picture ${name}`)
  await page.goto(`/content?query=${name}`)
  await expect(tabs(page)).toHaveText(['All2', 'In Collection1', 'Not In Collection1'])

  await choose(page, `Picture ${name}`, 'Delete')
  const image = page.getByRole('dialog', { name: 'Delete image' })
  await expectSentence(image, 'Are you sure you want to delete this image?')
  await image.getByRole('button', { name: 'Delete', exact: true }).click()
  await expectNotice(page, 'Image successfully deleted.')
  await expect(tabs(page)).toHaveText(['All1', 'In Collection1', 'Not In Collection0'])

  await choose(page, `Article ${name}`, 'Delete')
  const content = page.getByRole('dialog', { name: 'Delete content' })
  await expectSentence(content, `Are you sure you want to delete **Article ${name}**?`)
  await expect(content.getByRole('button', { name: 'Cancel' })).toBeFocused()
  await content.getByRole('button', { name: 'Delete', exact: true }).click()
  await expectNotice(page, `**Article ${name}** successfully deleted`)
  await expect(page.getByRole('heading', { name: 'No results' })).toBeVisible()

  await page.goto(`/trash?query=${name}`)
  await page.getByRole('checkbox', { name: 'Select this page' }).check()
  await page.getByRole('toolbar').getByRole('button', { name: 'Restore' }).click()
  await expectNotice(page, '2 records successfully restored')
  await page.goto(`/content?query=${name}`)
  await expect(tabs(page)).toHaveText(['All2', 'In Collection1', 'Not In Collection1'])
  await expect(rowOf(page, `Picture ${name}`).locator('img')).toHaveCount(1)
})
