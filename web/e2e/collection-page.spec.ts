import type { Page } from '@playwright/test'
import { createContent, createImage } from './items.ts'
import {
  type Api,
  choose,
  dismissAll,
  expect,
  expectMissing,
  expectNotice,
  expectSentence,
  notices,
  pick,
  recordBodies,
  recordRequests,
  rowOf,
  test,
  unique,
} from './test.ts'

const word = () => unique('Skerry').replace(' ', '')
const titles = (page: Page) => page.getByRole('table', { name: 'Content', exact: true }).getByRole('link')
const bar = (page: Page) => page.getByRole('toolbar', { name: 'Bulk actions' })
const card = (page: Page, name: string) => page.getByRole('region', { name, exact: true })

const partnerOf = async (api: Api) => (await api.list('options/partners'))[0] as { id: number; name: string }

/** made creates a collection of a partner with content of these titles, in alphabetical order. */
async function made(api: Api, name: string, titles: string[] = []) {
  const items = []
  for (const title of titles) items.push(await createContent(api, title))
  const collection = await api.post('collections', { type: 'partner', partner_id: (await partnerOf(api)).id, name, language_id: 1 })
  if (items.length > 0) await api.post(`collections/${collection.id}/content`, { content_ids: items.map(({ id }) => id) })
  return { ...collection, items }
}

/** inside returns the titles of the content in a collection. */
const inside = async (api: Api, id: number) => (await api.list(`collections/${id}/content`)).map(({ title }) => title)

/** fact returns the value of a label in a card. */
const fact = (page: Page, name: string, label: string) => card(page, name).locator('dl > div').filter({ hasText: label }).locator('dd')

test('shows all details of a collection, with links to its owner and landing page', async ({ page, context, api }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const name = word()
  const partner = await partnerOf(api)
  const folder = await api.post(`partners/${partner.id}/folders`, { name: unique('Winter') })
  const { id, version } = await api.post('collections', {
    type: 'partner',
    partner_id: partner.id,
    name,
    folder_id: folder.id,
    language_id: 1,
    code: ['SK-1', 'SK-2'],
    inspires_publish_at: '2026-03-05',
    inspires_feature_at: '2099-05-31',
    expires_at: '2099-04-20',
  })
  await api.put(`collections/${id}`, { tags: ['Coast', 'Rain'], version })
  const one = await api.find(`collections/${id}`)
  const { alt_id: pid } = one.owner as { alt_id: string }
  const live = String(one.landing_page_url)

  await page.goto(`/collections/${id}`)
  const main = page.getByRole('main')
  await expect(main.getByRole('heading', { name, level: 1 })).toBeVisible()
  await expect(main.getByRole('navigation', { name: 'Breadcrumb' })).toHaveText(`Collections${name}`)
  for (const text of ['Partner collection', 'Public on Inspires', 'Featured from 31 May 2099', 'Coast', 'Rain'])
    await expect(main.getByText(text, { exact: true }).first()).toBeVisible()
  await expect(main.getByText('Featured', { exact: true })).toHaveCount(1) // only as the label in its card: the date is in the future

  await expect(fact(page, 'Details', 'Type')).toHaveText('Partner')
  await expect(fact(page, 'Details', 'Owner')).toHaveText(partner.name)
  await expect(fact(page, 'Details', 'Folder')).toHaveText(folder.name)
  await expect(fact(page, 'Details', 'Language')).toHaveText('English')
  await expect(fact(page, 'Details', 'Internal codes')).toHaveText('SK-1SK-2')
  await expect(fact(page, 'Details', 'Tags')).toHaveText('CoastRain')
  await expect(fact(page, 'Details', 'Expires')).toHaveText('20 Apr 2099')
  await expect(fact(page, 'Inspires', 'Impressions')).toHaveText('—')
  await expect(fact(page, 'Inspires', 'Acceptances')).toHaveText('0')
  await expect(fact(page, 'Inspires', 'Public')).toHaveText('Yes 5 Mar 2026')
  await expect(fact(page, 'Inspires', 'Featured')).toHaveText('Scheduled 31 May 2099')
  await expect(fact(page, 'Meta', 'Public ID')).toHaveText(String(one.alt_id))
  await expect(card(page, 'Meta').locator('dl > div').first()).toHaveText(`ID${id}`)
  for (const moment of ['Created', 'Updated']) await expect(fact(page, 'Meta', moment)).toHaveText(/^\d+ \w{3} \d{4}, \d\d:\d\d$/)

  const links = card(page, 'Landing page links')
  await expect(links.getByRole('link', { name: /^With contact bar/ })).toHaveAttribute('href', `${live}?pid=${pid}`)
  await expect(links.getByRole('link', { name: /^Without contact bar/ })).toHaveAttribute('href', live)
  await expect(card(page, 'Inspires').getByRole('link', { name: /^Invite link/ })).toHaveAttribute('href', String(one.invite_url))
  for (const link of await links.getByRole('link').all()) await expect(link).toHaveAttribute('target', '_blank')
  for (const [button, text] of [
    ['Copy link: with contact bar', `${live}?pid=${pid}`],
    ['Copy link: without contact bar', live],
    ['Copy link: invite link', one.invite_url],
    ['Copy public ID', one.alt_id],
  ]) {
    await page.getByRole('button', { name: String(button) }).click()
    await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe(text)
  }
  await expect(notices(page).getByText('Copied!', { exact: true }).first()).toBeVisible()

  await page.getByRole('button', { name: 'View live' }).click()
  await expect(page.getByRole('menuitem', { name: 'With contact bar' })).toHaveAttribute('href', `${live}?pid=${pid}`)
  await expect(page.getByRole('menuitem', { name: 'Without contact bar' })).toHaveAttribute('href', live)
  await page.keyboard.press('Escape')
  await fact(page, 'Inspires', 'Acceptances').getByRole('link').click()
  await expect(page).toHaveURL(`/shared-collections?collection_id=${id}&type=all`)
  await page.goBack()
  await main.getByRole('link', { name: partner.name }).first().click()
  await expect(page).toHaveURL(`/partners/${partner.id}/details`)
})

