import { type Api, expect, test, unique, uniquePerson } from './test.ts'

/** partnerOf creates a partner, and returns a function that calls the public API with its keys. */
async function partnerOf(api: Api, url: string) {
  const partner = await api.post('partners', { name: unique('Zephyr Traffic') })
  const { api_key, api_secret } = await api.keys(partner.id)
  const call = (method: string, path: string, body?: object) =>
    fetch(`${url}/api/v1/${path}`, {
      method,
      headers: { Authorization: `Basic ${btoa(`${api_key}:${api_secret}`)}`, 'Content-Type': 'application/json', 'User-Agent': 'zephyr/2.1' },
      body: body && JSON.stringify(body),
    })
  return { partner, call }
}

test('shows public API traffic of a partner in insights, search history and API logs @both', async ({ page, api, server }) => {
  const { partner, call } = await partnerOf(api, server.url)
  const user = await api.post('users', {
    ...uniquePerson(),
    partner_id: partner.id,
    password: 'a password of theirs',
    password_confirmation: 'a password of theirs',
  })
  const source = 'https://zephyr.example/trips/azores?season=spring'
  const kinds = ['view', 'view', 'view', 'view', 'view', 'click', 'click', 'lead_intent', 'lead']
  const events = kinds.map((kind, i) => ({ id: `e${i}`, kind, source_url: source, uid: i === 0 ? undefined : user.alt_id }))
  for (const accepted of [9, 0]) expect(await (await call('POST', 'copilot/events', { events })).json()).toMatchObject({ accepted })
  // A change by another test empties the cache between two searches, which is rare.
  let word = ''
  let count = 0
  for (let cached = false; !cached && count < 10; count += 2) {
    word = unique('zephyrous')
    const search = async () => (await call('GET', `search/content?query=${encodeURIComponent(word)}`)).json()
    expect(await search()).toMatchObject({ cached: false, items: [] })
    ;({ cached } = await search())
  }
  expect((await call('GET', 'collections/nowhere')).status).toBe(404)

  // The queue updates the figures within seconds.
  await expect.poll(() => api.total(`copilot-insights/partner/${partner.id}/views-by-page`), { timeout: 20_000 }).toBe(1)
  await page.goto(`/copilot-insights/partner/${partner.id}`)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(partner.name)
  const row = (table: string) => page.getByRole('table', { name: table, exact: true }).locator('tbody').getByRole('row')
  await expect(row('Advisors and partner users').getByRole('cell')).toHaveText([/./, '4', '2', '1', '1'])
  const summaries = page.getByRole('table', { name: 'Advisors and partner users' }).locator('tfoot').getByRole('cell')
  await expect(summaries).toHaveText([/^Unattributed/, '1', '0', '0', '0', 'Total', '5', '2', '1', '1'])
  await expect(row('Pages').getByRole('cell')).toHaveText([source, '5', '2', '1', '1'])

  await page.goto(`/search-history?partner_id=${partner.id}`)
  await expect(page.getByRole('tab')).toHaveText([new RegExp(`${count}$`), new RegExp(`${count}$`), /0$/])
  const searches = page.getByRole('table').locator('tbody').getByRole('row')
  await expect(searches).toHaveCount(count)
  await expect(searches.first().getByRole('cell').nth(3)).toHaveText(word)
  await expect(searches.getByText('0: no results')).toHaveCount(count)
  await expect(searches.first().getByRole('cell').nth(2)).toHaveText('Yes')
  await expect(searches.last().getByRole('cell').nth(2)).toHaveText('No')

  await page.goto(`/api-logs?partner=${partner.id}`)
  const calls = page.getByRole('table').locator('tbody').getByRole('row')
  await expect(calls).toHaveCount(count + 3)
  await expect(calls.first()).toContainText('/api/v1/collections/nowhere')
  await expect(calls.first()).toContainText('Not Found')
  await calls.nth(1).getByRole('link').first().click()
  const dialog = page.getByRole('dialog')
  await expect(dialog).toContainText(partner.name)
  await expect(dialog).toContainText('/api/v1/search/content')
  await expect(dialog).toContainText(word)
  await expect(dialog).toContainText('zephyr/2.1')
  await expect(dialog).toContainText('127.0.0.1')
})
