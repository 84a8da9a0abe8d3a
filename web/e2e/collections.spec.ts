import type { Locator, Page } from '@playwright/test'
import { type Api, choose, dismissAll, expect, expectNotice, expectSentence, pick, recordBodies, rowOf, test, unique } from './test.ts'

const names = (page: Page) =>
  page.getByRole('table', { name: 'Collections' }).getByRole('row').getByRole('link').and(page.locator('[href^="/collections/"]'))
const tabs = (page: Page) => page.getByRole('tab')
const form = (page: Page, title: string) => page.getByRole('dialog', { name: title })
const word = (start = 'Cove') => unique(start).replace(' ', '')
const flags = (page: Page, name: string) => rowOf(page, name).getByRole('cell').nth(8)

/** owners returns a partner and a user of the demo data, each with a new folder. */
async function owners(api: Api) {
  const [partner, other] = await api.list('options/partners')
  const [user] = await api.list('search/users?query=example.com')
  if (!partner || !other || !user) throw new Error('the demo data has too few partners and users')
  const folder = await api.post(`partners/${partner.id}/folders`, { name: unique('Coast') })
  const inner = await api.post(`partners/${partner.id}/folders`, { name: 'Islands', parent_id: folder.id })
  const own = await api.post(`users/${user.id}/folders`, { name: unique('Honeymoons') })
  return { partner, other, user, folder, inner, own }
}

type Owners = Awaited<ReturnType<typeof owners>>

/** pickUser chooses a user by e-mail, because several have the same name. */
async function pickUser(where: Locator, { user }: Owners) {
  const field = where.getByRole('combobox', { name: 'User' })
  await field.fill(String(user.hint))
  await where
    .page()
    .getByRole('option', { name: String(user.hint) })
    .click()
}

test('lists collections newest first, with counted tabs, search and sorting @both', async ({ page, api }) => {
  const name = word()
  const { partner, user, inner, own } = await owners(api)
  const code = word('K-')
  const tags = ['Rail', 'Slow travel', 'Mountains']
  const first = await api.post('collections', { name: `B ${name}`, partner_id: partner.id, folder_id: inner.id, code: ['ALP-1', code], tags })
  await api.post('collections', { name: `A ${name}`, type: 'personal', user_id: user.id, folder_id: own.id })
  await page.goto(`/collections?query=${name.toUpperCase()}`)

  await expect(page.getByRole('heading', { name: 'Collections', level: 1 })).toBeVisible()
  const heads = ['Name', 'Folder', 'Tags', 'Owner', 'Content', 'Acceptances', 'Impressions', 'Flags', 'Created']
  for (const [i, head] of heads.entries())
    await expect(
      page
        .getByRole('columnheader')
        .nth(i + 1)
        .and(page.getByRole('columnheader', { name: head, exact: true })),
    ).toBeVisible()
  await expect(page.getByRole('columnheader', { name: 'Created' })).toHaveAttribute('aria-sort', 'descending')
  await expect(names(page)).toHaveText([`A ${name}`, `B ${name}ALP-1 · ${code}`])
  const today = new RegExp(`^\\d+ \\w{3} ${new Date().getFullYear()}$`)
  const folder = String(inner.label)
  await expect(rowOf(page, `B ${name}`).getByRole('cell')).toHaveText(['', /^B /, folder, 'Rail +2', partner.name, '0', '0', '—', '', today, ''])
  await expect(rowOf(page, `B ${name}`).locator('mark')).toHaveText(name)
  for (const [row, path] of [
    [`A ${name}`, `/users/${user.id}/details`],
    [`B ${name}`, `/partners/${partner.id}/details`],
  ] as const)
    await expect(rowOf(page, row).getByRole('cell').nth(4).getByRole('link')).toHaveAttribute('href', path)

  await expect(tabs(page)).toHaveText(['All2', 'Partner1', 'Personal1'])
  await tabs(page).nth(1).click()
  await expect(names(page)).toHaveText([/^B /])
  await tabs(page).nth(2).click()
  await expect(names(page)).toHaveText([/^A /])
  await expect(page).toHaveURL(/type=personal/)
  await tabs(page).nth(0).click()
  for (const [head, sort] of [
    ['Name', 'name'],
    ['Content', '-contents_count'],
    ['Acceptances', '-shared_collections_count'],
  ] as const) {
    await page.getByRole('columnheader', { name: head, exact: true }).getByRole('button').click()
    await expect(page).toHaveURL(new RegExp(`sort=${sort}(&|$)`))
    if (head === 'Name') await expect(names(page)).toHaveText([/^A /, /^B /])
  }

  const search = page.getByRole('searchbox')
  for (const [typed, marked] of [
    [code.toLowerCase(), code],
    [String(first.alt_id), null],
  ] as const) {
    await search.fill(typed)
    await expect(names(page)).toHaveText([/^B /])
    if (marked) await expect(rowOf(page, `B ${name}`).locator('mark').last()).toHaveText(marked)
  }
  await names(page).click()
  await expect(page).toHaveURL(`/collections/${first.id}`)
})

