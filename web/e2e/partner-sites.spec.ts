import { randomUUID } from 'node:crypto'
import type { Locator, Page } from '@playwright/test'
import { png } from './png.ts'
import { type Api, asEditor, choose, expect, expectMissing, expectNotice, expectSentence, pick, rowOf, test, unique } from './test.ts'

/** domainOf returns a unique domain. */
const domainOf = (word: string) => `${word}-${randomUUID().slice(0, 8)}.example`

const partnerOf = (api: Api) => api.post('partners', { name: unique('Halcyon Journeys') })

/** siteOf creates a partner with a site that has the given values. */
async function siteOf(api: Api, given: Record<string, unknown> = {}) {
  const partner = await partnerOf(api)
  const site = await api.post(`partners/${partner.id}/sites`, { domain: domainOf('harbour'), ...given })
  const path = `partners/${partner.id}/sites/${site.id}`
  return { partner, site, path, at: `/${path}` }
}

/** tall is a viewport that shows both tables: a row menu near the bottom would open under the notices. */
const tall = { width: 1360, height: 1400 }

/** toggle finds a switch by the beginning of its name, which includes the description. */
const toggle = (form: Locator, name: string) => form.getByRole('switch', { name: new RegExp(`^${name}`) })
const field = (form: Locator, name: string) => form.getByLabel(name, { exact: true })

/** type adds an entry to a list field. */
async function type(form: Locator, name: string, word: string) {
  await field(form, name).fill(word)
  await field(form, name).press('Enter')
}

/** refused expects a validation message under its field. */
const refused = (form: Locator, name: string, sentence: string) =>
  expect(field(form, name)).toHaveAccessibleDescription(new RegExp(`^${sentence.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}`))

const fact = (page: Page, name: string) =>
  page
    .getByRole('region', { name: 'Site', exact: true })
    .locator('dl > div')
    .filter({ has: page.getByText(name, { exact: true }) })
    .getByRole('definition')

