import { type Api, asEditor, expect, expectNotice, expectSentence, pick, recordBodies, recordRequests, test } from './test.ts'

type Search = {
  id: number
  duration: number
  cached: boolean
  term: string
  results: number
  filtered_by: string[]
  partner: { id: number; name: string } | null
  user: { id: number; full_name: string; email: string } | null
}

// Searches can't be created through the admin API: the tests read the demo data.
const searches = async (api: Api, query = '') => (await api.list(`search-history?per_page=25${query}`)) as unknown as Search[]
const pace = (ms: number) => (ms > 1000 ? ['danger', 'Very slow'] : ms > 500 ? ['warning', 'Slow'] : ['good', 'Fast'])
const number = (value: number) => new Intl.NumberFormat('en').format(value)

test('lists searches newest first, and filters them by tab, partner and term', async ({ page, api }) => {
  const requests = recordRequests(page, 'GET', 'search-history')
  const all = await searches(api)
  await page.goto('/search-history')
  const tab = (name: string) => page.getByRole('tab', { name })
  await expect(page.getByRole('tab')).toHaveText([/^All Search Results\d/, /^Searches with Zero Results\d/, /^Searches with Results\d/])
  await expect(tab('All Search Results')).toHaveAttribute('aria-selected', 'true')
  await expect(page.getByRole('combobox', { name: 'Partner' })).toHaveAttribute('placeholder', 'All Partners')
  if (all.length === 0) await expect(page.getByRole('heading', { name: 'No searches yet' })).toBeVisible()
  else {
    await expect(page.getByRole('columnheader')).toHaveText(['When', 'Duration', 'Cached', 'Search term', 'Results', 'Partner', 'User'])
    await expect(page.getByRole('columnheader', { name: 'When' })).toHaveAttribute('aria-sort', 'descending')
  }
  for (const [i, search] of all.slice(0, 8).entries()) {
    const cells = page
      .getByRole('row')
      .nth(i + 1)
      .getByRole('cell')
    const [tone, word] = pace(search.duration)
    const results = search.results === 0 ? '0: no results' : number(search.results)
    const user = search.user ? search.user.full_name || search.user.email.toLowerCase() : '—'
    const term = (search.term || '—') + search.filtered_by.join(' · ')
    const cached = search.cached ? 'Yes' : 'No'
    await expect(cells).toHaveText([/\d/, `${word}: ${number(search.duration)} ms`, cached, term, results, search.partner?.name ?? '—', user])
    await expect(cells.nth(1).locator('[data-tone]')).toHaveAttribute('data-tone', tone ?? '')
    if (search.results === 0) await expect(cells.nth(4).locator('span').first()).toHaveCSS('color', 'rgb(194, 47, 47)')
    if (search.partner) await expect(cells.nth(5).getByRole('link')).toHaveAttribute('href', `/partners/${search.partner.id}/details`)
    if (search.user) await expect(cells.nth(6).getByRole('link')).toHaveAttribute('href', `/users/${search.user.id}/details`)
  }

  await tab('Searches with Zero Results').click()
  await expect(page).toHaveURL('/search-history?has_results=zero')
  await expect.poll(() => requests.at(-1)?.searchParams.get('has_results')).toBe('zero')
  await tab('Searches with Results').click()
  await expect(page).toHaveURL('/search-history?has_results=has')
  await expect(page.getByText('0: no results')).toHaveCount(0)
  const [partner] = await api.list('options/partners?per_page=1')
  await pick(page.getByRole('combobox', { name: 'Partner' }), String(partner?.name))
  await expect(page).toHaveURL(`/search-history?has_results=has&partner_id=${partner?.id}`)
  await page.getByRole('searchbox').fill('zzz-nothing')
  await expect(page).toHaveURL(/&query=zzz-nothing$/)
  await expect(page.getByRole('heading', { name: 'No results' })).toBeVisible()
  await expect
    .poll(() => Object.fromEntries(requests.at(-1)?.searchParams ?? []))
    .toMatchObject({
      has_results: 'has',
      partner_id: String(partner?.id),
      query: 'zzz-nothing',
    })
})

test('clears the cache after a confirmation, and logs who did', async ({ page, api }) => {
  const sent = await recordBodies(page, 'POST')
  await page.goto('/search-history')
  await page.getByRole('button', { name: 'Clear cache' }).click()
  const question = page.getByRole('dialog', { name: 'Clear cache' })
  await expectSentence(question, 'Are you sure you want to clear the applications cache?')
  await question.getByRole('button', { name: 'Cancel' }).click()
  await expect(question).toHaveCount(0)
  expect(sent).toEqual([])
  await page.getByRole('button', { name: 'Clear cache' }).click()
  await question.getByRole('button', { name: 'Clear cache' }).click()
  await expectNotice(page, 'The application cache has been successfully cleared')
  expect(sent).toEqual([{ confirm: true }])
  const [logged] = await api.list('activity?action=cleared&per_page=1')
  expect(logged).toMatchObject({ kind: 'search cache', record_name: 'Search cache', user_name: 'First Admin' })
})

test.describe('as an editor', () => {
  test.use(asEditor)

  test('shows the history without the button to clear the cache', async ({ page }) => {
    await page.goto('/search-history')
    await expect(page.getByRole('tab', { name: 'All Search Results' })).toHaveText(/\d/)
    await expect(page.getByRole('button', { name: 'Clear cache' })).toHaveCount(0)
  })
})