test('applies every filter, and keeps it in the URL', async ({ page, api }) => {
  const name = word()
  const { partner, other, user } = await owners(api)
  const global = (await api.list('global-tags?per_page=1'))[0]?.name ?? ''
  const own = word('Tag')
  const past = '2026-01-05'
  await api.post('collections', { name: `Public ${name}`, partner_id: partner.id, inspires_publish_at: past, tags: [global] })
  await api.post('collections', { name: `Featured ${name}`, partner_id: other.id, inspires_publish_at: past, inspires_feature_at: past, tags: [own] })
  await api.post('collections', { name: `Plain ${name}`, type: 'personal', user_id: user.id })
  await page.setViewportSize({ width: 1600, height: 900 }) // room for all fields
  await page.goto(`/collections?query=${name}`)
  await expect(names(page)).toHaveText([/^Plain/, /^Featured/, /^Public/])
  const clear = page.getByRole('button', { name: 'Clear filters', exact: true })
  const again = async (rows: RegExp[], param: RegExp) => {
    await expect(names(page)).toHaveText(rows)
    await expect(page).toHaveURL(param)
    await clear.click()
    await page.getByRole('searchbox').fill(name)
    await expect(names(page)).toHaveCount(3)
  }

  await pick(page.getByRole('combobox', { name: 'Partner' }), other.name)
  await again([/^Featured/], new RegExp(`[?&]partner=${other.id}`))
  for (const [label, value, rows] of [
    ['Public', 'public', [/^Featured/, /^Public/]],
    ['Featured', 'featured', [/^Featured/]],
    ['Not public', 'not-public', [/^Plain/]],
  ] as const) {
    await page.getByRole('combobox', { name: 'Inspires' }).click()
    await page.getByRole('option', { name: label, exact: true }).click()
    await again([...rows], new RegExp(`inspires=${value}`))
  }
  for (const [label, rows] of [
    ['Yes', [/^Featured/, /^Public/]],
    ['No', [/^Plain/]],
  ] as const) {
    await page.getByRole('combobox', { name: 'Has tags' }).click()
    await page.getByRole('option', { name: label, exact: true }).click()
    await again([...rows], new RegExp(`has_tags=${label.toLowerCase()}`))
  }
  const tag = page.getByRole('combobox', { name: 'Exact tag' }).or(page.getByRole('textbox', { name: 'Exact tag' }))
  await tag.fill(global.toLowerCase())
  await page.getByRole('option', { name: global, exact: true }).click()
  await again([/^Public/], /exact_tag=/)
  await tag.fill(own) // no suggestion: only this partner uses the tag
  await tag.press('Enter')
  await expect(names(page)).toHaveText([/^Featured/])
  await page.reload()
  await expect(names(page)).toHaveText([/^Featured/])
  await expect(tag).toHaveValue(own)
  await page.getByRole('button', { name: 'Clear Exact tag' }).click()
  await expect(names(page)).toHaveCount(3)
  await tag.fill(own.slice(0, -1)) // a partial tag does not match
  await tag.press('Enter')
  await expect(page.getByRole('heading', { name: 'No results' })).toBeVisible()
})