test('validates, creates, searches, sorts and edits sites', async ({ page, api, complaints }) => {
  complaints.allow(422)
  const partner = await partnerOf(api)
  const at = `/partners/${partner.id}/sites`
  const [domain, other] = [domainOf('mooring'), domainOf('quay')]
  await page.goto(at)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(partner.name)
  const tab = page.getByRole('navigation', { name: 'Partner sections' }).getByRole('link', { name: /^Sites/ })
  await expect(tab).toHaveAttribute('aria-current', 'page')
  await expect(page.getByRole('heading', { name: 'No sites yet' })).toBeVisible()
  await page.getByRole('button', { name: 'New site' }).first().click()
  const form = page.getByRole('dialog', { name: 'New site' })
  const create = form.getByRole('button', { name: 'Create site' })
  await expect(field(form, 'Domain')).toHaveAccessibleDescription(/included automatically/)
  await create.click()
  await refused(form, 'Domain', 'This field is required.')
  await expect(field(form, 'Domain')).toBeFocused()

  await field(form, 'Domain').fill('not a domain')
  await type(form, 'Copilot domains', 'neither this')
  await field(form, 'Copilot CSS').fill('.a { color: red }\n</style><script>alert(1)</script>')
  await expect(field(form, 'Disclaimer text')).toHaveCount(0)
  await expect(field(form, 'Disclaimer selector')).toHaveCount(0)
  await toggle(form, 'Copilot disclaimer').click()
  await expect(field(form, 'Disclaimer text')).toHaveAccessibleDescription('Blank means the default text.')
  await expect(field(form, 'Disclaimer selector')).toHaveAccessibleDescription('A CSS selector. Blank means after the body tag.')
  await field(form, 'Disclaimer selector').fill('.hero {')
  await create.click()
  await refused(form, 'Domain', 'Must be a domain name, such as example.com.')
  await refused(form, 'Copilot domains', '“neither this”: Must be a domain name, such as example.com.')
  await refused(form, 'Copilot CSS', 'Must not contain HTML tags, such as </style.')
  await refused(form, 'Disclaimer selector', 'Must be a CSS selector, such as .hero a.button.')
  expect(await api.total(`partners/${partner.id}/sites`)).toBe(0)

  await field(form, 'Domain').fill(`https://${domain.toUpperCase()}/`)
  await field(form, 'Copilot domains').press('Backspace')
  await type(form, 'Copilot domains', other)
  await field(form, 'Copilot CSS').fill('.a {\n  color: red;\n}')
  await field(form, 'Disclaimer text').fill('Prices may change.')
  await field(form, 'Disclaimer selector').fill('#page .hero')
  await form.locator('input[type=file]').setInputFiles({ name: 'pier.png', mimeType: 'image/png', buffer: png(90, 60) })
  await expect(form.getByText('90 × 60')).toBeVisible()
  await create.click()
  await expectNotice(page, `Site **${domain}** successfully created`)
  await expect(page).toHaveURL(at)
  await expect(tab).toHaveText(/^Sites\s*1$/)
  const [made] = await api.list(`partners/${partner.id}/sites`)
  expect(made).toMatchObject({
    domain,
    name: domain,
    copilot_domains: [domain, other],
    copilot_css: '.a {\n  color: red;\n}',
    copilot_disclaimer_enabled: true,
    copilot_disclaimer_text: 'Prices may change.',
    copilot_disclaimer_selector: '#page .hero',
    featured_image: { width: 90, height: 60 },
  })

  const second = await api.post(`partners/${partner.id}/sites`, { domain: domainOf('anchor') })
  await page.reload()
  await expect(page.getByRole('columnheader')).toHaveText(['Domain', 'Copilot domains', 'Transformations', 'Redirects', 'Updated', 'Actions'])
  await expect(page.getByRole('columnheader', { name: 'Domain', exact: true })).toHaveAttribute('aria-sort', 'ascending')
  const names = page.getByRole('table').getByRole('link')
  await expect(names).toHaveText([second.name, domain])
  await expect(rowOf(page, domain).getByRole('cell')).toHaveText([domain, `${domain} +1`, '0', '0', /\d/, ''])
  await page.getByRole('columnheader', { name: 'Domain', exact: true }).getByRole('button').click()
  await expect(names).toHaveText([domain, second.name])
  await page.getByRole('columnheader', { name: 'Updated' }).getByRole('button').click()
  await expect(page).toHaveURL(`${at}?sort=-updated_at`)
  await expect(names).toHaveText([second.name, domain])
  await page.getByRole('searchbox', { name: 'Search domains' }).fill(other)
  await expect(names).toHaveText([domain])

  await choose(page, domain, 'Edit')
  const edit = page.getByRole('dialog', { name: 'Edit site' })
  await field(edit, 'Domain').fill(second.name)
  await edit.getByRole('button', { name: 'Save' }).click()
  await refused(edit, 'Domain', 'This domain is already in use.')
  await field(edit, 'Domain').fill(domain)
  await field(edit, 'Disclaimer text').fill('Never sent.')
  await toggle(edit, 'Copilot disclaimer').click()
  await expect(field(edit, 'Disclaimer text')).toHaveCount(0)
  await edit.getByRole('button', { name: 'Save' }).click()
  await expectNotice(page, `Site **${domain}** successfully updated`)
  expect(await api.find(`partners/${partner.id}/sites/${made?.id}`)).toMatchObject({
    copilot_disclaimer_enabled: false,
    copilot_disclaimer_text: 'Prices may change.',
    copilot_domains: [domain, other],
  })
  await names.first().click()
  await expect(page).toHaveURL(`${at}/${made?.id}`)
  await expect(page.getByRole('img', { name: `Featured on ${domain}` })).toBeVisible()
})

