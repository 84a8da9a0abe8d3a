import type { Page } from '@playwright/test'
import { expect, expectNotice, expectSentence, notices, rowOf, test, unique } from './test.ts'

type Counts = Record<string, { total: number }>

/** answerOf waits for the response of an endpoint. */
const answerOf = async (page: Page, path: string) =>
  (await page.waitForResponse((answer) => new URL(answer.url()).pathname === `/api/admin/${path}`)).json()

test('lists partners by name with counts by account type, and filters and sorts them', async ({ page, api }) => {
  const lines = await api.list('options/account-types?query=cruise')
  const cruise = await api.post('partners', { name: unique('Wherry Line'), account_type_id: lines[0]?.id })
  const other = await api.post('partners', { name: cruise.name.replace('Line', 'Land') })
  const responses = Promise.all([answerOf(page, 'options/account-types'), answerOf(page, 'partners')])
  await page.goto('/partners')
  const [types, list] = await responses
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Partners')
  await expect(page.getByRole('columnheader')).toHaveText([
    ...['Partner', 'Contact', 'PID', 'Collections', 'Users', 'SharedShared collections', 'Accessed', 'Added', 'Actions'],
  ])
  await expect(page.getByRole('columnheader', { name: 'Partner' })).toHaveAttribute('aria-sort', 'ascending')
  const counts = list.meta.counts as Counts
  await expect(page.getByRole('tab')).toHaveText([
    `All Partners${counts.all?.total}`,
    ...(types.items as { id: number; name: string }[]).map(({ id, name }) => `${name}${counts[id]?.total}`),
  ])
  for (const [column, sort] of Object.entries({
    Partner: 'name',
    Collections: 'collections_count',
    Users: 'users_count',
    'Shared collections': 'shared_collections_count',
    Accessed: 'last_login_at',
    Added: 'created_at',
  })) {
    const head = page.getByRole('columnheader', { name: column, exact: true })
    const request = page.waitForRequest((request) => new URL(request.url()).searchParams.get('sort')?.replace('-', '') === sort)
    await head.getByRole('button').click()
    await request
    await expect(head).toHaveAttribute('aria-sort', /ascending|descending/)
  }

  await page.getByRole('searchbox').fill(cruise.name.split(' ').at(-1) ?? '')
  await expect(page.getByRole('table').getByRole('row')).toHaveCount(3)
  await page.getByRole('tab', { name: 'Cruise line' }).click()
  await expect(page.getByRole('table').getByRole('row')).toHaveCount(2)
  await expect(rowOf(page, cruise.name)).toContainText('Cruise line')
  await expect(page).toHaveURL(new RegExp(`account_type_id=${lines[0]?.id}`))
  await page.getByRole('tab', { name: 'All Partners' }).click()
  await expect(rowOf(page, other.name)).toBeVisible()
})