test('links a personal collection to its user, shows dashes for empty values, and reports unknown ids', async ({ page, api, complaints }) => {
  const [user] = (await api.list('search/users')) as { id: number; name: string }[]
  const { id } = await api.post('collections', { type: 'personal', user_id: user?.id, name: word() })
  const one = await api.find(`collections/${id}`)
  await page.goto(`/collections/${id}`)
  await expect(page.getByText('Personal collection', { exact: true })).toBeVisible()
  for (const label of ['Folder', 'Internal codes', 'Tags', 'Expires']) await expect(fact(page, 'Details', label)).toHaveText('—')
  await expect(fact(page, 'Inspires', 'Public')).toHaveText('No')
  const links = card(page, 'Landing page links')
  await expect(links).toContainText(`${String(one.landing_page_url).replace('http://', '')}?uid=${(one.owner as { alt_id: string }).alt_id}`)
  await test.step('explains why a collection has no page', async () => {
    for (const [dates, reason] of [
      [{}, 'The page is not public. Set a publish date on Inspires to publish it.'],
      [{ inspires_publish_at: '2099-05-31' }, 'The page will be public on 31 May 2099.'],
      [{ inspires_publish_at: '2026-03-05', expires_at: '2026-04-20' }, 'The page ended on 20 Apr 2026, when the collection expired.'],
    ] as const) {
      await api.put(`collections/${id}`, dates)
      await page.reload()
      await expect(links.getByText(reason, { exact: true })).toBeVisible()
      await page.getByRole('button', { name: 'View live' }).click()
      for (const link of [page.getByRole('menuitem', { name: 'With contact bar' }), links.getByRole('link', { name: /^With contact bar/ })]) {
        await expect(link).toBeDisabled()
        await expect(link).toHaveAccessibleDescription(reason)
        await expect(link).not.toHaveAttribute('href')
      }
      await page.keyboard.press('Escape')
    }
  })
  await fact(page, 'Details', 'Owner').getByRole('link').click()
  await expect(page).toHaveURL(`/users/${user?.id}/details`)
  complaints.allow(404)
  await page.goto('/collections/999999999')
  await expectMissing(page)
})

