import type { Page } from '@playwright/test'
import { holdRequests } from './requests.ts'
import { walkResource } from './resource.ts'
import { type Api, asEditor, choose, expect, expectNotice, notices, recordBodies, recordRequests, rowOf, test, unique } from './test.ts'

walkResource({ path: '/account-types/11/user-templates', one: 'User template', sorts: { Name: 'name' } })

type Group = { group: string; label: string; permissions: { key: string; label: string; description: string }[] }

const catalogue = async (page: Page): Promise<Group[]> => (await (await page.request.get('/api/admin/account-type-permissions')).json()).permissions

/** kindWith creates an account type with templates of these names. Account types can't be deleted. */
async function kindWith(api: Api, ...names: string[]) {
  const { id, name } = await api.post('account-types', { name: unique('Zeppelin line') })
  const path = `account-types/${id}/user-templates`
  const templates = []
  for (const name of names) templates.push(await api.post(path, { name }))
  return { id, name, path, templates, page: `/account-types/${id}/permissions` }
}

const toggle = (page: Page, permission: string, template: string) => page.getByRole('switch', { name: `${permission} for ${template}`, exact: true })
const head = (page: Page, template: string) => page.getByRole('columnheader', { name: template })
const tab = (page: Page, name: string) => page.getByRole('navigation', { name: 'Account type sections' }).getByRole('link', { name })

test('creates, validates, finds and renames an account type, and adds its first user template', async ({ page, api, complaints }) => {
  complaints.allow(422)
  const name = unique('Halcyon Airships')
  await page.goto('/account-types')
  await expect(page.getByRole('columnheader')).toHaveText(['Name', 'User templates', 'Actions'])
  await expect(page.getByRole('columnheader', { name: 'Name' })).toHaveAttribute('aria-sort', 'ascending')
  await page.getByRole('button', { name: 'New account type' }).click()
  const fresh = page.getByRole('dialog', { name: 'New account type' })
  await fresh.getByRole('button', { name: 'Create account type' }).click()
  await expect(fresh.getByText('This field is required.').first()).toBeVisible()
  await fresh.getByLabel('Name').fill('PARTNER')
  await fresh.getByRole('button', { name: 'Create account type' }).click()
  await expect(fresh.getByText('This name is already in use.').first()).toBeVisible()
  await fresh.getByLabel('Name').fill(name)
  await fresh.getByRole('button', { name: 'Create account type' }).click()
  await expectNotice(page, `Account type **${name}** successfully created`)

  await page.getByRole('searchbox', { name: 'Search account types' }).fill(name.toUpperCase())
  await expect(rowOf(page, name).locator('mark').first()).toHaveText('Halcyon')
  await expect(rowOf(page, name).getByRole('cell').nth(1)).toHaveText('0')
  const sorted = page.waitForRequest((request) => new URL(request.url()).searchParams.get('sort') === '-user_templates_count')
  await page.getByRole('columnheader', { name: 'User templates' }).getByRole('button').click()
  await sorted
  await rowOf(page, name).getByRole('button', { name: 'Actions' }).click()
  await expect(page.getByRole('menuitem')).toHaveText(['Edit'])
  await page.getByRole('menuitem', { name: 'Edit' }).click()
  const form = page.getByRole('dialog', { name: 'Edit account type' })
  await form.getByLabel('Name').fill(`${name} & Sons`)
  await form.getByRole('button', { name: 'Save' }).click()
  await expectNotice(page, `Account type **${name} & Sons** successfully updated`)

  const [made] = await api.list(`account-types?query=${encodeURIComponent(name)}`)
  await page.getByRole('table').getByRole('link', { name }).click()
  await expect(page).toHaveURL(`/account-types/${made?.id}/permissions`)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(`${name} & Sons`)
  await expect(page.getByRole('heading', { name: 'No user templates yet' })).toBeVisible()
  await page.getByRole('button', { name: 'New user template' }).last().click()
  await page.getByRole('dialog', { name: 'New user template' }).getByLabel('Name').fill('Captain')
  await page.getByRole('button', { name: 'Create user template' }).click()
  await expectNotice(page, 'User template **Captain** successfully created')
  await expect(head(page, 'Captain')).toBeVisible()
  await expect(tab(page, 'User templates')).toHaveText('User templates 1')

  await page.getByRole('button', { name: 'Edit' }).click()
  await form.getByLabel('Name').fill(name)
  await form.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(name)
  await tab(page, 'User templates').click()
  await expect(page).toHaveURL(`/account-types/${made?.id}/user-templates`)
  await expect(page.getByRole('link', { name: 'Captain' })).toBeVisible()
  await page.getByRole('navigation', { name: 'Breadcrumb' }).getByRole('link', { name: 'Account types' }).click()
  await page.getByRole('searchbox').fill(name)
  await rowOf(page, name).getByRole('link', { name: '1', exact: true }).click()
  await expect(page).toHaveURL(`/account-types/${made?.id}/user-templates`)
})

