import { type Api, choose, expect, expectNotice, expectSentence, pick, recordRequests, rowOf, test } from './test.ts'

type Shared = {
  id: number
  name: string
  type: string
  user: { id: number; full_name: string; email: string; deactivated_at: string | null }
  collection: { id: number; name: string; partner: { id: number; name: string } | null; public: boolean; expired: boolean }
  has_personal_message: boolean
  personalisations_count: number
  created_at_diff: string
}

/** all returns the shared collections of the demo data, newest first. Tests that delete one take it from the end. */
const all = async (api: Api, type = 'user-accepted') => (await api.list(`shared-collections?type=${type}&per_page=100`)) as unknown as Shared[]

function first<T>(list: readonly T[], fits: (one: T) => boolean): T {
  const found = list.find(fits)
  if (found === undefined) throw new Error('the demo data has no match')
  return found
}

test('lists collections accepted by users by default, and filters by type and partner', async ({ page, api }) => {
  const requests = recordRequests(page, 'GET', 'shared-collections')
  await page.goto('/shared-collections')
  const heads = ['Collection', 'Partner', 'User', 'Personal message', 'Personalisations', 'Accepted', 'Actions']
  await expect(page.getByRole('columnheader')).toHaveText(heads)
  await expect(page.getByRole('columnheader', { name: 'Accepted' })).toHaveAttribute('aria-sort', 'descending')
  const type = page.getByRole('combobox', { name: 'Type' })
  const partner = page.getByRole('combobox', { name: 'Partner' })
  await expect(type).toHaveValue('User accepted')
  await expect(partner).toHaveAttribute('placeholder', 'All Partners')
  expect(requests.map((url) => url.searchParams.get('type'))).toEqual(['user-accepted'])
  await expect(page.getByRole('button', { name: 'Clear' })).toHaveCount(0)

  const users = await all(api)
  const rows = page.getByRole('table').getByRole('row')
  const row = (shared: Shared) => rows.filter({ has: page.locator(`a[href="/shared-collections/${shared.id}"]`) })
  const zero = first(users, (one) => one.personalisations_count === 0)
  const some = first(users, (one) => one.personalisations_count > 0 && one.has_personal_message)
  await expect(row(zero).getByRole('cell').nth(4)).toHaveText('0')
  await expect(row(zero).getByRole('cell').nth(4).getByText('0')).toHaveCSS('color', 'rgb(194, 47, 47)')
  await expect(row(some).getByRole('cell').nth(4).locator('span')).not.toHaveCSS('color', 'rgb(194, 47, 47)')
  await expect(row(zero).getByRole('cell').nth(3)).toContainText(zero.has_personal_message ? 'Yes' : 'No')
  await expect(row(some).getByRole('cell').nth(3)).toContainText('Yes')
  await expect(row(some).getByRole('cell').nth(5)).toHaveText(some.created_at_diff)
  await expect(row(some).getByRole('link', { name: some.user.full_name })).toHaveAttribute('href', `/users/${some.user.id}/details`)
  const { partner: whose } = some.collection
  await expect(row(some).getByRole('link', { name: String(whose?.name) })).toHaveAttribute('href', `/partners/${whose?.id}/details`)

  const auto = await all(api, 'auto-accepted')
  const alone = first(auto, (one) => one.collection.partner === null)
  await expect(row(alone)).toHaveCount(0)
  await type.click()
  await page.getByRole('option', { name: 'All', exact: true }).click()
  await expect(page).toHaveURL('/shared-collections?type=all')
  await expect(row(alone).getByRole('cell').nth(1)).toHaveText('—')
  expect(requests.at(-1)?.searchParams.get('type')).toBe('all')

  const other = first(auto, (one) => one.collection.partner !== null).collection.partner
  await pick(partner, String(other?.name))
  await expect(page).toHaveURL(`/shared-collections?type=all&partner=${other?.id}`)
  await expect(row(alone)).toHaveCount(0)
  const names = page.getByRole('table').locator(`a[href="/partners/${other?.id}/details"]`)
  await expect(names).toHaveCount((await rows.count()) - 1)

  await page.getByRole('button', { name: 'Clear filters', exact: true }).click()
  await expect(page).toHaveURL('/shared-collections')
  await expect(type).toHaveValue('User accepted')
})

test('searches shared collections by collection, partner and user, and opens filtered lists by link', async ({ page, api }) => {
  const users = await all(api)
  const one = first(users, ({ collection }) => collection.partner !== null)
  const whole = { name: one.name, partner: String(one.collection.partner?.name), user: one.user.full_name }
  await page.goto('/shared-collections')
  for (const words of Object.values(whole)) {
    await page.getByRole('searchbox').fill(words)
    const row = page.getByRole('row').filter({ has: page.locator(`a[href="/shared-collections/${one.id}"]`) })
    const marked = row.getByRole('link', { name: words }).locator('mark')
    await expect(marked.first()).toHaveText(words.split(' ')[0] ?? '')
  }
  await page.goto(`/users/${one.user.id}/shared-collections`)
  const whose = page.getByRole('table', { name: 'Associated Partners' }).getByRole('row').filter({ hasText: whole.partner })
  await whose.getByRole('link', { name: /^\d+$/ }).click()
  await expect(page).toHaveURL(`/shared-collections?partner=${one.collection.partner?.id}&type=all&user_id=${one.user.id}`)
  await expect(page.getByRole('list', { name: 'Filters' })).toHaveText(`User: ${one.user.full_name}`)
  const people = page.getByRole('table').locator(`a[href="/users/${one.user.id}/details"]`)
  await expect(people.first()).toBeVisible()
  await expect(people).toHaveCount((await page.getByRole('row').count()) - 1)
})