test('creates, finds, opens, deletes and restores a partner @both', async ({ page, api, context, complaints }) => {
  complaints.allow(422)
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const taken = await api.post('partners', { name: unique('Yacht Holidays') })
  const name = unique('Yawl Holidays')
  await page.goto('/partners')
  const search = page.getByRole('searchbox', { name: 'Search by name, slug, e-mail or PID' })
  await search.fill(name.toUpperCase())
  await expect(page.getByRole('heading', { name: 'No results' })).toBeVisible()
  await page.getByRole('button', { name: 'New partner' }).click()
  const form = page.getByRole('dialog', { name: 'New partner' })
  await expect(form.getByRole('combobox', { name: 'Account type' })).toHaveValue('Partner')
  const slug = form.getByLabel('Slug', { exact: true })
  await form.getByRole('button', { name: 'Create partner' }).click()
  await expect(form.locator('[data-field=name]')).toContainText('This field is required.')
  await form.getByLabel('Name', { exact: true }).fill('A  B')
  await expect(slug).toHaveValue('a-b')
  await form.getByLabel('Name', { exact: true }).fill(name)
  await expect(slug).toHaveValue(name.toLowerCase().replaceAll(' ', '-'))
  await form.getByLabel('E-mail', { exact: true }).fill('hello@yawl.example')
  await form.getByLabel('Phone', { exact: true }).fill('+44 20 7946 0958')
  await slug.fill(String(taken.slug))
  await form.getByRole('button', { name: 'Create partner' }).click()
  await expect(form.locator('[data-field=slug]')).toContainText('This slug is already in use.')
  await expect(slug).toBeFocused()
  await slug.fill('')
  await form.getByLabel('Name', { exact: true }).fill(`${name} `)
  await expect(slug).toHaveValue(name.toLowerCase().replaceAll(' ', '-')) // an empty slug follows the name again
  await form.getByRole('button', { name: 'Create partner' }).click()
  await expectNotice(page, `Partner **${name}** successfully created`)
  await expect(notices(page).getByRole('link', { name: 'Open' })).toHaveAttribute('href', /^\/partners\/\d+\/details$/)
  await expect(page.getByRole('table').getByRole('row')).toHaveCount(2)
  await expect(rowOf(page, name).locator('mark').first()).toHaveText('Yawl')
  await expect(rowOf(page, name).getByRole('cell').nth(1)).toHaveText('hello@yawl.example+44 20 7946 0958')
  const [made] = await api.list(`partners?query=${encodeURIComponent(name)}`)
  expect(made).toMatchObject({ name, account_type_id: 11, slug: name.toLowerCase().replaceAll(' ', '-') })
  const pid = String(made?.alt_id)
  await rowOf(page, name).getByRole('button', { name: 'Copy PID' }).click()
  await expectNotice(page, 'Copied!')
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(pid)
  await search.fill(taken.name)
  await expect(rowOf(page, taken.name)).toBeVisible()
  await search.fill(pid)
  await expect(page.getByRole('table').getByRole('link')).toHaveAttribute('href', `/partners/${made?.id}/details`)
  await expect(rowOf(page, name).getByText(pid)).toBeVisible()

  await page.getByRole('table').getByRole('link', { name }).click()
  await expect(page).toHaveURL(`/partners/${made?.id}/details`)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(name)
  await expect(page.getByRole('navigation', { name: 'Partner sections' }).getByRole('link')).toHaveText([
    ...['Details', 'Customisations', 'Collections 0', 'Sites 0', 'Users 0'],
  ])
  await page.getByRole('button', { name: 'Delete partner' }).click()
  const question = page.getByRole('dialog', { name: 'Delete partner' })
  await expectSentence(question, `Are you sure you want to delete **${name}**?`)
  await expect(question).toContainText(
    'Its users, collections, sites and markets are moved to the trash with it, and its API keys stop working immediately.',
  )
  await question.getByRole('button', { name: 'Delete', exact: true }).click()
  await expectNotice(page, `Partner **${name}** successfully deleted`)
  await expect(page).toHaveURL(`/partners?query=${pid}`) // the list as it was
  expect(await api.total(`partners?query=${encodeURIComponent(name)}`)).toBe(0)

  await page.goto(`/trash?query=${encodeURIComponent(name)}`)
  const thrown = page.getByRole('row').filter({ hasText: name })
  await expect(thrown.getByRole('cell', { name: 'Partner', exact: true })).toBeVisible()
  await thrown.getByRole('button', { name: 'Actions' }).click()
  await page.getByRole('menuitem', { name: 'Restore' }).click()
  await expectNotice(page, `**${name}** successfully restored`)
  expect(await api.find(`partners/${made?.id}`)).toMatchObject({ name, alt_id: pid })
})

test('offers no way to delete the platform’s own partner', async ({ page }) => {
  await page.goto('/partners?query=House')
  const house = page.getByRole('row').filter({ has: page.locator('a[href="/partners/1/details"]') })
  await house.getByRole('button', { name: 'Actions' }).click()
  await expect(page.getByRole('menuitem', { name: 'Delete' })).toBeDisabled()
  await expect(page.getByRole('menuitem', { name: 'Delete' })).toHaveAccessibleDescription('House is built in and can’t be deleted.')
  await page.getByRole('menuitem', { name: 'Edit' }).click() // a partner is edited on its page
  await expect(page).toHaveURL('/partners/1/details')
  await expect(page.getByRole('button', { name: 'Edit partner' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Delete partner' })).toHaveCount(0)
})