test('adds everything selected in the dialog at once, across searches and pages @both', async ({ page, api, complaints }) => {
  const name = word()
  const { id, items } = await made(api, name, [`00 ${name}`])
  for (let n = 1; n <= 27; n++) await createContent(api, `${String(n).padStart(2, '0')} ${name}`)
  await createContent(api, `Draft ${name}`, { published_at: null })
  const { id: picture } = await createImage(page, api, `Picture ${name}`)
  await page.goto(`/collections/${id}`)
  await page.getByRole('button', { name: 'Add content' }).click()

  const dialog = page.getByRole('dialog', { name: 'Add content' })
  const search = dialog.getByRole('searchbox')
  const rows = dialog.getByRole('table').locator('tbody tr')
  const boxes = dialog.getByRole('checkbox', { name: 'Select row' })
  await expect(search).toBeFocused()
  await expect(rows).toHaveCount(10)
  await expect(dialog.getByRole('button', { name: 'Add', exact: true })).toBeDisabled()
  await page.keyboard.type(name.toUpperCase())
  await expect(dialog.getByText('1–10 of 30')).toBeVisible()
  await expect(rows.nth(0)).toContainText(`Picture ${name}`)
  await expect(rows.nth(0).locator('mark')).toHaveText(name)
  await expect(rows.nth(1)).toContainText('Draft')
  await expect(page).toHaveURL(`/collections/${id}?add=1`)

  await test.step('filters', async () => {
    await pick(dialog.getByRole('combobox', { name: 'Status' }), 'Draft')
    await expect(rows).toHaveCount(1)
    await dialog.getByRole('button', { name: 'Clear Status' }).click()
    await dialog.getByRole('button', { name: 'More filters' }).click()
    for (const label of ['Language', 'Library', 'Destination', 'Subject area'])
      await expect(dialog.getByRole('combobox', { name: label })).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(dialog.getByRole('combobox', { name: 'Library' })).toHaveCount(0)
    await expect(rows).toHaveCount(10)
  })
  await test.step('what is inside already is marked and can’t be selected', async () => {
    await dialog.getByRole('button', { name: 'Page 3' }).click()
    await expect(rows.last()).toContainText(`00 ${name}`)
    await expect(rows.last().getByText('Added', { exact: true })).toBeVisible()
    await expect(boxes.last()).toBeDisabled()
    await dialog.getByRole('checkbox', { name: 'Select this page' }).check()
    await expect(dialog.getByText('9 selected', { exact: true })).toBeVisible()
  })
  await search.fill(`Picture ${name}`)
  await expect(rows).toHaveCount(1)
  await rows.getByText(`Picture ${name}`).click() // anywhere in the row
  const add = dialog.getByRole('button', { name: 'Add 10 items' })
  await expect(add).toBeInViewport({ ratio: 1 })

  const path = `**/api/admin/collections/${id}/content`
  complaints.allow('unreachable')
  await page.route(path, (route) => route.abort())
  await add.click()
  await expect(notices(page).getByText(/can’t be reached/)).toBeVisible()
  await page.unroute(path)
  const requests = recordRequests(page, 'POST', `collections/${id}/content`)
  await add.click()
  await expectNotice(page, '10 items added to this collection')
  expect(requests).toHaveLength(1)
  await expect(dialog).toBeHidden()
  await expect(page).toHaveURL(`/collections/${id}`)
  const all = [...Array.from({ length: 10 }, (_, n) => `0${n} ${name}`), `Picture ${name}`]
  await expect(titles(page)).toHaveText(all)
  expect((await inside(api, id)).sort()).toEqual(all)
  expect([picture, items[0]?.id]).not.toContain(undefined)

  await test.step('a page of articles takes three clicks, and the back button closes the dialog', async () => {
    await page.getByRole('button', { name: 'Add content' }).click()
    await expect(rows).toHaveCount(10)
    await dialog.getByRole('checkbox', { name: 'Select this page' }).click()
    await dialog.getByRole('button', { name: /^Add \d+ items$/ }).click()
    await expect(dialog).toBeHidden()
    expect((await inside(api, id)).length).toBeGreaterThanOrEqual(20)
    await page.getByRole('button', { name: 'Add content' }).click()
    await expect(dialog).toBeVisible()
    await page.goBack()
    await expect(dialog).toBeHidden()
  })
})