test('refuses to delete a user template in use, and shows the number of users', async ({ page, api }) => {
  for (const kind of await api.list('account-types?sort=id')) {
    const used = (await api.list(`account-types/${kind.id}/user-templates`)).find((template) => Number(template.users_count) > 0)
    if (!used) continue
    const [name, count] = [String(used.name), Number(used.users_count).toLocaleString('en')]
    await page.goto(`/account-types/${kind.id}/user-templates`)
    await expect(page.getByRole('columnheader')).toHaveText(['Name', 'Users', 'Actions'])
    await expect(rowOf(page, name).getByRole('link', { name: count, exact: true })).toHaveAttribute('href', `/users?user_template_id=${used.id}`)
    await choose(page, name, 'Delete')
    const question = page.getByRole('dialog', { name: 'Delete user template' })
    await expect(question.getByText('This can’t be deleted because it is used by:')).toBeVisible()
    await expect(question.getByRole('link', { name: `Users: ${count}` })).toHaveAttribute('href', `/users?user_template_id=${used.id}`)
    await page.keyboard.press('Escape')
    await expect(question).toBeHidden()
    await expect(rowOf(page, name)).toBeVisible()
    return
  }
  throw new Error('the demo data has no user with a template')
})

test('saves each permission switch on its own, and reverts it on failure @both', async ({ page, api, complaints }) => {
  complaints.allow('unreachable')
  complaints.allow(404)
  const sent = await recordBodies(page, 'PUT')
  const kind = await kindWith(api, 'Pilot', 'Steward')
  const [pilot, steward] = kind.templates
  const groups = await catalogue(page)
  const all = groups.flatMap((group) => group.permissions)
  const granted = async (id: number | undefined) => {
    const { permissions } = await api.find(`${kind.path}/${id}`)
    return Object.keys(permissions as object).filter((key) => (permissions as Record<string, boolean>)[key])
  }
  const kept = async (id: number | undefined, ...keys: string[]) => expect.poll(() => granted(id)).toEqual(keys.sort())
  await page.goto(`/account-types/${kind.id}`)
  await expect(page).toHaveURL(kind.page)

  // Groups, labels and descriptions are those of the server, with one column per template.
  const table = page.getByRole('table', { name: 'Permissions' })
  await expect(table.locator('th[scope=rowgroup]')).toHaveText(groups.map((group) => group.label))
  await expect(table.getByRole('rowheader').and(table.locator('[scope=row]'))).toHaveText(
    all.map(({ label, description }) => `${label} ${description}`),
  )
  await expect(table.getByRole('columnheader')).toHaveText(['Permission', `Pilot 0 of ${all.length}`, `Steward 0 of ${all.length}`])
  await expect(table.getByRole('switch')).toHaveCount(2 * all.length)
  const [create, edit, remove] = ['Create collections', 'Edit collections', 'Delete collections'] as const

  await toggle(page, create, 'Pilot').click()
  await expect(head(page, 'Pilot')).toHaveText(`Pilot 1 of ${all.length}`)
  await kept(pilot?.id, 'collections.create')
  expect(sent).toEqual([{ permission: 'collections.create', delete: false }])
  await page.reload()
  await expect(toggle(page, create, 'Pilot')).toBeChecked()
  await expect(toggle(page, create, 'Steward')).not.toBeChecked()
  await toggle(page, create, 'Pilot').press('Space')
  await kept(pilot?.id)
  expect(sent.slice(1)).toEqual([{ permission: 'collections.create', delete: true }])

  // Several switches in quick succession, by keyboard: none is lost.
  await toggle(page, create, 'Pilot').focus()
  for (const key of ['Space', 'ArrowRight', 'Space', 'ArrowDown', 'Space', 'ArrowLeft', 'Space', 'ArrowDown', 'Space']) await page.keyboard.press(key)
  await expect(toggle(page, remove, 'Pilot')).toBeFocused()
  await kept(pilot?.id, 'collections.create', 'collections.edit', 'collections.delete')
  await kept(steward?.id, 'collections.create', 'collections.edit')
  expect(sent).toHaveLength(7)

  // Toggled again while the first request is pending: the second request waits for it, and wins.
  const call = `**/api/admin/${kind.path}/${steward?.id}/permission`
  const requests = recordRequests(page, 'PUT', `${kind.path}/${steward?.id}/permission`)
  const release = await holdRequests(page, call)
  await toggle(page, remove, 'Steward').click()
  await expect(toggle(page, remove, 'Steward')).toBeChecked()
  await toggle(page, remove, 'Steward').click()
  await expect(toggle(page, remove, 'Steward')).not.toBeChecked()
  await toggle(page, create, 'Pilot').click() // another switch does not wait
  await kept(pilot?.id, 'collections.edit', 'collections.delete')
  expect(requests).toHaveLength(1)
  const second = page.waitForResponse((answer) => answer.url().endsWith(`/${steward?.id}/permission`) && requests.length === 2)
  release()
  await second
  await page.unroute(call)
  await kept(steward?.id, 'collections.create', 'collections.edit')

  // A failed request reverts the switch and shows a notice.
  await page.route(call, (route) => route.abort())
  await toggle(page, edit, 'Steward').click()
  await expectNotice(page, `**${edit}** for **Steward** was not saved. The server can’t be reached. Check your connection and try again.`)
  await expect(toggle(page, edit, 'Steward')).toBeChecked()
  await expect(head(page, 'Steward')).toHaveText(`Steward 2 of ${all.length}`)
  await page.unroute(call)
  await kept(steward?.id, 'collections.create', 'collections.edit')

  // A colleague deletes the template: its column disappears after the next failed request.
  await api.delete(`${kind.path}/${steward?.id}`)
  await toggle(page, edit, 'Steward').click()
  await expect(notices(page).getByText(/^Edit collections for Steward was not saved\./)).toHaveCount(2)
  await expect(head(page, 'Steward')).toHaveCount(0)
  await expect(toggle(page, edit, 'Pilot')).toBeChecked()
})