test('creates partner and personal collections after validation errors, resets fields on a type change, and creates a folder in place', async ({
  page,
  api,
  complaints,
}) => {
  complaints.allow(422)
  const name = unique('Quiet coves')
  const all = await owners(api)
  const { partner, other, folder, user } = all
  await page.goto('/collections')
  await page.getByRole('button', { name: 'New collection' }).click()
  const dialog = form(page, 'New collection')
  const create = dialog.getByRole('button', { name: 'Create collection' })
  const field = (label: string) => dialog.getByRole('combobox', { name: label, exact: true })
  await expect(dialog.getByRole('radio', { name: 'Partner' })).toBeChecked()
  await expect(field('Language')).toHaveValue('English')
  await expect(field('Folder')).toBeDisabled()
  await expect(field('Tags')).toHaveCount(0)
  await create.click()
  await expect(dialog.locator('[data-field=name]').getByText('This field is required.')).toBeVisible()
  await dialog.getByLabel('Name', { exact: true }).fill(name)
  await create.click()
  await expect(dialog.locator('[data-field=partner_id]').getByText('This field is required.')).toBeVisible()
  await expect(field('Partner')).toBeFocused()

  await pick(field('Partner'), partner.name)
  await pick(field('Folder'), String(folder.label))
  await dialog.getByText('Personal', { exact: true }).click()
  await expect(field('Folder')).toBeDisabled()
  await expect(field('Folder')).toHaveValue('')
  await expect(field('User')).toHaveValue('')
  await dialog.getByText('Partner', { exact: true }).first().click()
  await expect(field('Partner')).toHaveValue('')
  await pick(field('Partner'), partner.name)
  await pick(field('Folder'), String(folder.label))
  await pick(field('Partner'), other.name)
  await expect(field('Folder')).toHaveValue('') // it belonged to the first partner

  const fresh = word('Bays')
  const add = async (text: string) => {
    await dialog.getByRole('button', { name: 'New folder' }).click()
    await dialog.getByLabel('New folder name').fill(text)
    await page.keyboard.press('Enter')
  }
  await add('A > B')
  await expect(dialog.getByLabel('New folder name')).toHaveAttribute('aria-invalid', 'true')
  await page.keyboard.press('Escape')
  await expect(dialog.getByRole('button', { name: 'New folder' })).toBeFocused()
  await add(fresh)
  await expect(field('Folder')).toHaveValue(fresh)
  const long = 'x'.repeat(61)
  await field('Internal codes').fill(long)
  await page.keyboard.press('Enter')
  await create.click()
  await expect(dialog.locator('[data-field=code]').getByText('Must have at most 60 characters.')).toBeVisible()
  await page.keyboard.press('Backspace')
  await field('Internal codes').fill('COVE-1')
  await page.keyboard.press('Enter')
  await create.click()
  await expectNotice(page, `Collection **${name}** successfully created`)
  const [made] = await api.list(`collections?query=${encodeURIComponent(name)}`)
  expect(made).toMatchObject({ name, type: 'partner', owner: { id: other.id }, folder: { label: fresh }, language_id: 1, code: ['COVE-1'] })

  await page.getByRole('button', { name: 'New collection' }).click()
  await dialog.getByText('Personal', { exact: true }).click()
  await dialog.getByLabel('Name', { exact: true }).fill(`${name} for two`)
  await create.click()
  await expect(dialog.locator('[data-field=user_id]').getByText('This field is required.')).toBeVisible()
  await pickUser(dialog, all)
  await pick(field('Folder'), String(all.own.label))
  const meant = word('Weddings')
  await dialog.getByRole('button', { name: 'New folder' }).click()
  await dialog.getByLabel('New folder name').fill('A > B') // typed, and submitted with the form's own button
  await create.click()
  await expect(dialog.getByLabel('New folder name')).toHaveAttribute('aria-invalid', 'true')
  await dialog.getByLabel('New folder name').fill(meant)
  await create.click()
  await expectNotice(page, `Collection **${name} for two** successfully created`)
  await page.getByRole('searchbox').fill(name)
  await expect(names(page)).toHaveText([`${name} for two`, `${name}COVE-1`])
  await expect(rowOf(page, `${name} for two`)).toContainText(user.name)
  expect(await api.list(`collections?query=${encodeURIComponent(`${name} for two`)}`)).toMatchObject([{ folder: { label: meant } }])
})