test('adds and removes one item in the dialog @both', async ({ page, api, complaints }) => {
  const name = word()
  const { id } = await made(api, name, [`First ${name}`])
  await createContent(api, `Second ${name}`)
  await page.goto(`/collections/${id}?add=1`)
  const dialog = page.getByRole('dialog', { name: 'Add content' })
  await dialog.getByRole('searchbox').fill(name)
  await expect(dialog.getByRole('table').locator('tbody tr')).toHaveCount(2)
  const row = dialog.getByRole('row').filter({ hasText: `Second ${name}` })
  const add = row.getByRole('button', { name: `Add Second ${name}` })
  const remove = row.getByRole('button', { name: `Remove Second ${name}` })

  const path = `**/api/admin/collections/${id}/content`
  complaints.allow('unreachable')
  await page.route(path, (route) => route.abort())
  await add.click()
  await expect(notices(page).getByText(/can’t be reached/)).toBeVisible()
  await page.unroute(path)
  await dismissAll(page)

  await row.getByRole('checkbox').check()
  await add.click()
  await expectNotice(page, `Second ${name} has been added to this collection`)
  await expect(row.getByText('Added', { exact: true })).toBeVisible()
  await expect(row.getByRole('checkbox')).toBeDisabled()
  await expect(dialog.getByText('Select the content to add.'), 'it is no longer one to add').toBeVisible()
  await expect.poll(() => inside(api, id).then((titles) => titles.sort())).toEqual([`First ${name}`, `Second ${name}`])
  await dismissAll(page)

  await remove.click()
  await expectNotice(page, `Second ${name} has been removed from this collection`)
  await expect(add).toBeFocused()
  await expect(row.getByText('Added', { exact: true })).toHaveCount(0)
  expect(await inside(api, id)).toEqual([`First ${name}`])
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect(titles(page)).toHaveText([`First ${name}`])
})

test('sorts, searches, opens and removes content, and reports a failed load', async ({ page, api, complaints }) => {
  complaints.allow('unreachable')
  const name = word()
  const { id, items } = await made(api, name, [`B ${name}`, `C ${name} Harbour`])
  const { id: last } = await createContent(api, `A ${name}`)
  await api.post(`collections/${id}/content`, { content_ids: [last] })
  const call = `**/api/admin/collections/${id}/content?**`
  await page.route(call, (route) => route.abort())
  await page.goto(`/collections/${id}`)
  await expect(page.getByRole('heading', { name: 'Couldn’t load this list' })).toBeVisible()
  await page.unroute(call)
  await page.getByRole('button', { name: 'Try again' }).click()

  await expect(page.getByRole('columnheader')).toHaveText(['', 'Type', 'Title', 'Added', 'Actions'])
  await expect(page.getByRole('columnheader', { name: 'Title' })).toHaveAttribute('aria-sort', 'ascending')
  await expect(titles(page)).toHaveText([/^A /, /^B /, /^C /])
  await expect(page.getByRole('combobox', { name: 'Rows per page' })).toHaveValue('25 / page')
  await page.getByRole('columnheader', { name: 'Added' }).getByRole('button').click()
  await expect(titles(page).first()).toHaveText(/^A /)
  await expect(page).toHaveURL(`/collections/${id}?sort=-added_at`)
  await page.getByRole('columnheader', { name: 'Title' }).getByRole('button').click()
  await page.getByRole('columnheader', { name: 'Title' }).getByRole('button').click()
  await expect(titles(page)).toHaveText([/^C /, /^B /, /^A /])
  await page.getByRole('searchbox', { name: 'Search by title' }).fill('harbour')
  await expect(titles(page)).toHaveText([`C ${name} Harbour`])
  await expect(titles(page).locator('mark')).toHaveText('Harbour')
  await page.reload()
  await expect(titles(page)).toHaveText([`C ${name} Harbour`])

  await choose(page, `C ${name}`, 'Edit')
  await expect(page).toHaveURL(`/content/${items[1]?.id}/edit`)
  await page.goBack()
  await titles(page).click()
  await expect(page).toHaveURL(`/content/${items[1]?.id}/edit`)
  await page.goBack()
  await choose(page, `C ${name}`, 'Remove')
  const question = page.getByRole('dialog', { name: 'Remove content' })
  await expectSentence(question, 'Remove **1 content item** from this collection?')
  await question.getByRole('button', { name: 'Remove', exact: true }).click()
  await expectNotice(page, '1 item(s) successfully removed from this collection')
  await expect(page.getByRole('heading', { name: 'No results' })).toBeVisible()
  await page.getByRole('main').getByRole('button', { name: 'Clear filters', exact: true }).last().click()
  await expect(titles(page)).toHaveText([/^B /, /^A /])
})