test('keeps the matrix headers in view while scrolling, and searches permissions', async ({ page, api }) => {
  const long = 'Regional coordinators of the friends of the airship society'
  const kind = await kindWith(api, long, ...Array.from({ length: 19 }, (_, i) => `Template ${String(i + 1).padStart(2, '0')}`))
  await page.goto(kind.page)
  const matrix = page.getByRole('region', { name: 'Permissions by user template' })
  const box = async (what: ReturnType<Page['locator']>) => {
    const found = await what.boundingBox()
    if (!found) throw new Error('not on the screen')
    return found
  }
  await expect(head(page, long).getByTitle(long)).toBeVisible()
  for (const size of [
    { width: 1360, height: 860 },
    { width: 390, height: 844 },
  ]) {
    await page.setViewportSize(size)
    const [last, name] = [head(page, 'Template 19'), page.getByRole('rowheader', { name: 'Edit branding' })]
    await matrix.evaluate((element) => element.scrollTo(0, 0))
    const before = { head: await box(last), name: await box(name) }
    const corner = await box(page.getByRole('columnheader', { name: 'Permission', exact: true }))
    await matrix.evaluate((element) => element.scrollTo(element.scrollWidth, 900))
    const [area, after, label] = [await box(matrix), await box(last), await box(name)]
    expect(after.y, 'template names stay in place vertically').toBe(before.head.y)
    expect(after.x).toBeLessThan(before.head.x)
    expect(after.x + after.width).toBeLessThanOrEqual(area.x + area.width + 1)
    expect(label.x, 'permission names stay in place horizontally').toBe(before.name.x)
    expect(label.y).toBeLessThan(before.name.y)
    expect(await box(page.getByRole('columnheader', { name: 'Permission', exact: true }))).toEqual(corner)
    expect(area.y + area.height).toBeLessThanOrEqual(size.height)
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(size.width)

    // A switch focused by keyboard is not hidden behind the headers.
    await toggle(page, 'Edit branding', 'Template 19').focus()
    for (let n = 0; n < 17; n++) await page.keyboard.press('ArrowLeft')
    for (let n = 0; n < 12; n++) await page.keyboard.press('ArrowUp')
    const focused = await box(page.locator(':focus'))
    expect(focused.x).toBeGreaterThanOrEqual(corner.x + corner.width)
    expect(focused.y).toBeGreaterThanOrEqual(corner.y + corner.height)
  }

  await page.setViewportSize({ width: 1360, height: 860 })
  const rows = matrix.locator('th[scope=row]')
  const search = page.getByRole('searchbox', { name: 'Search permissions' })
  await search.fill('FOLDERS')
  await expect(rows).toHaveCount(1)
  await expect(rows.locator('mark')).toHaveText(['folders', 'folders'])
  await expect(page).toHaveURL(`${kind.page}?query=FOLDERS`)
  await expect(head(page, 'Template 01')).toHaveText(/^Template 01 0 of \d\d$/)
  await search.fill('team.remove')
  await expect(rows).toHaveText([/^Remove people/])
  const branding = (await catalogue(page)).find((group) => group.group === 'branding')
  await search.fill('branding')
  await expect(matrix.locator('th[scope=rowgroup]').getByText('Branding', { exact: true })).toBeVisible()
  for (const { label } of branding?.permissions ?? []) await expect(rows.getByText(label, { exact: true })).toBeVisible()
  await search.fill('zzz')
  await expect(page.getByRole('heading', { name: 'No results' })).toBeVisible()
  await page.getByRole('main').getByRole('button', { name: 'Clear filters', exact: true }).click()
  await expect(matrix.getByRole('switch').first()).toBeVisible()
  await expect(page).toHaveURL(kind.page)
})

