import type { Page } from '@playwright/test'
import { type Api, card, expect, expectMissing, fact, test, unique, uniquePerson } from './test.ts'

type User = {
  id: number
  full_name: string
  email: string
  initials: string
  personal_photo: object | null
  partner: { name: string } | null
}
type Row = Record<string, unknown> & { partner?: { id: number; name: string }; user?: User; source_url?: string }

const named = ({ full_name, email, partner }: User) => {
  const [name, about] = full_name ? [full_name, email] : [email, 'No name given']
  return [name, partner ? `${about} · ${partner.name}` : about]
}

/** The title of the table of users. */
const people = 'Advisors and partner users'

const figures = ['views', 'clicks', 'lead_intents', 'leads']
const heads = ['Views', 'Clicks', 'Lead intents', 'Leads']

/** asked returns the next response for one of the tables. Other tests change the counts, so the page must show exactly this response. */
async function asked(page: Page, path: string) {
  const answer = await page.waitForResponse((response) => new URL(response.url()).pathname === `/api/admin/copilot-insights/${path}`)
  const { items, meta, ...sums } = (await answer.json()) as { items: Row[]; meta: { total: number }; unattributed: Figures; total: Figures }
  return { rows: items, total: meta.total, sums, query: Object.fromEntries(new URL(answer.url()).searchParams) }
}

type Figures = Record<string, number>
type Shown = { rows: Row[]; total: number; sums: { unattributed: Figures; total: Figures } }

/** shows compares the rows of a table with those of the response. */
async function shows(page: Page, title: string, { rows, total, sums }: Shown, other?: string) {
  const table = page.getByRole('table', { name: title, exact: true })
  const summaries = Object.entries({ Unattributed: sums.unattributed, Total: sums.total }).filter(([, of]) => Object.values(of).some((n) => n > 0))
  if (rows.length === 0 && summaries.length === 0) return expect(table).toHaveCount(0)
  const inSummary = ([name, of]: [string, Figures]) => new RegExp(`^${name}.*?${figures.map((figure) => of[figure]?.toLocaleString('en')).join('')}$`)
  await expect(table.locator('tfoot').getByRole('row')).toHaveText(summaries.map(inSummary))
  const columns = [...(other ? [other] : []), ...figures]
  const lines = rows.map(({ partner, user, source_url, ...row }) => {
    const about = user ? [user.personal_photo ? '' : user.initials, ...named(user)] : [partner?.name ?? source_url]
    return [...about, ...columns.map((figure) => Number(row[figure]).toLocaleString('en'))].join('')
  })
  await expect(table.locator('tbody').getByRole('row')).toHaveText(lines)
  await expect(page.getByRole('navigation', { name: `Pages: ${title}` })).toContainText(` of ${total.toLocaleString('en')}`)
}

/** fits reports whether the page needs no horizontal scrolling. */
const fits = (page: Page) => page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)

const unmeasured = ['Sources', 'Countries', 'Languages']

/** placeholders checks that the placeholder cards exist and contain no figures. */
async function placeholders(page: Page) {
  await expect(page.getByRole('list', { name: 'Not measured yet' }).getByRole('heading')).toHaveText(unmeasured)
  for (const title of unmeasured) {
    await expect(card(page, title).getByText('Not measured yet', { exact: true })).toBeVisible()
    await expect(card(page, title)).not.toContainText(/\d/)
  }
}

test('shows highlights compared with the previous period, partners, advisors and placeholders', async ({ page }) => {
  const answered = page.waitForResponse('**/api/admin/users/highlights')
  const [partners, advisors] = [asked(page, 'views-by-partner'), asked(page, 'views-by-user')]
  await page.goto('/copilot-insights')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Copilot insights')
  const { now, previous } = await (await answered).json()
  const tiles = page.getByRole('region', { name: 'Highlights' })
  await expect(tiles.getByRole('term')).toHaveText(['Advisors', 'Views', 'Clicks', 'Leads'])
  const expected = ['advisors_count', 'views', 'clicks', 'leads'].flatMap((of) => {
    const by = previous[of] ? Math.round(((now[of] - previous[of]) / previous[of]) * 10_000) / 100 : 0
    const change = `${by > 0 ? 'Up +' : by < 0 ? 'Down −' : 'Unchanged '}${Math.abs(by).toLocaleString('en')}%`
    const [is, was] = [now[of].toLocaleString('en'), previous[of].toLocaleString('en')]
    return [`${is}${change}`, `vs previous 30 days: now ${is}, previous ${was}`]
  })
  await expect(tiles.getByRole('definition')).toHaveText(expected)

  expect((await partners).query).toEqual({ page: '1', per_page: '10', sort: '-views' })
  expect((await advisors).query).toEqual({ page: '1', per_page: '10', sort: '-views' })
  await shows(page, 'Partners', await partners, 'advisors_count')
  await shows(page, people, await advisors, 'partners_count')
  await expect(page.getByText('Last 30 days', { exact: true })).toHaveCount(2)
  await placeholders(page)
})