test('edits tags, codes and dates of a collection, in a form opened by link', async ({ page, api, complaints }) => {
  complaints.allow(422)
  const name = unique('Night trains')
  const { partner, folder } = await owners(api)
  const tag = (await api.list('global-tags?per_page=1'))[0]?.name ?? ''
  const { id } = await api.post('collections', { name, partner_id: partner.id, folder_id: folder.id, code: ['OLD-1'], tags: ['Rail'] })
  await page.goto(`/collections?query=${encodeURIComponent(name)}&edit=${id}`)
  const dialog = form(page, 'Edit collection')
  const field = (label: string) => dialog.getByRole('combobox', { name: label, exact: true })
  await expect(field('Partner')).toHaveValue(partner.name)
  await expect(field('Folder')).toHaveValue(String(folder.label))
  await expect(dialog.getByLabel('Name', { exact: true })).toHaveValue(name)

  await field('Tags').fill(tag.toLowerCase())
  await page.getByRole('option', { name: tag, exact: true }).click()
  await field('Tags').fill('x'.repeat(81))
  await page.keyboard.press('Enter')
  await field('Internal codes').fill('NT-7')
  await page.keyboard.press('Enter')
  await dialog.getByRole('textbox', { name: 'Publish date on Inspires', exact: true }).click()
  await page
    .getByRole('button', { name: /^\d+ .* \d{4}$/ })
    .first()
    .click()
  await dialog.getByRole('textbox', { name: 'Expiration date', exact: true }).click()
  for (const preset of ['Today', '1 month', '6 months', '1 year', '3 years', '5 years'])
    await expect(page.getByRole('button', { name: preset, exact: true })).toBeVisible()
  await page.getByRole('button', { name: '5 years', exact: true }).click()
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog.locator('[data-field=tags]').getByText('Must have at most 80 characters.')).toBeVisible()
  await page.keyboard.press('Backspace')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expectNotice(page, `Collection **${name}** successfully updated`)
  await expect(page).toHaveURL(/\/collections\?query=[^&]+$/)
  const saved = await api.find(`collections/${id}`)
  expect(saved).toMatchObject({ tags: ['Rail', tag], code: ['OLD-1', 'NT-7'], public: true, featured: false, folder_id: folder.id })
  expect(String(saved.expires_at).slice(0, 4)).toBe(String(new Date().getFullYear() + 5))
  await expect(rowOf(page, name).getByRole('cell').nth(3)).toHaveText('Rail +1')
  await expect(flags(page, name)).toHaveText('Public on Inspires')
})