test('grants a group or a whole column at once, and copies the permissions of another template', async ({ page, api }) => {
  const kind = await kindWith(api, 'Pilot', 'Steward')
  const [pilot, steward] = kind.templates
  const groups = await catalogue(page)
  const total = groups.flatMap((group) => group.permissions).length
  const first = groups[0]?.permissions.length ?? 0
  const granted = async (id: number | undefined) => {
    const { permissions } = await api.find(`${kind.path}/${id}`)
    return Object.values(permissions as Record<string, boolean>).filter(Boolean).length
  }
  const act = async (template: string, action: string) => {
    await page.getByRole('button', { name: `Actions for ${template}` }).click()
    await page.getByRole('menuitem', { name: action }).click()
  }
  // From the list of account types, granting a permission takes two clicks.
  await page.goto(`/account-types?query=${encodeURIComponent(kind.name)}`)
  await page.getByRole('link', { name: kind.name }).click()
  await toggle(page, 'Create collections', 'Pilot').click()
  const group = page.getByRole('checkbox', { name: `All ${groups[0]?.label} permissions for Pilot` })
  await expect(group).toBeChecked({ indeterminate: true })
  await group.check()
  await expect(head(page, 'Pilot')).toContainText(`${first} of ${total}`)
  await expect.poll(() => granted(pilot?.id)).toBe(first)

  await act('Steward', 'Copy permissions from Pilot')
  await expectNotice(page, 'Permissions of **Pilot** copied to **Steward**')
  await expect.poll(() => granted(steward?.id)).toBe(first)
  await act('Pilot', 'Grant all')
  await expect(head(page, 'Pilot')).toContainText(`${total} of ${total}`)
  await expect.poll(() => granted(pilot?.id)).toBe(total)
  await notices(page).getByRole('button', { name: 'Undo' }).last().click()
  await expect.poll(() => granted(pilot?.id)).toBe(first)
  await act('Steward', 'Revoke all')
  await expect.poll(() => granted(steward?.id)).toBe(0)
  await group.uncheck()
  await expect.poll(() => granted(pilot?.id)).toBe(0)
  await page.reload()
  await expect(page.getByRole('switch', { checked: true })).toHaveCount(0)
})