test('copies, moves and removes selected content, and all matching content', async ({ page, api, complaints }) => {
  complaints.allow(422)
  const name = word()
  const here = await made(
    api,
    `Near ${name}`,
    ['A', 'B', 'C', 'D', 'E'].map((letter) => `${letter} ${name}`),
  )
  const there = await made(api, `Far ${name}`)
  const twin = await made(api, `Far ${name}`)
  await api.post(`collections/${there.id}/content`, { content_ids: [here.items[0]?.id] })
  const sent = await recordBodies(page, 'POST')
  await page.goto(`/collections/${here.id}`)
  const tick = async (...letters: string[]) => {
    for (const letter of letters) await rowOf(page, `${letter} ${name}`).getByRole('checkbox').check()
  }

  await tick('A', 'B')
  await bar(page).getByRole('button', { name: 'Copy to another collection' }).click()
  const copy = page.getByRole('dialog', { name: 'Copy to another collection' })
  await copy.getByRole('button', { name: 'Copy 2 items' }).click()
  await expect(copy.getByText('This field is required.')).toBeVisible()
  const field = copy.getByRole('combobox', { name: 'Collection' })
  await field.click()
  await field.fill(name)
  const { name: owner } = await partnerOf(api)
  await expect(page.getByRole('option', { name: `Far ${name}` })).toHaveText([
    `Far ${name}${owner} · ID ${twin.id}`,
    `Far ${name}${owner} · ID ${there.id}`,
  ])
  await expect(page.getByRole('option', { name: `Near ${name}` })).toHaveCount(0)
  await expect(copy.getByRole('button', { name: /^Clear/ })).toHaveCount(0)
  await page.getByRole('option', { name: `ID ${there.id}` }).click()
  await copy.getByRole('button', { name: 'Copy 2 items' }).click()
  await expectNotice(page, 'The selected content has been successfully copied')
  await expectNotice(page, '1 was already there.')
  await expect(bar(page)).toBeHidden()
  expect(await inside(api, there.id)).toEqual([`A ${name}`, `B ${name}`])
  await expect(titles(page)).toHaveCount(5)

  await tick('B', 'C')
  await bar(page).getByRole('button', { name: 'Move to another collection' }).click()
  const move = page.getByRole('dialog', { name: 'Move to another collection' })
  await move.getByRole('combobox', { name: 'Collection' }).fill(`Far ${name}`)
  await page.getByRole('option', { name: `ID ${there.id}` }).click()
  await move.getByRole('button', { name: 'Move 2 items' }).click()
  await expectNotice(page, 'The selected content has been successfully moved')
  await expect(titles(page)).toHaveText([`A ${name}`, `D ${name}`, `E ${name}`])
  expect(await inside(api, there.id)).toEqual([`A ${name}`, `B ${name}`, `C ${name}`])

  await tick('A', 'D')
  await bar(page).getByRole('button', { name: 'Remove' }).click()
  const question = page.getByRole('dialog', { name: 'Remove content' })
  await expectSentence(question, 'Remove **2 content items** from this collection?')
  await question.getByRole('button', { name: 'Cancel' }).click()
  await expect(bar(page).getByRole('status')).toHaveText('2 selected')
  await bar(page).getByRole('button', { name: 'Remove' }).click()
  await question.getByRole('button', { name: 'Remove', exact: true }).click()
  await expectNotice(page, '2 item(s) successfully removed from this collection')
  await expect(titles(page)).toHaveText([`E ${name}`])

  // "All matching rows" sends the filter instead of ids.
  await page.goto(`/collections/${there.id}?per_page=2&query=${name}`)
  await expect(titles(page)).toHaveCount(2)
  await page.getByRole('checkbox', { name: 'Select this page' }).check()
  await bar(page).getByRole('button', { name: 'Select all 3 matching rows' }).click()
  await bar(page).getByRole('button', { name: 'Copy to another collection' }).click()
  await field.fill(`Near ${name}`)
  await page.getByRole('option', { name: `Near ${name}` }).click()
  await copy.getByRole('button', { name: 'Copy 3 items' }).click()
  await expectNotice(page, 'The selected content has been successfully copied')
  expect(sent.at(-1)).toEqual({ collection_id: here.id, filter: { query: name } })
  expect(await inside(api, here.id)).toHaveLength(4)
  await page.getByRole('checkbox', { name: 'Select this page' }).check()
  await bar(page).getByRole('button', { name: 'Select all 3 matching rows' }).click()
  await bar(page).getByRole('button', { name: 'Remove' }).click()
  await expectSentence(question, 'Remove **3 content items** from this collection?')
  await question.getByRole('button', { name: 'Remove', exact: true }).click()
  await expectNotice(page, '3 item(s) successfully removed from this collection')
  expect(await inside(api, there.id)).toEqual([])
})