test('publishes and unpublishes selected and all matching collections on Inspires', async ({ page, api }) => {
  const name = word()
  const { partner } = await owners(api)
  const next = `${new Date().getFullYear() + 1}-06-01`
  for (const more of [{}, { expires_at: '2026-01-01' }, { inspires_publish_at: next }])
    await api.post('collections', { name: unique(name), partner_id: partner.id, ...more })
  const sent = await recordBodies(page, 'POST')
  await page.goto(`/collections?query=${name}&sort=name&type=partner`)
  const rows = page.getByRole('row')
  await expect(names(page)).toHaveCount(3)
  const flag = (i: number) =>
    rows
      .nth(i + 1)
      .getByRole('cell')
      .nth(8)
  const words = async (...list: string[]) => expect((await Promise.all([0, 1, 2].map((i) => flag(i).textContent()))).sort()).toEqual(list.sort())
  const scheduled = `Public from 1 Jun ${new Date().getFullYear() + 1}`
  await words('', 'Expired', scheduled)

  const bar = page.getByRole('toolbar', { name: 'Bulk actions' })
  for (const i of [1, 2, 3]) await rows.nth(i).getByRole('checkbox').check()
  // One of them would lose its later date, so the first click asks. Leaving it out keeps the date.
  const question = page.getByRole('dialog', { name: 'Publish 3 collections on Inspires?' })
  await bar.getByRole('button', { name: 'Publish on Inspires', exact: true }).click()
  await expect(question).toContainText('1 of them is scheduled for a later date and would be published now.')
  await question.getByRole('checkbox', { name: 'Leave out the 1 scheduled' }).check()
  await question.getByRole('button', { name: 'Publish' }).click()
  await expectNotice(page, 'Collections successfully marked public on inspires')
  await expect(page.getByText('Public on Inspires', { exact: true })).toHaveCount(2)
  await expect(page.getByText(scheduled, { exact: true })).toHaveCount(1)
  expect(sent.at(-1)).toMatchObject({ keep_scheduled: true })
  await dismissAll(page)

  for (const i of [1, 2, 3]) await rows.nth(i).getByRole('checkbox').check()
  await bar.getByRole('button', { name: 'Publish on Inspires', exact: true }).click()
  await question.getByRole('button', { name: 'Publish' }).click()
  await expectNotice(page, 'Collections successfully marked public on inspires')
  await expect(bar).toHaveCount(0)
  await expect(page.getByText('Public on Inspires', { exact: true })).toHaveCount(3)
  await expect(page.getByText(scheduled, { exact: true })).toHaveCount(0)
  expect(sent.at(-1)).toMatchObject({ ids: [expect.any(Number), expect.any(Number), expect.any(Number)] })

  await rows.nth(1).getByRole('checkbox').check()
  await bar.getByRole('button', { name: 'Feature on Inspires' }).click()
  await expectNotice(page, 'Collections successfully marked featured on inspires')
  await expect(flag(0)).toHaveText(/FeaturedPublic/)
  await expect(flag(0).getByTitle('Featured, Public on Inspires'), 'the whole text of flags that are cut off').toBeVisible()
  await expect(page.getByText('Featured', { exact: true })).toHaveCount(1)

  for (const [act, notice, asked, lost, button] of [
    [
      'Remove featured',
      'Collections successfully removed from featured on inspires',
      'Remove 3 collections from featured on Inspires?',
      '1 is featured and loses its feature date.',
      'Remove featured',
    ],
    [
      'Unpublish from Inspires',
      'Collections successfully removed from public on inspires',
      'Unpublish 3 collections from Inspires?',
      '3 are published and lose their publish dates.',
      'Unpublish',
    ],
  ] as const) {
    await rows.nth(2).getByRole('checkbox').check()
    await bar.getByRole('button', { name: 'Select all 3 matching rows' }).click()
    await bar.getByRole('button', { name: act }).click()
    const dialog = page.getByRole('dialog', { name: asked })
    await expect(dialog).toContainText(lost)
    await dialog.getByRole('button', { name: button }).click()
    await expectNotice(page, notice)
    expect(sent.at(-1)).toEqual({ filter: { query: name, type: 'partner' } })
  }
  await expect(page.getByText('Public on Inspires', { exact: true })).toHaveCount(0)
  await words('', '', 'Expired')
})