test('shows, edits and deletes a site on its page', async ({ page, api, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const css = Array.from({ length: 50 }, (_, n) => `.a${n} {\n  color: red;\n  margin: 0;\n}`).join('\n')
  const [also, other] = [domainOf('trips'), domainOf('quay')]
  const { partner, site, path, at } = await siteOf(api, { copilot_domains: [also], copilot_css: css, copilot_disclaimer_enabled: true })
  await api.post(`${path}/transformations`, { name: 'Book now', selector: ['.cta'] })
  await page.goto(at)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(site.name)
  await expect(page.getByRole('navigation', { name: 'Breadcrumb' }).getByRole('listitem')).toHaveText([
    'Partners',
    partner.name,
    'Sites',
    String(site.domain),
  ])
  const tabs = page.getByRole('navigation', { name: 'Partner sections' })
  await expect(tabs.getByRole('link', { name: /^Sites/ })).toHaveAttribute('aria-current', 'page')
  await expect(fact(page, 'Domain').getByRole('link')).toHaveAttribute('href', `https://${site.domain}`)
  await expect(fact(page, 'Copilot domains').getByRole('listitem')).toHaveText([String(site.domain), also])
  await expect(fact(page, 'Disclaimer')).toHaveText('Yes')
  await expect(fact(page, 'Disclaimer text')).toHaveText('Default text')
  await expect(fact(page, 'Disclaimer selector')).toHaveText('After the body tag')
  await expect(fact(page, 'Hash ID')).toContainText(String(site.hashid))
  await expect(fact(page, 'Featured image')).toHaveText('None')
  await expect(fact(page, 'Created').locator('time')).toHaveAttribute('datetime', String(site.created_at))
  await expect(page.getByText('200 lines')).toBeVisible()
  const code = page.getByRole('region', { name: 'Copilot CSS' }).locator('pre')
  await expect(code).toHaveText(css)
  expect((await code.boundingBox())?.height).toBeLessThan(300)
  await page.getByRole('button', { name: 'Copy CSS' }).click()
  await expectNotice(page, 'Copied!')
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(css)

  await page.getByRole('button', { name: 'Edit site' }).click()
  const form = page.getByRole('dialog', { name: 'Edit site' })
  await expect(field(form, 'Copilot CSS')).toHaveCSS('font-family', /monospace/)
  await field(form, 'Copilot CSS').fill('')
  await field(form, 'Domain').fill(other)
  await toggle(form, 'Copilot disclaimer').click()
  await form.getByRole('button', { name: 'Save' }).click()
  await expectNotice(page, `Site **${other}** successfully updated`)
  await expect(fact(page, 'Domain')).toHaveText(other)
  // The old main domain is replaced, because the list itself was not edited.
  await expect(fact(page, 'Copilot domains').getByRole('listitem')).toHaveText([other, also])
  await expect(fact(page, 'Disclaimer')).toHaveText('No')
  await expect(fact(page, 'Copilot CSS')).toHaveText('None')

  await page.getByRole('button', { name: 'Delete Site' }).click()
  const question = page.getByRole('dialog', { name: 'Delete site' })
  await expectSentence(question, `Are you sure you want to delete **${other}**?`)
  await expect(question).toContainText('This is irreversible: it permanently deletes the site with its transformations and redirects.')
  await question.getByRole('button', { name: 'Delete', exact: true }).click()
  await expectNotice(page, `Site **${other}** successfully deleted`)
  await expect(page).toHaveURL(`/partners/${partner.id}/sites`)
  await expect(page.getByRole('heading', { name: 'No sites yet' })).toBeVisible()
  await expect(tabs.getByRole('link', { name: /^Sites/ })).toHaveText(/^Sites\s*0$/)
  expect(await api.total(`partners/${partner.id}/sites`)).toBe(0)
})

test('says that unknown sites and sites of other partners do not exist', async ({ page, api, complaints }) => {
  complaints.allow(404)
  const { site } = await siteOf(api)
  const other = await partnerOf(api)
  for (const id of [site.id, 999_999_999, 'harbour']) {
    await page.goto(`/partners/${other.id}/sites/${id}`)
    await expectMissing(page)
  }
})

test('validates, creates, edits and deletes a transformation', async ({ page, api, complaints }) => {
  complaints.allow(422)
  const { path, at } = await siteOf(api)
  const name = unique('Book now')
  await page.setViewportSize(tall)
  const [language] = await api.list('options/languages')
  await page.goto(at)
  const table = page.getByRole('table', { name: 'Transformations' })
  await expect(page.getByRole('heading', { name: 'JavaScript Transformations' })).toBeVisible()
  await expect(page.getByRole('heading', { name: 'No transformations yet' })).toBeVisible()
  await page.getByRole('button', { name: 'New transformation' }).click()
  const form = page.getByRole('dialog', { name: 'New transformation' })
  const create = form.getByRole('button', { name: 'Create transformation' })
  await expect(toggle(form, 'Enabled')).toBeChecked()
  for (const off of ['Advisor CTA', 'Replace element']) await expect(toggle(form, off)).not.toBeChecked()
  await create.click()
  await refused(form, 'Name', 'This field is required.')
  await refused(form, 'Selectors', 'This field is required.')

  await field(form, 'Name').fill(name)
  await type(form, 'Selectors', 'a { color: red }')
  await expect(field(form, 'Href')).toHaveAccessibleDescription(/Must include a protocol such as https:\/\/ or mailto:\.$/)
  for (const wrong of ['example.com', 'javascript:alert(1)']) {
    await field(form, 'Href').fill(wrong)
    await create.click()
    await refused(form, 'Href', 'Must include a protocol: https://, http://, mailto: or tel:.')
    await refused(form, 'Selectors', '“a { color: red }”: Must be a CSS selector, such as .hero a.button.')
  }
  await field(form, 'Selectors').press('Backspace')
  await type(form, 'Selectors', '.hero a')
  await type(form, 'Selectors', '#cta')

  // The invalid value of a hidden field is neither validated nor sent.
  await toggle(form, 'Advisor CTA').click()
  await expect(field(form, 'Href')).toHaveCount(0)
  await expect(field(form, 'Text')).toHaveAccessibleDescription('Blank means the default CTA label.')
  await create.click()
  await expectNotice(page, `Transformation **${name}** successfully created`)
  await expect(table.getByRole('columnheader')).toHaveText(['Name', 'Language', 'Selectors', 'Action', 'Enabled', 'Actions'])
  await expect(rowOf(page, name).getByRole('cell')).toHaveText([name, 'All languages', '.hero a +1', 'Advisor CTA', 'Yes', ''])
  const [made] = await api.list(`${path}/transformations`)
  expect(made).toMatchObject({
    name,
    language_id: null,
    selector: ['.hero a', '#cta'],
    href: '',
    text: '',
    advisor_cta: true,
    enabled: true,
    notes: '',
  })

  await table.getByRole('link', { name }).click()
  await expect(page).toHaveURL(`${at}?transformations.edit=${made?.id}`)
  const edit = page.getByRole('dialog', { name: 'Edit transformation' })
  await toggle(edit, 'Advisor CTA').click()
  await field(edit, 'Href').fill('mailto:mira@waymark.example')
  await field(edit, 'Text').fill('Write to Mira')
  await expect(field(edit, 'Text')).toHaveAccessibleDescription(/^New text of the element/)
  await pick(edit.getByRole('combobox', { name: 'Language' }), String(language?.name))
  await toggle(edit, 'Replace element').click()
  await toggle(edit, 'Enabled').click()
  await field(edit, 'Internal notes').fill('Asked for by the partner.')
  await edit.getByRole('button', { name: 'Save' }).click()
  await expectNotice(page, `Transformation **${name}** successfully updated`)
  await expect(rowOf(page, name).getByRole('cell').nth(1)).toHaveText(String(language?.name))
  await expect(rowOf(page, name).getByRole('cell').nth(3)).toHaveText('Link to mailto:mira@waymark.exampleText “Write to Mira” · Replace')
  await expect(rowOf(page, name).getByRole('cell').nth(4)).toContainText('No')
  const changed = { advisor_cta: false, href: 'mailto:mira@waymark.example', text: 'Write to Mira', notes: 'Asked for by the partner.' }
  const now = await api.find(`${path}/transformations/${made?.id}`)
  expect(now).toMatchObject({ ...changed, language_id: language?.id, replace_element: true, enabled: false })
  expect(await api.find(path)).toMatchObject({ transformations_count: 1 })

  await choose(page, name, 'Edit')
  await edit.getByRole('button', { name: 'Clear Language' }).click()
  await edit.getByRole('button', { name: 'Save' }).click()
  await expect(rowOf(page, name).getByRole('cell').nth(1)).toHaveText('All languages')

  await choose(page, name, 'Delete')
  const question = page.getByRole('dialog', { name: 'Delete transformation' })
  await expectSentence(question, `Are you sure you want to delete **${name}**?`)
  await question.getByRole('button', { name: 'Delete', exact: true }).click()
  await expectNotice(page, `Transformation **${name}** successfully deleted`)
  await expect(page.getByRole('heading', { name: 'No transformations yet' })).toBeVisible()
})

test('validates, creates, tests, edits and deletes a redirect', async ({ page, api, complaints }) => {
  complaints.allow(422)
  const { path, at, site } = await siteOf(api)
  const pattern = '/guides/*/map'
  await page.setViewportSize(tall)
  await page.goto(at)
  await page.getByRole('button', { name: 'New redirect' }).click()
  const form = page.getByRole('dialog', { name: 'New redirect' })
  const create = form.getByRole('button', { name: 'Create redirect' })
  await expect(toggle(form, 'Enabled')).toBeChecked()
  await expect(field(form, 'Path pattern')).toHaveAccessibleDescription('A relative path. * matches one segment, ** at the end matches the rest.')
  await expect(toggle(form, 'Use exact match')).toHaveAccessibleName(/Matches the whole path exactly, including the query\.$/)
  await expect(toggle(form, 'Ignore previous page')).toHaveAccessibleName(/Drops the page the visitor came from\.$/)
  const relative = 'Must be a path on the site that starts with /, without protocol or domain.'
  for (const [from, said, to, answered] of [
    ['', 'This field is required.', '', 'This field is required.'],
    ['https://x.y/z', relative, '//evil', 'Must start with a single / and contain no backslashes.'],
    ['/a/**/b', '** is only allowed at the end.', '/b', undefined],
    ['/old/**', undefined, '/old/new', 'Matches the path pattern, so visitors would be redirected in a loop.'],
  ] as const) {
    await field(form, 'Path pattern').fill(from)
    await field(form, 'Redirect URL').fill(to)
    await create.click()
    if (said) await refused(form, 'Path pattern', said)
    if (answered) await refused(form, 'Redirect URL', answered)
  }
  await field(form, 'Path pattern').fill(pattern)
  await field(form, 'Redirect URL').fill('/maps')
  await create.click()
  await expectNotice(page, `Redirect **${pattern}** successfully created`)
  const table = page.getByRole('table', { name: 'Redirects' })
  await expect(table.getByRole('columnheader')).toHaveText(['Path pattern', 'Redirect URL', 'Exact match', 'Enabled', 'Actions'])
  await expect(rowOf(page, pattern).getByRole('cell')).toHaveText([pattern, '/maps', 'No', 'Yes', ''])
  const [made] = await api.list(`${path}/redirects`)
  expect(made).toMatchObject({ path_pattern: pattern, redirect_url: '/maps', use_exact_match: false, ignore_previous_page: false, enabled: true })

  const tried = page.getByLabel('Test a path')
  const answer = page.getByRole('status').filter({ hasText: 'matches' })
  await tried.fill('/guides/rome/map')
  await tried.press('Enter')
  await expect(answer).toHaveText(`/guides/rome/map matches ${pattern} and redirects to /maps.`)
  await tried.fill('/guides/rome')
  await page.getByRole('button', { name: 'Test path' }).click()
  await expect(answer).toHaveText('No enabled redirect matches /guides/rome.')
  await tried.fill('https://x.y/z')
  await tried.press('Enter')
  await expect(tried).toHaveAccessibleDescription("x.y is none of the site's Copilot domains.")
  await tried.fill('guides')
  await tried.press('Enter')
  await expect(tried).toHaveAccessibleDescription(relative)

  // A chain is followed to its end, and a redirect that would close it is refused.
  await page.getByRole('button', { name: 'New redirect' }).click()
  await field(form, 'Path pattern').fill('/maps')
  await field(form, 'Redirect URL').fill('/guides/any/map')
  await create.click()
  await refused(form, 'Redirect URL', `Visitors would be redirected in a loop, by way of the redirect of ${pattern}.`)
  await field(form, 'Redirect URL').fill('/world')
  await create.click()
  await expectNotice(page, 'Redirect **/maps** successfully created')
  await tried.fill(`https://${site.domain}/guides/rome/map`)
  await tried.press('Enter')
  await expect(answer).toHaveText(`https://${site.domain}/guides/rome/map matches ${pattern} and redirects to /world by way of /maps.`)
  const second = (await api.list(`${path}/redirects`)).find((row) => row.path_pattern === '/maps')
  await api.delete(`${path}/redirects/${second?.id}`)
  await page.reload()

  // The test result is updated after a redirect changes.
  await tried.fill('/guides/rome/map')
  await tried.press('Enter')
  await answer.getByRole('link', { name: pattern }).click()
  const edit = page.getByRole('dialog', { name: 'Edit redirect' })
  await expect(field(edit, 'Path pattern')).toHaveValue(pattern)
  await toggle(edit, 'Enabled').click()
  await edit.getByRole('button', { name: 'Save' }).click()
  await expectNotice(page, `Redirect **${pattern}** successfully updated`)
  await expect(answer).toHaveText('No enabled redirect matches /guides/rome/map.')

  await choose(page, pattern, 'Edit')
  const exact = '/guides/rome?page=2'
  await field(edit, 'Path pattern').fill(exact)
  await edit.getByRole('button', { name: 'Save' }).click()
  await refused(edit, 'Path pattern', 'A query is compared by exact matches only.')
  await toggle(edit, 'Use exact match').click()
  await expect(field(edit, 'Path pattern')).toHaveAccessibleDescription(/A relative path including its query, matched exactly\.$/)
  await toggle(edit, 'Ignore previous page').click()
  await toggle(edit, 'Enabled').click()
  await edit.getByRole('button', { name: 'Save' }).click()
  await expect(rowOf(page, exact).getByRole('cell')).toHaveText([exact, '/mapsIgnores previous page', 'Yes', 'Yes', ''])
  expect(await api.find(`${path}/redirects/${made?.id}`)).toMatchObject({ path_pattern: exact, use_exact_match: true, ignore_previous_page: true })

  await choose(page, exact, 'Delete')
  const question = page.getByRole('dialog', { name: 'Delete redirect' })
  await expectSentence(question, `Are you sure you want to delete **${exact}**?`)
  await question.getByRole('button', { name: 'Delete', exact: true }).click()
  await expectNotice(page, `Redirect **${exact}** successfully deleted`)
  await expect(page.getByRole('heading', { name: 'No redirects yet' })).toBeVisible()
})

test.describe('for editors', () => {
  test.use(asEditor)

  test('keeps the state of two tables and their forms separate in the URL', async ({ page, api }) => {
    const { path, at } = await siteOf(api)
    for (let n = 1; n <= 3; n++) {
      await api.post(`${path}/transformations`, { name: `Step ${n}`, selector: ['.a'] })
      await api.post(`${path}/redirects`, { path_pattern: `/from/${n}`, redirect_url: '/to' })
    }
    await page.goto(`${at}?transformations.per_page=2&redirects.per_page=1`)
    const [steps, ways] = [page.getByRole('table', { name: 'Transformations' }), page.getByRole('table', { name: 'Redirects' })]
    await expect(steps.getByRole('link')).toHaveText(['Step 1', 'Step 2'])
    await expect(ways.getByRole('link')).toHaveText(['/from/1'])
    await page.getByRole('navigation', { name: 'Pages: Redirects' }).getByRole('button', { name: 'Page 3' }).click()
    await expect(ways.getByRole('link')).toHaveText(['/from/3'])
    await steps.getByRole('columnheader', { name: 'Name' }).getByRole('button').click()
    await expect(steps.getByRole('link')).toHaveText(['Step 3', 'Step 2'])
    await expect(ways.getByRole('link')).toHaveText(['/from/3'])
    const { searchParams } = new URL(page.url())
    expect(Object.fromEntries(searchParams)).toEqual({
      'transformations.per_page': '2',
      'transformations.sort': '-name',
      'redirects.per_page': '1',
      'redirects.page': '3',
    })
    await page.reload()
    await expect(steps.getByRole('link')).toHaveText(['Step 3', 'Step 2'])
    await expect(ways.getByRole('link')).toHaveText(['/from/3'])

    await steps.getByRole('link', { name: 'Step 2' }).click()
    const form = page.getByRole('dialog', { name: 'Edit transformation' })
    await field(form, 'Name').fill('Not saved')
    await page.goBack()
    const question = page.getByRole('dialog', { name: 'Leave without saving?' })
    await question.getByRole('button', { name: 'Stay' }).click()
    await expect(field(form, 'Name')).toHaveValue('Not saved')
    await page.goBack()
    await question.getByRole('button', { name: 'Leave' }).click()
    await expect(form).toHaveCount(0)
    await expect(page).toHaveURL(/redirects.page=3/)

    // On a phone, rows are cards.
    await page.setViewportSize({ width: 390, height: 780 })
    await choose(page, 'Step 3', 'Delete')
    await page.getByRole('dialog', { name: 'Delete transformation' }).getByRole('button', { name: 'Delete', exact: true }).click()
    await expectNotice(page, 'Transformation **Step 3** successfully deleted')
    expect(await api.total(`${path}/transformations`)).toBe(2)
  })
})