test.describe('editors', () => {
  test.use(asEditor)

  test('can read account types, user templates and permissions, but not change them', async ({ page, api }) => {
    const kind = await kindWith(api, 'Navigator')
    const [navigator] = kind.templates
    await api.put(`${kind.path}/${navigator?.id}/permission`, { permission: 'content.browse', delete: false })
    await page.goto(`/account-types?new=1&query=${encodeURIComponent(kind.name)}`)
    await expect(page.getByRole('columnheader')).toHaveText(['Name', 'User templates'])
    await expect(page.getByRole('dialog')).toHaveCount(0)
    const offered = page.getByRole('main').getByRole('button', { name: /New|Edit|Actions/ })
    await expect(offered).toHaveCount(0)

    await page.getByRole('link', { name: kind.name }).click()
    await expect(page.getByText('Only admins can change permissions.')).toBeVisible()
    await expect(toggle(page, 'Browse libraries', 'Navigator')).toBeChecked()
    await expect(toggle(page, 'Browse libraries', 'Navigator')).toBeDisabled()
    await expect(page.getByRole('switch', { disabled: false })).toHaveCount(0)
    await expect(head(page, 'Navigator')).toHaveText(/^Navigator 1 of /)
    await expect(offered).toHaveCount(0)

    await tab(page, 'User templates').click()
    await expect(page.getByRole('cell', { name: 'Navigator', exact: true })).toBeVisible()
    await expect(page.getByRole('columnheader')).toHaveText(['Name', 'Users'])
    await expect(page.getByRole('table').getByRole('link')).toHaveCount(0)
    await expect(offered).toHaveCount(0)

    const template = `/api/admin/${kind.path}/${navigator?.id}`
    const refused = [
      page.request.post('/api/admin/account-types', { data: { name: unique('Mine') } }),
      page.request.put(`/api/admin/account-types/${kind.id}`, { data: { name: unique('Mine') } }),
      page.request.post(`/api/admin/${kind.path}`, { data: { name: 'Mine' } }),
      page.request.put(template, { data: { name: 'Mine' } }),
      page.request.delete(template),
      page.request.put(`${template}/permission`, { data: { permission: 'content.edit', delete: false } }),
    ]
    expect((await Promise.all(refused)).map((answer) => answer.status())).toEqual([403, 403, 403, 403, 403, 403])
    expect((await api.find(`${kind.path}/${navigator?.id}`)).name).toBe('Navigator')
  })
})
