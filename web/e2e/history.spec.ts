import type { Page } from '@playwright/test'
import { createContent } from './items.ts'
import { asEditor, expect, expectNotice, notices, test, unique } from './test.ts'

const drawer = (page: Page) => page.getByRole('dialog', { name: 'History' })
const entries = (page: Page) => drawer(page).getByRole('list').first().locator(':scope > li')

test('shows the history of a declared record, restores a version, and returns the focus @both', async ({ page, api }) => {
  const names = [unique('First Quay'), unique('Second Quay'), unique('Third Quay')] as const
  const { id } = await api.post('publishers', { name: names[0] })
  for (const name of names.slice(1)) await api.put(`publishers/${id}`, { name })
  await page.goto(`/publishers?edit=${id}`)
  const form = page.getByRole('dialog', { name: 'Edit publisher' })
  const button = form.getByRole('button', { name: 'History' })
  await button.click()
  await expect(entries(page)).toHaveCount(3)
  await expect(entries(page).nth(0)).toContainText('Latest')
  await expect(entries(page).nth(0)).toContainText(/Name.*Second Quay.*Third Quay/s)
  await expect(entries(page).nth(2)).toContainText('Created')
  await page.keyboard.press('Escape')
  await expect(drawer(page)).toHaveCount(0)
  await expect(form).toBeVisible()
  await expect(button).toBeFocused()

  // The version of the second entry is the name that it set.
  await button.press('Enter')
  await entries(page).nth(1).getByRole('button', { name: 'Restore this version' }).click()
  await page.getByRole('dialog', { name: 'Restore this version' }).getByRole('button', { name: 'Restore' }).click()
  await expectNotice(page, `**${names[2]}** restored`)
  await expect(form).toHaveCount(0) // its values are no longer those of the record
  expect((await api.find(`publishers/${id}`)).name).toBe(names[1])
  await notices(page).getByRole('button', { name: 'Undo' }).click()
  await expect.poll(async () => (await api.find(`publishers/${id}`)).name).toBe(names[2])
})

test('shows names as they were, restores one field of content, and undoes a change', async ({ page, api }) => {
  const title = unique('By train')
  const [first, second] = [await api.post('publishers', { name: unique('Old name') }), await api.post('publishers', { name: unique('Other') })]
  const { id } = await createContent(api, title, { publisher_ids: [first.id] })
  await api.put(`content/${id}`, { publisher_ids: [second.id], synopsis: 'A new text.' })
  await api.put(`publishers/${first.id}`, { name: unique('New name') })
  await page.goto(`/content/${id}/edit`)
  await page.getByRole('button', { name: 'History' }).click()
  const latest = entries(page).first()
  await expect(latest.getByRole('deletion')).toHaveText(first.name)
  await expect(latest.getByRole('insertion')).toHaveText(second.name)
  await latest.getByRole('button', { name: 'Restore this field: Publishers' }).click()
  await expectNotice(page, `Publishers of **${title}** restored`)
  const content = async () => {
    const { publisher_ids, synopsis } = await api.find(`content/${id}`)
    return { publisher_ids, synopsis }
  }
  expect(await content()).toEqual({ publisher_ids: [first.id], synopsis: 'A new text.' })

  await expect(page.getByRole('textbox', { name: 'Synopsis' })).toHaveValue('A new text.') // the form has started again
  await page.getByRole('button', { name: 'History' }).click()
  await expect(entries(page)).toHaveCount(3)
  await entries(page).first().getByRole('button', { name: 'Undo' }).click()
  await expect.poll(content).toEqual({ publisher_ids: [second.id], synopsis: 'A new text.' })
})

test('keeps unsaved input of a form, unless it is given up', async ({ page, api }) => {
  const title = unique('By boat')
  const { id } = await createContent(api, title)
  await api.put(`content/${id}`, { synopsis: 'Saved.' })
  await page.goto(`/content/${id}/edit`)
  await page.getByRole('textbox', { name: 'Synopsis' }).fill('Not saved.')
  await page.getByRole('button', { name: 'History' }).click()
  await entries(page).first().getByRole('button', { name: 'Undo' }).click()
  await page.getByRole('dialog', { name: 'Leave without saving?' }).getByRole('button', { name: 'Stay' }).click()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('textbox', { name: 'Synopsis' })).toHaveValue('Not saved.')
  expect((await api.find(`content/${id}`)).synopsis).toBe('Saved.')
})