test('sorts and pages each table separately, keeps the state in the URL, and links to partners, advisors and pages @both', async ({ page, api }) => {
  await page.goto('/copilot-insights')
  const words = () => Object.fromEntries(new URL(page.url()).searchParams)
  for (const [title, path, prefix, one, other, field] of [
    ['Partners', 'views-by-partner', 'partners', 'Partner', 'Advisors', 'advisors_count'],
    [people, 'views-by-user', 'advisors', 'User', 'Partners', 'partners_count'],
  ] as const) {
    const before = words()
    const table = page.getByRole('table', { name: title, exact: true })
    await expect(table.getByRole('columnheader')).toHaveText([one, other, ...heads])
    await expect(table.getByRole('columnheader', { name: 'Views' })).toHaveAttribute('aria-sort', 'descending')
    for (const [head, sort] of [
      ['Views', 'views'],
      ['Clicks', '-clicks'],
      ['Clicks', 'clicks'],
      ['Lead intents', '-lead_intents'],
      ['Leads', '-leads'],
      [other, `-${field}`],
    ] as const) {
      const answer = asked(page, path)
      await table.getByRole('columnheader', { name: head }).getByRole('button').click()
      const { rows, query, ...more } = await answer
      expect(query.sort).toBe(sort)
      const counts = rows.map((row) => Number(row[sort.replace('-', '')]))
      expect(counts).toEqual(counts.toSorted((a, b) => (sort.startsWith('-') ? b - a : a - b)))
      await shows(page, title, { rows, ...more }, field)
      expect(words()).toEqual({ ...before, [`${prefix}.sort`]: sort })
    }

    const pager = page.getByRole('navigation', { name: `Pages: ${title}` })
    const next = pager.getByRole('button', { name: 'Next page' })
    await expect(pager.getByRole('combobox')).toHaveCount(0)
    if ((await api.total(`copilot-insights/${path}`)) > 10) {
      const second = asked(page, path)
      await next.click()
      await shows(page, title, await second, field)
      expect(words()).toEqual({ ...before, [`${prefix}.sort`]: `-${field}`, [`${prefix}.page`]: '2' })
    } else await expect(next).toBeDisabled()
  }
  const [again, there] = [asked(page, 'views-by-partner'), asked(page, 'views-by-user')]
  await page.reload()
  await shows(page, 'Partners', await again, 'advisors_count')
  await shows(page, people, await there, 'partners_count')

  // From an advisor to a partner, and to a page of its sites.
  const { user } = (await there).rows[0] ?? {}
  const theirs = [asked(page, `user/${user?.id}/views-by-partner`), asked(page, `user/${user?.id}/views-by-page`)] as const
  await page.getByRole('table', { name: people, exact: true }).getByRole('link').first().click()
  await expect(page).toHaveURL(`/copilot-insights/user/${user?.id}`)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(user?.full_name || user?.email || '')
  await shows(page, 'Partners', await theirs[0])
  await shows(page, 'Pages', await theirs[1])
  const { partner } = (await theirs[0]).rows[0] ?? {}
  const its = [asked(page, `partner/${partner?.id}/views-by-user`), asked(page, `partner/${partner?.id}/views-by-page`)] as const
  await page.getByRole('table', { name: 'Partners', exact: true }).getByRole('link').first().click()
  await expect(page).toHaveURL(`/copilot-insights/partner/${partner?.id}`)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(partner?.name ?? '')
  await expect(page.getByRole('table', { name: people, exact: true }).getByRole('columnheader')).toHaveText(['User', ...heads])
  await shows(page, people, await its[0])
  await shows(page, 'Pages', await its[1])
  for (const [i, { source_url: url = '' }] of (await its[1]).rows.entries()) {
    const row = page.getByRole('table', { name: 'Pages', exact: true }).locator('tbody').getByRole('row').nth(i)
    await expect(row.getByTitle(url)).toBeVisible()
    if (!/^https?:/i.test(url)) await expect(row.getByRole('link')).toHaveCount(0)
    else
      for (const [name, value] of Object.entries({ href: url, target: '_blank', rel: 'noopener noreferrer' }))
        await expect(row.getByRole('link')).toHaveAttribute(name, value)
  }

  await page.setViewportSize({ width: 390, height: 844 })
  await expect(page.getByRole('main').getByRole('list', { name: people, exact: true })).toBeVisible()
  await expect(page.getByText('Last 30 days', { exact: true }).first()).toBeVisible()
  await expect.poll(() => fits(page)).toBe(true)
})