test('links to the landing page and invite, duplicates a collection, and restores a deleted one', async ({ page, api, complaints }) => {
  complaints.allow(422)
  const name = unique('Harbour towns')
  const all = await owners(api)
  const { partner, user, folder } = all
  const mine = await api.post('collections', {
    name,
    partner_id: partner.id,
    folder_id: folder.id,
    tags: ['Ports'],
    inspires_publish_at: '2026-03-05',
  })
  const theirs = await api.post('collections', {
    name: `Of a person: ${name}`,
    type: 'personal',
    user_id: user.id,
    inspires_publish_at: '2026-03-05',
  })
  await page.goto(`/collections?query=${encodeURIComponent(name)}`)
  const alt = (row: typeof mine) => (row.owner as { alt_id: string }).alt_id
  for (const [row, param] of [
    [mine, `pid=${alt(mine)}`],
    [theirs, `uid=${alt(theirs)}`],
  ] as const) {
    await rowOf(page, row.name).last().getByRole('button', { name: 'Actions' }).click()
    await expect(page.getByRole('menuitem')).toHaveText([
      'Edit',
      'View',
      'Duplicate',
      'View live with contact bar',
      'View live without contact bar',
      'View invite',
      'Delete',
    ])
    for (const [action, address] of [
      ['View live with contact bar', `${row.landing_page_url}?${param}`],
      ['View live without contact bar', row.landing_page_url],
      ['View invite', row.invite_url],
    ] as const) {
      const link = page.getByRole('menuitem', { name: action })
      await expect(link).toHaveAttribute('href', String(address))
      await expect(link).toHaveAttribute('target', '_blank')
    }
    await page.keyboard.press('Escape')
  }

  const copy = form(page, 'Duplicate collection')
  await choose(page, theirs.name, 'Duplicate')
  await expect(copy.getByLabel('Name', { exact: true })).toHaveValue(`${theirs.name} (copy)`)
  await expect(copy.getByRole('combobox', { name: 'User' })).toHaveValue(user.name)
  await copy.getByText('Partner', { exact: true }).click()
  await copy.getByRole('button', { name: 'Duplicate' }).click()
  await expect(copy.locator('[data-field=partner_id]').getByText('This field is required.')).toBeVisible()
  await pick(copy.getByRole('combobox', { name: 'Partner' }), partner.name)
  await pick(copy.getByRole('combobox', { name: 'Folder' }), String(folder.label))
  await copy.getByRole('button', { name: 'Duplicate' }).click()
  await expectNotice(page, 'Collection successfully duplicated')
  await expect(page).toHaveURL(/\/collections\/\d+$/)
  const made = await api.find(`collections/${new URL(page.url()).pathname.split('/').at(-1)}`)
  expect(made).toMatchObject({ name: `${theirs.name} (copy)`, partner_id: partner.id, user_id: null, folder_id: folder.id })
  expect(made.id).not.toBe(theirs.id)

  await page.goBack()
  await choose(page, made.name, 'Delete')
  const question = page.getByRole('dialog', { name: 'Delete collection' })
  await expectSentence(question, `Are you sure you want to delete **${made.name}**?`)
  await question.getByRole('button', { name: 'Delete', exact: true }).click()
  await expectNotice(page, `Collection **${made.name}** successfully deleted`)
  await expect(names(page)).toHaveCount(2)
  await page.goto(`/trash?query=${encodeURIComponent(made.name)}`)
  await page.getByRole('row').filter({ hasText: made.name }).getByRole('button', { name: 'Actions' }).click()
  await page.getByRole('menuitem', { name: 'Restore' }).click()
  await expectNotice(page, `**${made.name}** successfully restored`)
  await page.goto(`/collections?query=${encodeURIComponent(name)}`)
  await expect(rowOf(page, made.name)).toBeVisible()
})
