import { type Api, expect, pick, recordRequests, test } from './test.ts'

type Log = {
  id: number
  duration: number
  status_code: number
  method: string
  path: string
  reason: string
  error_code: string
  error_message: string
  results: number | null
  parameters_count: number
  caller: string
  partner: { id: number; name: string } | null
  user: { id: number; name: string } | null
  ip_address: string
  user_agent: string
  parameters?: Record<string, unknown>
}

// Log entries can't be created through the API: the tests read the demo data.
const logs = async (api: Api, query = '') => (await api.list(`api-logs?per_page=25${query}`)) as unknown as Log[]
const labels: Record<number, string> = { 500: 'API Error', 405: 'Not Allowed', 404: 'Not Found', 401: 'Forbidden' }
const pace = (ms: number) => (ms > 1000 ? ['danger', 'Very slow'] : ms > 500 ? ['warning', 'Slow'] : ['good', 'Fast'])
const partnerOf = ({ partner, user, caller }: Log) => partner?.name ?? (caller === 'app' ? (user?.name ?? 'The app') : 'Not logged in')
const number = (value: number) => new Intl.NumberFormat('en').format(value)

test('lists requests to the public API, newest first, and filters them', async ({ page, api }) => {
  const requests = recordRequests(page, 'GET', 'api-logs')
  const all = await logs(api)
  await page.goto('/api-logs')
  await expect(page.getByRole('combobox', { name: 'Status' })).toHaveValue('All requests')
  await expect(page.getByRole('combobox', { name: 'Partner' })).toHaveAttribute('placeholder', 'All Partners')
  if (all.length === 0) await expect(page.getByRole('heading', { name: 'No requests yet' })).toBeVisible()
  else {
    await expect(page.getByRole('columnheader')).toHaveText([
      'Time',
      'Duration',
      'Status',
      'Method',
      'Endpoint',
      'Reason',
      'Results',
      'Parameters',
      'Partner',
    ])
    await expect(page.getByRole('columnheader', { name: 'Time' })).toHaveAttribute('aria-sort', 'descending')
  }
  for (const log of all.slice(0, 8)) {
    const row = page.getByRole('row').filter({ has: page.locator(`a[href$="log=${log.id}"]`) })
    const [tone, word] = pace(log.duration)
    const status = labels[log.status_code] ?? String(log.status_code)
    const partner = partnerOf(log)
    const results = log.results === null ? '—' : number(log.results)
    await expect(row.getByRole('cell')).toHaveText([
      /\d\d:\d\d:\d\d$/,
      `${word}: ${number(log.duration)} ms`,
      status,
      log.method || '—',
      log.path,
      log.reason || '—',
      results,
      number(log.parameters_count),
      partner,
    ])
    await expect(row.getByRole('cell').nth(1).locator('[data-tone]')).toHaveAttribute('data-tone', tone ?? '')
    if (log.partner) await expect(row.getByRole('link', { name: partner })).toHaveAttribute('href', `/partners/${log.partner.id}/details`)
  }

  await page.getByRole('combobox', { name: 'Status' }).click()
  await expect(page.getByRole('option')).toHaveText(['All requests', 'Success', 'Refused (4xx)', 'Failed (5xx)'])
  await page.getByRole('option', { name: 'Success' }).click()
  await expect(page).toHaveURL('/api-logs?status=success')
  await expect(
    page
      .getByRole('row')
      .locator('[data-tone]')
      .getByText(/^(API Error|Not Allowed|Not Found|Forbidden|[45]\d\d)$/),
  ).toHaveCount(0)
  const [partner] = await api.list('options/partners?per_page=1')
  await pick(page.getByRole('combobox', { name: 'Partner' }), String(partner?.name))
  await expect(page).toHaveURL(`/api-logs?status=success&partner=${partner?.id}`)
  await page.getByRole('searchbox', { name: 'Search API logs' }).fill('zzz-nothing')
  await expect(page).toHaveURL(/&query=zzz-nothing$/)
  await expect(page.getByRole('heading', { name: 'No results' })).toBeVisible()
  await expect
    .poll(() => Object.fromEntries(requests.at(-1)?.searchParams ?? []))
    .toMatchObject({
      status: 'success',
      partner: String(partner?.id),
      query: 'zzz-nothing',
    })
})

test('opens a request from its row, its link and its URL, and shows all details', async ({ page, api }) => {
  const all = await logs(api)
  const log = all.find(({ parameters_count }) => parameters_count > 0) ?? all[0]
  const whole = (await api.find(`api-logs/${log?.id}`)) as unknown as Log
  await page.goto('/api-logs')
  const link = page.locator(`a[href$="log=${whole.id}"]`)
  await page.getByRole('row').filter({ has: link }).getByRole('cell').nth(6).click()
  await expect(page).toHaveURL(`/api-logs?log=${whole.id}`)
  const dialog = page.getByRole('dialog', { name: 'API request' })
  const fact = (label: string) => dialog.locator('dl > div').filter({ has: page.locator(`dt:text-is("${label}")`) })
  await expect(fact('Partner')).toContainText(partnerOf(whole))
  await expect(fact('Path')).toContainText(whole.path)
  await expect(fact('IP address')).toContainText(whole.ip_address || '—')
  await expect(fact('User agent')).toContainText(whole.user_agent || '—')
  await expect(fact('Request time').getByRole('time')).toBeVisible()
  const parameters = dialog.getByRole('table', { name: 'Parameters' })
  await expect(parameters.getByRole('rowheader')).toHaveText(Object.keys(whole.parameters ?? {}))

  await page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)
  await link.focus()
  await page.keyboard.press('Enter')
  await expect(dialog).toBeVisible()
  await page.reload()
  await expect(fact('Path')).toContainText(whole.path)
})

test('shows why requests were refused, and filters by method', async ({ page, api }) => {
  const [log] = await logs(api, '&status=refused&method=PUT')
  if (!log) throw new Error('the demo data has no refused request with PUT')
  await page.goto('/api-logs?status=refused')
  await expect(page.getByRole('row').locator('[data-tone="good"]').getByText('200')).toHaveCount(0)
  await page.getByRole('combobox', { name: 'Method' }).click()
  await page.getByRole('option', { name: 'PUT' }).click()
  await expect(page).toHaveURL('/api-logs?status=refused&method=PUT')
  await page.locator(`a[href$="log=${log.id}"]`).click()
  const dialog = page.getByRole('dialog', { name: 'API request' })
  const fact = (label: string) => dialog.locator('dl > div').filter({ has: page.locator(`dt:text-is("${label}")`) })
  await expect(fact('Method')).toContainText('PUT')
  await expect(fact('Reason')).toContainText('This method is not allowed here.')
  await expect(fact('Reason')).toContainText('method_not_allowed')
  await expect(fact('Request time').getByRole('time')).toContainText(/\d\d:\d\d:\d\d/)
})

test('lists the invalid fields of a refused request', async ({ page, api }) => {
  const [log] = await logs(api, '&status=refused&query=per_page')
  if (!log) throw new Error('the demo data has no request with invalid parameters')
  await page.goto(`/api-logs?log=${log.id}`)
  const reason = page.getByRole('dialog', { name: 'API request' }).locator('dl > div').filter({ hasText: 'Reason' })
  await expect(reason.getByRole('listitem')).toHaveText(['per_page Must be between 1 and 100.', 'tags Is not a parameter of this call.'])
})

test('reports a request that no longer exists', async ({ page, complaints }) => {
  complaints.allow(404)
  await page.goto('/api-logs?log=999999999')
  await expect(page.getByRole('dialog', { name: 'API request' }).getByRole('alert')).toBeVisible()
})
