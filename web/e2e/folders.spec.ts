import type { Page } from '@playwright/test'
import { createContent } from './items.ts'
import { type Api, choose, expect, expectNotice, expectSentence, notices, rowOf, test, unique } from './test.ts'

/** owner returns the n-th partner or user of the demo data. */
async function owner(api: Api, from: 'options/partners' | 'search/users', n: number) {
  const found = (await api.list(`${from}?per_page=10`))[n]
  if (!found) throw new Error('the demo data has too few of them')
  return found
}

/** mover opens the move dialog of a row, chooses a folder and submits it. */
async function mover(page: Page, name: string, action: string, folder: string) {
  await choose(page, name, action)
  const dialog = page.getByRole('dialog', { name: action === 'Move' ? 'Move folder' : action })
  const field = dialog.getByRole('combobox', { name: 'Folder' })
  await field.click()
  await field.fill(folder)
  await page.getByRole('option', { name: folder }).first().click()
  await dialog.getByRole('button', { name: /^Move (folder|collection)$/ }).click()
  return dialog
}

test('browses the folders and collections of a partner', async ({ page, api, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const partner = await owner(api, 'options/partners', 1)
  const folder = (name: string, parent_id: number | null) => api.post(`partners/${partner.id}/folders`, { name: unique(name), parent_id })
  const collection = (name: string, folder_id: number) => api.post('collections', { name: unique(name), partner_id: partner.id, folder_id })
  const outer = await folder('Atlantic', null)
  const inner = await folder('Iberia', outer.id)
  const bare = await folder('Baltic', outer.id)
  const deep = await folder('Porto', inner.id)
  const [one, two] = [await collection('Lisbon', inner.id), await collection('Madeira', inner.id)]
  const items = [await createContent(api, unique('Tram')), await createContent(api, unique('Bridge'))]
  await api.post(`collections/${one.id}/content`, { content_ids: items.map((item) => item.id) })
  await api.post(`collections/${two.id}/content`, { content_ids: items.slice(1).map((item) => item.id) })

  await page.goto(`/partners/${partner.id}/details`)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(partner.name)
  const tabs = page.getByRole('navigation', { name: 'Partner sections' })
  await expect(tabs.getByRole('link', { name: 'Details' })).toHaveAttribute('aria-current', 'page')
  await expect(tabs.getByRole('link', { name: /^Collections \d+$/ })).toBeVisible()
  await tabs.getByRole('link', { name: 'Collections' }).click()
  await expect(page).toHaveURL(`/partners/${partner.id}/collections`)
  const trail = page.getByRole('main').getByRole('navigation', { name: 'Folders' })
  await expect(rowOf(page, outer.name)).toContainText('2 folders')
  await expect(rowOf(page, outer.name)).not.toContainText('collection')
  await expect(trail).toHaveCount(0)

  await page.getByRole('link', { name: outer.name }).click()
  await expect(page).toHaveURL(`/partners/${partner.id}/collections/${outer.id}`)
  await expect(page.getByRole('list', { name: 'Folders' }).getByRole('link')).toHaveText([bare.name, inner.name])
  await expect(rowOf(page, inner.name)).toContainText('1 folder, 2 collections')
  await expect(rowOf(page, bare.name)).toContainText('Empty')
  await expect(tabs.getByRole('link', { name: 'Collections' })).toHaveAttribute('aria-current', 'page')
  await expect(tabs.getByRole('link', { name: 'Details' })).not.toHaveAttribute('aria-current')

  await page.getByRole('link', { name: inner.name }).click()
  await expect(page.getByRole('heading', { level: 2, name: inner.name })).toBeVisible()
  await expect(trail.getByRole('listitem')).toHaveText(['Collections', outer.name, inner.name])
  await expect(page.getByRole('list', { name: 'Folders' }).getByRole('link')).toHaveText([deep.name])
  await expect(page.getByRole('list', { name: 'Collections' }).getByRole('link')).toHaveText([one.name, two.name])
  await expect(rowOf(page, one.name)).toContainText('2 items')
  await expect(rowOf(page, two.name)).toContainText(/1 item$/)

  const live = String(one.landing_page_url)
  await choose(page, one.name, 'Copy Link')
  await expectNotice(page, 'Copied!')
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(live)
  await context.route(live, (route) => route.fulfill({ body: 'The landing page.' }))
  const opened = context.waitForEvent('page')
  await choose(page, one.name, 'View Live')
  await (await opened).waitForURL(live)
  await (await opened).close()

  await trail.getByRole('link', { name: outer.name }).click()
  await page.getByRole('link', { name: bare.name }).click()
  await expect(page.getByRole('heading', { name: 'This folder is empty' })).toBeVisible()
  await trail.getByRole('link', { name: 'Collections' }).click()
  await expect(page).toHaveURL(`/partners/${partner.id}/collections`)
  await page.goto(`/partners/${partner.id}/collections/${inner.id}`)
  await page.getByRole('link', { name: one.name }).click()
  await expect(page).toHaveURL(`/collections/${one.id}`)
})

test('creates, renames, moves and deletes folders, and refuses invalid operations', async ({ page, api, complaints }) => {
  complaints.allow(409)
  complaints.allow(422)
  const partner = await owner(api, 'options/partners', 2)
  const outer = await api.post(`partners/${partner.id}/folders`, { name: unique('Campaigns') })
  const goal = await api.post(`partners/${partner.id}/folders`, { name: unique('Goal'), parent_id: outer.id })
  const guide = await api.post('collections', { name: unique('Guide'), partner_id: partner.id, folder_id: outer.id })
  await page.goto(`/partners/${partner.id}/collections/${outer.id}`)

  const name = unique('Spring')
  await page.getByRole('button', { name: 'New folder' }).click()
  const fresh = page.getByRole('dialog', { name: 'New folder' })
  await fresh.getByRole('button', { name: 'Create folder' }).click()
  await expect(fresh.getByText('This field is required.')).toBeVisible()
  await fresh.getByLabel('Name').fill(name)
  await fresh.getByRole('button', { name: 'Create folder' }).click()
  await expectNotice(page, `Folder **${name}** successfully created`)
  await expect(rowOf(page, name)).toContainText('Empty')
  const [made] = await api.list(`partners/${partner.id}/folders?query=${encodeURIComponent(name)}`)
  expect(made?.parent_id).toBe(outer.id)

  await api.put(`folders/${made?.id}`, { name: `${name} by a colleague` })
  await choose(page, name, 'Rename')
  const rename = page.getByRole('dialog', { name: 'Rename folder' })
  await rename.getByLabel('Name').fill(`${name} 2027`)
  await rename.getByRole('button', { name: 'Save' }).click()
  const stale = page.getByRole('dialog', { name: 'Someone else saved changes while you were editing' })
  await expect(stale).toContainText(`${name} by a colleague`)
  await stale.getByRole('button', { name: 'Save selection' }).click()
  await expectNotice(page, `Folder **${name} 2027** successfully updated`)
  await expect(rowOf(page, `${name} 2027`)).toBeVisible()
  // The next notice has the same text and must not be confused with this one.
  await notices(page).getByRole('button', { name: 'Dismiss' }).last().click()
  await expect(notices(page).getByText('successfully updated')).toHaveCount(0)

  const below = await api.post(`partners/${partner.id}/folders`, { name: unique('Below'), parent_id: made?.id })
  await choose(page, name, 'Move')
  const moving = page.getByRole('dialog', { name: 'Move folder' })
  const target = moving.getByRole('combobox', { name: 'Folder' })
  await target.click()
  await expect(page.getByRole('option', { name: goal.name })).toBeVisible()
  for (const inside of [`${name} 2027`, below.name]) await expect(page.getByRole('option', { name: inside })).toHaveCount(0)
  await target.fill(below.name)
  await expect(page.getByText('No results')).toBeVisible()
  await target.fill(goal.name)
  await page.keyboard.press('Enter') // chooses the folder as soon as it is found
  await expect(page.getByRole('option')).toHaveCount(0)
  await expect(target).toHaveValue(goal.name)
  await moving.getByRole('button', { name: /^Move (folder|collection)$/ }).click()
  await expectNotice(page, `Folder **${name} 2027** successfully updated`)
  await expect(rowOf(page, goal.name)).toContainText('1 folder')
  await expect(rowOf(page, name)).toHaveCount(0)

  await mover(page, guide.name, 'Move to folder', goal.name)
  await expectNotice(page, `Collection **${guide.name}** successfully updated`)
  await expect(rowOf(page, goal.name)).toContainText('1 folder, 1 collection')

  await page.getByRole('link', { name: goal.name }).click()
  await expect(rowOf(page, guide.name)).toBeVisible()
  await mover(page, name, 'Move', 'Top level')
  await expect(rowOf(page, name)).toHaveCount(0)
  expect((await api.find(`folders/${made?.id}`)).parent_id).toBeNull()

  await page.getByRole('main').getByRole('link', { name: 'Collections', exact: true }).click()
  const question = page.getByRole('dialog', { name: 'Delete folder' })
  await choose(page, name, 'Delete')
  await expectSentence(question, `Are you sure you want to delete **${name} 2027**?`)
  await question.getByRole('button', { name: 'Delete', exact: true }).click()
  await expect(notices(page).getByText('Only empty folders can be deleted.')).toBeVisible()
  await page.getByRole('link', { name }).click()
  await choose(page, below.name, 'Delete')
  await question.getByRole('button', { name: 'Delete', exact: true }).click()
  await expectNotice(page, `Folder **${below.name}** successfully deleted`)
  await expect(page.getByRole('heading', { name: 'This folder is empty' })).toBeVisible()
})

test('browses the collections of a user with paging, and counts them in the tab', async ({ page, api }) => {
  const users = await api.list('search/users?per_page=50')
  const user = await Promise.any(
    users.reverse().map(async (user) => {
      if ((await api.total(`collections?user_id=${user.id}`)) > 0) throw new Error('has collections')
      return user
    }),
  )
  await page.goto(`/users/${user.id}`)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(user.name)
  const tabs = page.getByRole('navigation', { name: 'User sections' })
  await tabs.getByRole('link', { name: 'Collections 0', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'No collections yet' })).toBeVisible()

  await page.getByRole('button', { name: 'New folder' }).click()
  const folder = unique('My trips')
  await page.getByRole('dialog', { name: 'New folder' }).getByLabel('Name').fill(folder)
  await page.keyboard.press('Enter')
  await expectNotice(page, `Folder **${folder}** successfully created`)
  const names = ['Ada', 'Bea', 'Cas']
  const made = []
  for (const name of names) {
    made.push(await api.post('collections', { type: 'personal', user_id: user.id, name: unique(name) }))
    if (name === 'Cas') continue
    await page.goto(`/users/${user.id}/collections?per_page=2`)
    await expect(tabs.getByRole('link', { name: name === 'Ada' ? 'Collection 1' : 'Collections 2', exact: true })).toBeVisible()
  }
  const entries = page.getByRole('list', { name: /^(Folders|Collections)$/ }).getByRole('link')
  await expect(entries).toHaveText([folder, String(made[0]?.name)])
  await page.getByRole('button', { name: 'Next page' }).click()
  await expect(page).toHaveURL(`/users/${user.id}/collections?per_page=2&page=2`)
  await expect(entries).toHaveText([String(made[1]?.name), String(made[2]?.name)])
  await expect(page.getByRole('navigation', { name: 'Pages', exact: true })).toContainText('3–4 of 4')
  await page.goBack()
  await page.getByRole('link', { name: folder }).click()
  await expect(page).toHaveURL(new RegExp(`/users/${user.id}/collections/\\d+$`))

  for (const { id } of made) await api.delete(`collections/${id}`)
  const [own] = await api.list(`users/${user.id}/folders`)
  await api.delete(`folders/${own?.id}`)
})

test('redirects unknown folders and folders of other owners to 404', async ({ page, api, complaints }) => {
  complaints.allow(404)
  const [mine, other] = [await owner(api, 'options/partners', 3), await owner(api, 'options/partners', 4)]
  const theirs = await api.post(`partners/${other.id}/folders`, { name: unique('Theirs') })
  for (const wrong of [String(theirs.id), '999999999', 'abc']) {
    await page.goto(`/partners/${mine.id}/collections/${wrong}`)
    await expect(page).toHaveURL('/404')
  }
  await api.delete(`folders/${theirs.id}`)
})
