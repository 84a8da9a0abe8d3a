import { type Api, asEditor, expect, expectNotice, expectSentence, rowOf, test, unique } from './test.ts'

type Named = { id: number; name: string }
type Lead = { id: number; name: string; email: string; message: string; page_url: string; collection: Named; user: Named | null; partner: Named }

const leadsOf = async (api: Api, owner: string) => (await api.list(`${owner}/leads?per_page=100`)) as unknown as Lead[]

/** partners returns partners with at least three leads. Visitors send leads on landing pages, so the tests use demo data. */
async function partners(api: Api): Promise<{ partner: Named; leads: Lead[] }[]> {
  const found = []
  for (const partner of await api.list('partners?sort=name&per_page=100')) {
    const leads = await leadsOf(api, `partners/${partner.id}`)
    if (leads.length > 2) found.push({ partner, leads })
  }
  return found
}

test('lists, searches, reads and deletes the leads of a partner', async ({ page, api }) => {
  const [{ partner, leads }] = (await partners(api)) as [{ partner: Named; leads: Lead[] }]
  const lead = leads.find(({ message }) => message.includes('\n')) ?? leads.find(({ message }) => message) ?? leads[0]
  if (!lead) throw new Error('no leads')
  await page.goto(`/copilot-insights/partner/${partner.id}`)
  const table = page.getByRole('table', { name: 'Leads', exact: true })
  await expect(table.locator('tbody').getByRole('row')).toHaveCount(Math.min(leads.length, 10))
  await expect(table.getByRole('columnheader')).toHaveText(['Name', 'E-mail', 'Collection', 'Advisor', 'Message', 'Received', 'Actions'])
  await expect(table.getByRole('columnheader', { name: 'Received' })).toHaveAttribute('aria-sort', 'descending')
  const names = table.locator('tbody').getByRole('row').locator('td:first-child')
  await expect(names).toHaveText(leads.slice(0, 10).map(({ name }) => name))

  await page.getByRole('searchbox', { name: 'Search leads' }).fill(lead.email.toUpperCase())
  await expect(page).toHaveURL(new RegExp(`/copilot-insights/partner/${partner.id}\\?leads\\.query=`))
  const matching = leads.filter(({ email }) => email === lead.email)
  await expect(names).toHaveText(matching.map(({ name }) => name))
  await expect(table.getByRole('link', { name: lead.email }).first()).toHaveAttribute('href', `mailto:${lead.email}`)
  await expect(table.getByRole('link', { name: lead.collection.name }).first()).toHaveAttribute('href', `/collections/${lead.collection.id}`)

  await page.goto(`/copilot-insights/partner/${partner.id}?leads.query=${encodeURIComponent(lead.email)}&leads.open=${lead.id}`)
  const dialog = page.getByRole('dialog', { name: 'Lead' })
  for (const [label, text] of [
    ['Name', lead.name],
    ['E-mail', lead.email],
    ['Collection', lead.collection.name],
    ['Partner', partner.name],
    ['Page', lead.page_url],
    ['Message', lead.message || '—'],
  ] as const) {
    const value = dialog
      .locator('dl > div')
      .filter({ has: page.locator(`dt:text-is("${label}")`) })
      .getByRole('definition')
    await expect(value).toHaveText(text)
  }
  await expect(dialog.getByRole('link', { name: lead.page_url })).toHaveAttribute('rel', 'noopener noreferrer')
  await page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)
  await names.first().getByRole('link').click()
  await expect(page.getByRole('dialog', { name: 'Lead' })).toContainText(lead.email)
  await page.goBack()
  await expect(dialog).toHaveCount(0)

  const total = matching.length
  const askToDelete = async () => {
    await rowOf(page, lead.name).first().getByRole('button', { name: 'Actions' }).click()
    await page.getByRole('menuitem', { name: 'Delete' }).click()
  }
  await askToDelete()
  const question = page.getByRole('dialog', { name: 'Delete lead' })
  await expectSentence(question, `Are you sure you want to delete the lead of **${lead.name}**? This can’t be undone.`)
  await question.getByRole('button', { name: 'Cancel' }).click()
  await expect(names).toHaveCount(total)
  await askToDelete()
  await question.getByRole('button', { name: 'Delete', exact: true }).click()
  await expectNotice(page, `Lead of **${lead.name}** successfully deleted`)
  await expect(names).toHaveCount(total - 1)
  expect(await leadsOf(api, `partners/${partner.id}`)).toHaveLength(leads.length - 1)
})

test('offers a next step without leads, and resets a search without results', async ({ page, api }) => {
  const partner = await api.post('partners', { name: unique('Vireo Voyages') })
  await page.goto(`/copilot-insights/partner/${partner.id}`)
  await expect(page.getByRole('heading', { name: 'No leads yet' })).toBeVisible()
  await expect(page.getByText('Forms that visitors send on this partner’s landing pages appear here.')).toBeVisible()
  await page.goto(`/copilot-insights/partner/${partner.id}?leads.query=nobody`)
  await expect(page.getByRole('heading', { name: 'No results' })).toBeVisible()
})

test.describe('as an editor', () => {
  test.use(asEditor)

  test('shows the leads of an advisor, also on a phone, without deleting or exporting', async ({ page, api }) => {
    const [, ...others] = await partners(api) // the first one is changed by another test
    const { user } = others.flatMap(({ leads }) => leads).find((lead) => lead.user) ?? {}
    const table = page.getByRole('table', { name: 'Leads', exact: true })
    await page.goto(`/copilot-insights/user/${user?.id}`)
    await expect(table.getByRole('columnheader')).toHaveText(['Name', 'E-mail', 'Collection', 'Partner', 'Message', 'Received'])
    await expect(table.getByRole('button', { name: 'Actions' })).toHaveCount(0)
    await expect(page.getByRole('button', { name: 'Export leads' })).toHaveCount(0)
    await page.setViewportSize({ width: 390, height: 844 })
    await expect(page.getByRole('main').getByRole('list', { name: 'Leads', exact: true }).getByRole('listitem').first()).toBeVisible()
    await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)).toBe(true)
  })
})