const signedUp = (api: Api) =>
  api.post('users', {
    ...uniquePerson(),
    first_name: '',
    last_name: '',
    password: 'a password of theirs',
    password_confirmation: 'a password of theirs',
  })

test('links partners and users to their insights and back, and shows empty states', async ({ page, api }) => {
  const partner = await api.post('partners', { name: unique('Vireo Voyages') })
  const user = await signedUp(api) // without a name
  const empty = page.getByRole('heading', { name: 'No activity in the last 30 days' })

  await page.goto(`/partners/${partner.id}/details`)
  await fact(page, 'Copilot', 'Insights').getByRole('link').click()
  await expect(page).toHaveURL(`/copilot-insights/partner/${partner.id}`)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(partner.name)
  await expect(empty).toHaveCount(2)
  await expect(page.getByText('Advisors and partner users with Copilot activity appear here.')).toBeVisible()
  await expect(page.getByText('Pages with Copilot activity appear here.')).toBeVisible()
  await placeholders(page)
  await page.getByRole('link', { name: 'View partner' }).click()
  await expect(page).toHaveURL(`/partners/${partner.id}/details`)

  await page.goto(`/users/${user.id}/details`)
  await fact(page, 'Copilot', 'Insights').getByRole('link').click()
  await expect(page).toHaveURL(`/copilot-insights/user/${user.id}`)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(String(user.email))
  await expect(empty).toHaveCount(2)
  await expect(page.getByText('Partners with Copilot activity on their sites appear here.')).toBeVisible()
  await placeholders(page)
  await page.setViewportSize({ width: 390, height: 844 })
  await expect.poll(() => fits(page)).toBe(true)
  await page.getByRole('link', { name: 'View user' }).click()
  await expect(page).toHaveURL(`/users/${user.id}/details`)
  await page.goBack()
  await page.getByRole('navigation', { name: 'Breadcrumb' }).getByRole('link', { name: 'Copilot insights' }).click()
  await expect(page).toHaveURL('/copilot-insights')
})

test('reports unknown and deleted partners and users, and resets invalid parameters', async ({ page, api, complaints }) => {
  complaints.allow(404)
  complaints.allow(422)
  const gone = await signedUp(api)
  await api.delete(`users/${gone.id}`)
  for (const missing of ['user/x', 'partner/999999999', 'partner/0']) {
    await page.goto(`/copilot-insights/${missing}`)
    await expectMissing(page)
  }
  await page.goto(`/copilot-insights/user/${gone.id}`)
  await expect(page.getByRole('button', { name: 'Restore user' })).toBeVisible()
  await page.goto('/copilot-insights?partners.sort=name&advisors.page=400')
  await expect(page.getByText('This link uses a filter or sort order that this list doesn’t support.')).toBeVisible()
  await page.getByRole('button', { name: 'Reset filters' }).click()
  await expect(page).toHaveURL('/copilot-insights?advisors.page=400') // the other table keeps its parameters
  await page.getByRole('button', { name: 'Go to page 1' }).click()
  await expect(page).toHaveURL('/copilot-insights')
})