test('edits, duplicates and deletes a collection from its page', async ({ page, api }) => {
  const name = word()
  const { id } = await made(api, name, [`A ${name}`])
  await page.goto(`/collections/${id}`)
  const named = (text: string) => page.getByRole('heading', { name: text, level: 1 })
  await page.getByRole('button', { name: 'Edit', exact: true }).click()
  const form = page.getByRole('dialog', { name: 'Edit collection' })
  await form.getByLabel('Name', { exact: true }).fill(`${name} again`)
  await form.getByRole('button', { name: 'Save' }).click()
  await expectNotice(page, `Collection **${name} again** successfully updated`)
  await expect(named(`${name} again`)).toBeVisible()

  await page.getByRole('button', { name: 'Duplicate' }).click()
  const copy = page.getByRole('dialog', { name: 'Duplicate collection' })
  await copy.getByRole('button', { name: 'Duplicate' }).click()
  await expectNotice(page, 'Collection successfully duplicated')
  await expect(page).not.toHaveURL(`/collections/${id}`)
  await expect(page).toHaveURL(/\/collections\/\d+$/)
  await expect(named(`${name} again (copy)`)).toBeVisible()
  await expect(titles(page)).toHaveText([`A ${name}`])

  await page.goBack()
  await expect(named(`${name} again`)).toBeVisible()
  await page.getByRole('button', { name: 'Delete' }).click()
  const question = page.getByRole('dialog', { name: 'Delete collection' })
  await expectSentence(question, `Are you sure you want to delete **${name} again**?`)
  await question.getByRole('button', { name: 'Delete', exact: true }).click()
  await expectNotice(page, `Collection **${name} again** successfully deleted`)
  await expect(page).toHaveURL('/collections')
})