test('shows branding and sites with their partner, and restores a colour', async ({ page, api }) => {
  const { id } = await api.post('partners', { name: unique('Harbour Travel') })
  await api.put(`partners/${id}/customisations`, { brand_color: '#112233' })
  await api.put(`partners/${id}/customisations`, { brand_color: '#445566' })
  const domain = `${unique('site').replace(' ', '-')}.example`
  await api.post(`partners/${id}/sites`, { domain })
  await page.goto(`/partners/${id}/customizations`)
  const colour = page.getByRole('textbox', { name: 'Brand colour', exact: true })
  await expect(colour).toHaveValue('#445566')
  await page.getByRole('button', { name: 'History' }).click()
  await expect(entries(page)).toHaveCount(4)
  await expect(entries(page).nth(0)).toContainText(`Created site ${domain}`)
  await expect(entries(page).nth(1)).toContainText(/Changed customisations.*#112233.*#445566/s)
  await entries(page).nth(1).getByRole('button', { name: 'Restore this field: Brand colour' }).click()
  await expect(entries(page)).toHaveCount(5)
  await expect(entries(page).first()).toContainText(/#445566.*#112233/s)
  await expect(page.getByLabel('Brand colour', { exact: true })).toHaveValue('#112233') // the form behind it

  await drawer(page).getByRole('link', { name: 'Show in Activity' }).click()
  await expect(page).toHaveURL(`/activity?within=${encodeURIComponent(`partner:${id}`)}`)
  await expect(page.getByRole('link', { name: `Created site ${domain}` })).toBeVisible()
})

test('shows why a version can’t be restored', async ({ page, api, complaints }) => {
  complaints.allow(422)
  const name = unique('Tidemark')
  const { id } = await api.post('publishers', { name })
  await api.put(`publishers/${id}`, { name: `${name} Press` })
  await api.post('publishers', { name }) // takes the old name
  await page.goto(`/publishers?edit=${id}`)
  await page.getByRole('button', { name: 'History' }).click()
  await entries(page).first().getByRole('button', { name: 'Restore this field: Name' }).click()
  await expect(notices(page).getByRole('alert')).toContainText('already in use')
})

test('shows conflicts of an undo', async ({ page, api, complaints }) => {
  complaints.allow(409)
  const name = unique('Marram')
  const { id } = await api.post('tags', { tag: name })
  for (const word of ['coast', 'dunes']) await api.put(`tags/${id}`, { tag: `${name} ${word}` })
  await page.goto(`/subject-areas?edit=${id}`)
  await page.getByRole('button', { name: 'History' }).click()
  await entries(page).nth(1).getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByRole('dialog', { name: 'Some of this has changed since' })).toContainText(`is now ${name} dunes.`)
})

test('lists the records of a change set, and names what an undo has undone', async ({ page, api, complaints }) => {
  complaints.allow(409)
  const title = unique('Together')
  const items = [await createContent(api, `${title} 1`), await createContent(api, `${title} 2`)]
  await api.post('content/draft', { content_ids: items.map((item) => item.id) })
  await api.post('content/publish', { content_ids: items.map((item) => item.id) })
  await page.goto(`/activity?within=content:${items[1]?.id}`)
  await page
    .getByRole('link', { name: `Updated content ${title} 2` })
    .first()
    .click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByRole('region', { name: 'Changed records' }).getByRole('link')).toHaveText([`${title} 1`, `${title} 2`])
  await dialog.getByRole('button', { name: 'Undo' }).click()
  await expect(notices(page).getByText('Undone', { exact: true })).toBeVisible()
  await page.getByRole('link', { name: `Undid changes to content ${title} 2` }).click()
  await page
    .getByRole('dialog', { name: 'Undid changes to content' })
    .getByRole('link', { name: /^Change \d+$/ })
    .click()
  await expect(page.getByRole('dialog', { name: 'Updated content' })).toContainText('Undone by')
})

test('offers to undo a finished job, and follows the job that undoes it', async ({ page, api }) => {
  const title = unique('Many')
  for (const n of [1, 2]) await createContent(api, `${title} ${n}`)
  const jobs: Record<string, number> = { '901': 0, '902': 0 }
  // A real job takes more than 5,000 records. Its third answer comes after more than a second.
  await page.route('**/api/admin/jobs/*', (route) => {
    const id = new URL(route.request().url()).pathname.split('/').at(-1) ?? ''
    jobs[id] = (jobs[id] ?? 0) + 1
    const state = jobs[id] > 2 ? 'done' : 'working'
    return route.fulfill({ json: { item: { id: Number(id), state, total: 6000, done: 3000, added: 6000, skipped: 0, problem: '' } } })
  })
  await page.route('**/api/admin/content/draft', (route) =>
    route.fulfill({ status: 202, headers: { 'Waymark-Change': '77' }, json: { updated: 0, skipped: 0, job: 901 } }),
  )
  await page.route('**/api/admin/activity/77/undo', (route) => route.fulfill({ status: 202, json: { skipped: 0, job: 902 } }))
  await page.goto(`/content?query=${encodeURIComponent(title)}&per_page=1`)
  await page.getByRole('checkbox', { name: 'Select row' }).check()
  await page.getByRole('button', { name: 'Select all 2 matching rows' }).click()
  await page.getByRole('toolbar', { name: 'Bulk actions' }).getByRole('button', { name: 'Status' }).click()
  await page.getByRole('menuitem', { name: 'Revert to draft' }).click()
  const question = page.getByRole('dialog', { name: 'Revert 2 items to draft?' })
  await question.getByRole('button', { name: 'Revert to draft' }).click()
  await expect(notices(page).getByText('Reverting content to draft…')).toBeVisible()
  await expect(notices(page).getByText('6,000 items reverted to draft')).toBeVisible()
  await notices(page).getByRole('button', { name: 'Undo' }).click()
  await expect(notices(page).getByText('Undoing changes…')).toBeVisible()
  await expect(notices(page).getByText('Undone', { exact: true })).toBeVisible()
})

test.describe('as an editor', () => {
  test.use(asEditor)

  test('shows editors the history of records that they may read', async ({ page, api }) => {
    const name = unique('Tidemark')
    const { id } = await api.post('publishers', { name })
    await page.goto(`/publishers?edit=${id}`)
    await page.getByRole('button', { name: 'History' }).click()
    await expect(entries(page)).toHaveCount(1)
    await expect(drawer(page).getByRole('link', { name: 'Show in Activity' })).toHaveCount(0)
    // Only admins change account types.
    const type = await api.post('account-types', { name: unique('Agency') })
    await page.goto(`/account-types/${type.id}/permissions`)
    await page.getByRole('button', { name: 'History' }).click()
    await expect(drawer(page)).toContainText(type.name)
  })
})