/** hasPages reports whether the pages that the user personalised exist. */
const hasPages = ({ user, collection }: Shared) => collection.public && !collection.expired && !user.deactivated_at

test('shows the user, base collection and personalisations of a shared collection', async ({ page, api }) => {
  const shared = first(
    await all(api),
    (one) => one.personalisations_count > 1 && one.collection.partner !== null && one.has_personal_message && hasPages(one),
  )
  const made = (await api.list(`shared-collections/${shared.id}/personalisations?sort=-created_at`)) as unknown as {
    id: number
    name: string
    landing_page_url: string
    personal_message: string
    cta_display: string
    content_customisations_count: number
  }[]
  await page.goto(`/shared-collections/${shared.id}`)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(shared.name)
  const card = page.getByRole('region', { name: 'Shared collection', exact: true })
  await expect(card.locator('dd').first()).toHaveText(String(shared.id))
  await expect(card.getByRole('link', { name: shared.user.full_name })).toHaveAttribute('href', `/users/${shared.user.id}/details`)
  await expect(card.getByRole('time')).toBeVisible()
  const base = page.getByRole('region', { name: 'Base Collection' })
  await expect(base.getByRole('link', { name: shared.collection.name })).toHaveAttribute('href', `/collections/${shared.collection.id}`)
  const { partner } = shared.collection
  await expect(base.getByRole('link', { name: String(partner?.name) })).toHaveAttribute('href', `/partners/${partner?.id}/details`)

  const table = page.getByRole('table', { name: 'Personalisations' })
  await expect(table.getByRole('columnheader')).toHaveText(['Name', 'Personal message', 'CTA', 'Customisations', 'Created'])
  await expect(table.getByRole('link')).toHaveText(made.map((one) => one.name))
  const list = page.getByRole('list', { name: 'Personal messages' })
  for (const [i, one] of made.entries()) {
    const cells = table
      .getByRole('row')
      .nth(i + 1)
      .getByRole('cell')
    await expect(cells.nth(0).getByRole('link')).toHaveAttribute('href', one.landing_page_url)
    await expect(cells.nth(0).getByRole('link')).toHaveAttribute('target', '_blank')
    await expect(cells.nth(1)).toHaveText(one.personal_message || '—')
    await expect(cells.nth(2)).toContainText(one.cta_display === 'none' ? 'No' : 'Yes')
    await expect(cells.nth(3)).toContainText(one.content_customisations_count === 0 ? 'No' : 'Yes')
    const entry = list.getByRole('listitem').nth(i)
    await expect(entry).toContainText(one.name)
    await expect(entry).toContainText(one.personal_message || 'No personal message')
    await expect(entry).toContainText(new RegExp(one.cta_display === 'none' ? 'No CTA' : `CTA: ${one.cta_display.replace(/[-_]/g, '.')}`, 'i'))
  }
  const word = made[0]?.name ?? ''
  await page.getByRole('searchbox').fill(word)
  await expect(table.getByRole('link', { name: word }).first().locator('mark').first()).toHaveText(word.split(' ')[0] ?? '')
  await page.getByRole('searchbox').fill('zzz-nothing')
  await expect(page.getByRole('heading', { name: 'No results' })).toBeVisible()
  await expect(list.getByRole('listitem')).toHaveCount(made.length)
})

test('opens the page that a user personalised, or says why there is none', async ({ page, context, api }) => {
  const made = (await all(api)).filter((one) => one.has_personal_message)
  const [shown, unpublished] = [first(made, hasPages), first(made, ({ collection }) => !collection.public && !collection.expired)]
  const [message] = (await api.list(`shared-collections/${shown.id}/personalisations`)).filter((one) => one.personal_message !== '')
  await page.goto(`/shared-collections/${shown.id}`)
  const table = page.getByRole('table', { name: 'Personalisations' })
  const opened = context.waitForEvent('page')
  await table.getByRole('link', { name: String(message?.name) }).click()
  const live = await opened
  await expect(live.getByRole('heading', { level: 1 })).toHaveText(shown.name)
  await expect(live.getByText(String(message?.personal_message))).toBeVisible()
  await live.close()

  await page.goto(`/shared-collections/${unpublished.id}`)
  await expect(table.getByRole('link').first()).toHaveAttribute('title', /^The page (is not|will be) public/)
  await expect(table.getByRole('link').first()).not.toHaveAttribute('href')
  await expect(page.getByText(/^The page (is not|will be) public/)).toBeVisible()
})

test('deletes a shared collection from its page and from the list', async ({ page, api }) => {
  const [last, before] = (await all(api)).reverse()
  if (!last || !before) throw new Error('the demo data has too few')
  await page.goto(`/shared-collections/${last.id}`)
  await page.getByRole('button', { name: 'Delete' }).click()
  const question = page.getByRole('dialog', { name: 'Delete shared collection' })
  await expectSentence(question, `Are you sure you want to delete **${last.name}**?`)
  await question.getByRole('button', { name: 'Delete', exact: true }).click()
  await expectNotice(page, `Shared collection **${last.name}** successfully deleted`)
  await expect(page).toHaveURL('/shared-collections')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Shared collections')

  await page.goto(`/shared-collections?type=all&collection_id=${before.collection.id}&user_id=${before.user.id}`)
  await expect(rowOf(page, before.name)).toHaveCount(1)
  await choose(page, before.name, 'Delete')
  await question.getByRole('button', { name: 'Delete', exact: true }).click()
  await expectNotice(page, `Shared collection **${before.name}** successfully deleted`)
  await expect(page.getByRole('heading', { name: 'No results' })).toBeVisible()
  expect((await all(api, 'all')).filter(({ id }) => id === last.id || id === before.id)).toEqual([])
})
