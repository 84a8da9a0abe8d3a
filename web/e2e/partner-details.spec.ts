import {
  asEditor,
  card,
  choose,
  controlsUnderNotices,
  edit,
  expect,
  expectNotice,
  expectSentence,
  fact,
  notices,
  pick,
  recordBodies,
  rowOf,
  test,
  unique,
  uniquePerson,
} from './test.ts'

// Names start with late letters, because other tests use the first partners of the list.

test('shows all cards of a partner, and validates and saves the Partner card', async ({ page, api, complaints }) => {
  complaints.allow(422)
  const name = unique('Tern Tours')
  const partner = await api.post('partners', { name })
  const taken = await api.post('partners', { name: unique('Tern Twins') })
  const sent = await recordBodies(page, 'PUT')
  await page.goto(`/partners/${partner.id}/details`)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(name)
  await expect(page.getByRole('main').getByRole('heading', { level: 2 })).toHaveText([
    ...['Partner', 'Explore', 'Inspires', 'Copilot', 'AI', 'Languages', 'No languages yet'],
    ...['Account', 'Premium', 'API Information', 'Meta'],
  ])
  const labels = ['Account type', 'Name', 'Slug', 'E-mail', 'Phone', 'URL', 'Whitelist domains', 'Same-tab domains', 'Landing page domain']
  await expect(card(page, 'Partner').getByRole('term')).toHaveText([...labels, 'Libraries', 'Markets'])
  await expect(card(page, 'Partner').getByRole('definition')).toHaveText([
    ...['Partner', name, String(partner.slug), '—', '—', '—', 'Embedding is disabled', '—', '—'],
    ...['View libraries', 'View markets'],
  ])
  await expect(page.getByRole('link', { name: 'View libraries' })).toHaveAttribute('href', `/libraries?partner_id=${partner.id}`)
  await expect(page.getByRole('link', { name: 'View markets' })).toHaveAttribute('href', `/partner-markets?partner_id=${partner.id}`)
  await expect(fact(page, 'Explore', 'PID')).toHaveText(String(partner.alt_id))
  await expect(fact(page, 'Explore', 'Landing page domain')).toHaveText('Platform default')
  await expect(fact(page, 'Explore', 'Embed snippet').locator('code')).toHaveText(String(partner.embed_snippet))
  await expect(fact(page, 'Explore', 'Embedding')).toHaveText('NoNo site can show the snippet. Add the sites that may to the whitelist domains.')
  await expect(fact(page, 'Account', 'Account type')).toHaveText('Partner')
  await expect(card(page, 'Account').getByRole('link')).toHaveAttribute('href', '/account-types/11/permissions')
  await expect(card(page, 'Meta').getByRole('term')).toHaveText(['ID', 'Hash ID', 'Created', 'Updated'])
  await expect(fact(page, 'Meta', 'ID')).toHaveText(String(partner.id))
  await expect(fact(page, 'Meta', 'Hash ID')).toHaveText(String(partner.hash_id))

  const form = await edit(page, 'partner')
  await expect(form.getByRole('combobox', { name: 'Account type' })).toHaveValue('Partner')
  await expect(form.getByText('Remember: changing the slug may require redirects.')).toBeVisible()
  await form.getByLabel('Name', { exact: true }).fill(`${name} & Co`)
  await expect(form.getByLabel('Slug', { exact: true })).toHaveValue(String(partner.slug)) // a saved slug does not follow the name
  await form.getByLabel('Slug', { exact: true }).fill(String(taken.slug))
  await form.getByLabel('E-mail', { exact: true }).fill('hello@')
  await form.getByLabel('Phone', { exact: true }).fill('call me')
  await form.getByLabel('URL', { exact: true }).fill('ftp://example.com')
  const domains = form.getByRole('combobox', { name: 'Whitelist domains' })
  await domains.fill('Example.com')
  await domains.press('Enter')
  await domains.fill('no site')
  await domains.press('Enter')
  await form.getByRole('button', { name: 'Save' }).click()
  await expect(form.locator('[data-field=email]')).toContainText('Must be an e-mail address.')
  await expect(form.locator('[data-field=phone]')).toContainText('Must be a phone number')
  await expect(form.locator('[data-field=url]')).toContainText('Must be a URL that starts with http')
  await expect(form.locator('[data-field=whitelist_domains]')).toContainText('Must be a domain name, such as example.com.')
  await expect(form.locator('[data-field=slug]')).toContainText('This slug is already in use.') // all errors at once
  await expect(form.getByLabel('Slug', { exact: true })).toBeFocused()
  await form.getByLabel('E-mail', { exact: true }).fill('hello@tern.example')
  await form.getByLabel('Phone', { exact: true }).fill('+44 20 7946 0958')
  await form.getByLabel('URL', { exact: true }).fill('https://tern.example/en')
  await domains.press('Backspace')
  await form.getByRole('button', { name: 'Save' }).click()
  await expect(form.locator('[data-field=slug]')).toContainText('This slug is already in use.')
  await expect(form.getByLabel('Name', { exact: true })).toHaveValue(`${name} & Co`)
  await form.getByLabel('Slug', { exact: true }).fill(`${partner.slug}-co`)
  await form.getByRole('combobox', { name: 'Same-tab domains' }).fill('book.tern.example') // without Enter: added on blur
  await form.getByLabel('Landing page domain', { exact: true }).fill('trips.tern.example')
  await pick(form.getByRole('combobox', { name: 'Account type' }), 'Cruise line')
  await form.getByRole('button', { name: 'Save' }).click()
  await expectNotice(page, `Partner **${name} & Co** successfully updated`)

  await expect(page.getByRole('heading', { level: 1 })).toHaveText(`${name} & Co`)
  await expect(card(page, 'Partner').getByRole('definition')).toHaveText([
    ...['Cruise line', `${name} & Co`, `${partner.slug}-co`, 'hello@tern.example', '+44 20 7946 0958', 'https://tern.example/en'],
    ...['example.com', 'book.tern.example', 'trips.tern.example', 'View libraries', 'View markets'],
  ])
  const out = card(page, 'Partner').getByRole('link', { name: 'https://tern.example/en' })
  await expect(out).toHaveAttribute('href', 'https://tern.example/en')
  await expect(out).toHaveAttribute('target', '_blank')
  await expect(fact(page, 'Explore', 'Embedding')).toHaveText('YesOnly pages of example.com can show the snippet. Browsers refuse it on other sites.')
  await expect(fact(page, 'Explore', 'Landing page domain')).toHaveText('trips.tern.example')
  await expect(fact(page, 'Explore', 'Same-tab domains')).toHaveText('book.tern.example')
  await expect(fact(page, 'Explore', 'Embed snippet')).toContainText('/embed.js') // on the pages of the demo, since its domains are fictional
  await expect(fact(page, 'Account', 'Account type')).toHaveText('Cruise line')
  const saved = await api.find(`partners/${partner.id}`)
  expect(saved).toMatchObject({
    ...{
      name: `${name} & Co`,
      slug: `${partner.slug}-co`,
      email: 'hello@tern.example',
      phone: '+44 20 7946 0958',
      url: 'https://tern.example/en',
    },
    ...{ whitelist_domains: ['example.com'], same_tab_domains: ['book.tern.example'], landing_page_domain: 'trips.tern.example' },
  })
  await expect(card(page, 'Account').getByRole('link')).toHaveAttribute('href', `/account-types/${saved.account_type_id}/permissions`)

  const again = await edit(page, 'partner')
  await again.getByLabel('Phone', { exact: true }).fill('')
  await again.getByRole('combobox', { name: 'Whitelist domains' }).press('Backspace')
  await again.getByRole('button', { name: 'Save' }).click()
  await expect(fact(page, 'Partner', 'Whitelist domains')).toHaveText('Embedding is disabled')
  await expect(fact(page, 'Explore', 'Embedding')).toContainText('NoNo site')
  await expect(fact(page, 'Partner', 'Phone')).toHaveText('—')
  expect(sent.at(-1)).toEqual({ phone: '', whitelist_domains: [], version: expect.any(Number) }) // changed fields only
})

test('saves the Inspires, Copilot, AI and Premium cards separately', async ({ page, api, complaints }) => {
  complaints.allow(422)
  const partner = await api.post('partners', { name: unique('Umiak Journeys') })
  await api.post(`partners/${partner.id}/sites`, { domain: `${partner.slug}.example`, copilot_domains: ['umiak.example', 'trips.umiak.example'] })
  const at = `partners/${partner.id}`
  const sent = await recordBodies(page, 'PUT')
  await page.goto(`/${at}/details`)

  await expect(card(page, 'Inspires').getByRole('term')).toHaveText(['Logo URL', 'Partner details', 'Allow CTAs'])
  await expect(fact(page, 'Inspires', 'Logo URL').getByRole('link')).toHaveAttribute('href', `/${at}/customizations`)
  await expect(fact(page, 'Inspires', 'Allow CTAs')).toContainText('No')
  const inspires = await edit(page, 'inspires')
  await expect(inspires.getByLabel('Logo URL')).toBeDisabled()
  await expect(inspires.getByText('Set under Customisations.')).toBeVisible()
  await expect(inspires.getByLabel('Partner details', { exact: true })).toBeFocused()
  await inspires.getByLabel('Partner details', { exact: true }).fill('Under **sail** since 1911 <b>')
  await inspires.getByRole('switch', { name: 'Allow CTAs' }).check()
  await inspires.getByRole('button', { name: 'Save' }).click()
  await expectNotice(page, 'Successfully updated!')
  await expect(fact(page, 'Inspires', 'Partner details').locator('strong')).toHaveText('sail')
  await expect(fact(page, 'Inspires', 'Partner details')).toHaveText('Under sail since 1911 <b>')
  await expect(fact(page, 'Inspires', 'Allow CTAs')).toContainText('Yes')
  const details = { inspires_partner_details: 'Under **sail** since 1911 <b>', inspires_allow_ctas: true }
  expect(sent.at(-1)).toEqual({ ...details, version: expect.any(Number) })
  expect(await api.find(`${at}/inspires`)).toEqual({ ...details, inspires_logo_url: '', version: expect.any(Number) })

  await expect(card(page, 'Copilot').getByRole('term')).toHaveText([
    ...['Display Copilot on Inspires', 'Customisations enabled', 'Advisor branding', 'Cache duration', 'Copilot domains', 'Insights'],
  ])
  await expect(fact(page, 'Copilot', 'Advisor branding')).toHaveText('Automatic')
  await expect(fact(page, 'Copilot', 'Cache duration')).toHaveText('Disabled')
  await expect(fact(page, 'Copilot', 'Copilot domains')).toContainText('umiak.example, trips.umiak.example')
  await expect(fact(page, 'Copilot', 'Copilot domains').getByRole('link')).toHaveAttribute('href', `/${at}/sites`)
  const copilot = await edit(page, 'copilot')
  await copilot.getByRole('switch', { name: 'Display Copilot on Inspires' }).check()
  await copilot.getByRole('switch', { name: 'Customisations enabled' }).check()
  await expect(copilot.getByRole('combobox', { name: 'Advisor branding' })).toHaveValue('Automatic')
  await copilot.getByRole('combobox', { name: 'Advisor branding' }).click()
  await expect(page.getByRole('option')).toHaveText(['Automatic', 'Advisor', 'Agency', 'Co-branded', 'None'])
  await page.getByRole('option', { name: 'Co-branded' }).click()
  await copilot.getByRole('combobox', { name: 'Cache duration' }).click()
  await expect(page.getByRole('option')).toHaveText([
    ...['Disabled', '1 minute', ...[2, 3, 4, 5, 6, 7, 8, 9, 10, 15].map((n) => `${n} minutes`)],
    ...['1 day', '3 days', '2 weeks', '30 days', '90 days', '1 year'],
  ])
  await page.getByRole('option', { name: '2 weeks' }).click()
  await copilot.getByRole('button', { name: 'Save' }).click()
  await expectNotice(page, 'Copilot successfully updated.')
  await expect(fact(page, 'Copilot', 'Display Copilot on Inspires')).toContainText('Yes')
  await expect(fact(page, 'Copilot', 'Customisations enabled')).toContainText('Yes')
  await expect(fact(page, 'Copilot', 'Advisor branding')).toHaveText('Co-branded')
  await expect(fact(page, 'Copilot', 'Cache duration')).toHaveText('2 weeks')
  expect(await api.find(`${at}/copilot`)).toEqual({
    version: expect.any(Number),
    ...{
      inspires_display_copilot: true,
      inspires_customisations_enabled: true,
      copilot_advisor_branding: 'co-branded',
      copilot_cache_duration: 20160,
    },
  })
  const back = await edit(page, 'copilot')
  await back.getByRole('combobox', { name: 'Advisor branding' }).click()
  await page.getByRole('option', { name: 'Automatic' }).click()
  await back.getByRole('button', { name: 'Save' }).click()
  await expect(fact(page, 'Copilot', 'Advisor branding')).toHaveText('Automatic')
  expect(sent.at(-1)).toEqual({ copilot_advisor_branding: '', version: expect.any(Number) })

  await expect(fact(page, 'AI', 'Brand voice')).toHaveText('—')
  const ai = await edit(page, 'AI')
  await ai.getByLabel('Brand voice').fill('w'.repeat(20_001))
  await ai.getByRole('button', { name: 'Save' }).click()
  await expect(ai.locator('[data-field=ai_brand_voice]').getByText('Must have at most 20000 characters.')).toBeVisible()
  expect(await ai.getByLabel('Brand voice').inputValue()).toHaveLength(20_001)
  const voice = `Calm and dry.\n\n${'We never shout. '.repeat(60)}The end.`
  await ai.getByLabel('Brand voice').fill(voice)
  await ai.getByRole('button', { name: 'Save' }).click()
  await expect(card(page, 'AI')).toContainText('The end.')
  expect(await api.find(`${at}/ai`)).toEqual({ ai_brand_voice: voice, version: expect.any(Number) })
  const end = card(page, 'AI').getByText('The end.')
  const tall = async () => (await end.evaluate((text) => text.parentElement?.clientHeight)) ?? 0
  expect(await tall()).toBe(200)
  await card(page, 'AI').getByRole('button', { name: 'Show all' }).click()
  expect(await tall()).toBeGreaterThan(200)
  await card(page, 'AI').getByRole('button', { name: 'Show less' }).click()
  expect(await tall()).toBe(200)

  const flags = ['Enhanced SEO', 'Itineraries', 'Lead Generation / Surveys', 'Premium Themes', 'Travel Advisor Marketing']
  await expect(card(page, 'Premium').getByRole('term')).toHaveText([...flags, 'Collaborators'])
  await expect(card(page, 'Premium').getByRole('definition')).toHaveText(Array(6).fill('No'))
  const premium = await edit(page, 'premium')
  await expect(premium.getByRole('switch', { name: 'Collaborators' })).toBeDisabled()
  for (const flag of flags) await premium.getByRole('switch', { name: flag }).check()
  await premium.getByRole('button', { name: 'Save' }).click()
  await expectNotice(page, 'Permissions successfully updated.')
  await expect(card(page, 'Premium').getByRole('definition')).toHaveText([...Array(5).fill('Yes'), 'No'])
  const all = ['has_premium_seo', 'has_premium_itineraries', 'has_premium_forms', 'has_premium_themes', 'has_premium_share']
  const on = Object.fromEntries(all.map((flag) => [flag, true]))
  expect(sent.at(-1)).toEqual({ ...on, version: expect.any(Number) })
  expect(await api.find(`${at}/permissions`)).toEqual({ ...on, has_premium_collaborators: false, version: expect.any(Number) })
  const less = await edit(page, 'premium')
  await less.getByRole('switch', { name: 'Lead Generation / Surveys' }).uncheck()
  await less.getByRole('button', { name: 'Save' }).click()
  await expect(fact(page, 'Premium', 'Lead Generation / Surveys')).toContainText('No')
  expect(sent.at(-1)).toEqual({ has_premium_forms: false, version: expect.any(Number) })
})

test('creates languages with variables, validates, edits and deletes them', async ({ page, api, complaints }) => {
  complaints.allow(422)
  const partner = await api.post('partners', { name: unique('Vaka Lines') })
  const at = `partners/${partner.id}/languages`
  await page.goto(`/partners/${partner.id}/details`)
  await expect(page.getByRole('heading', { name: 'No languages yet' })).toBeVisible()
  await page.getByRole('button', { name: 'New language' }).click()
  const fresh = page.getByRole('dialog', { name: 'New language' })
  const variables = ['%advisorName%', '%partnerName%', '%pageTitle%', '%pageUrl%']
  await expect(fresh.getByRole('group', { name: 'Advisor e-mail' }).getByRole('button')).toHaveText(variables)
  await expect(fresh.getByRole('combobox', { name: 'Language' })).toHaveValue('English')
  const variable = (name: string) => fresh.getByRole('button', { name, exact: true })
  const subject = fresh.getByLabel('Advisor e-mail subject')
  const body = fresh.getByLabel('Advisor e-mail body')
  await variable('%advisorName%').click() // inserted into the body if no field had the focus yet
  await expect(body).toHaveValue('%advisorName%')
  await expect(body).toBeFocused()
  await page.keyboard.type(', look at ')
  await page.keyboard.press('Home')
  await page.keyboard.type('Dear ')
  await page.keyboard.press('End')
  await variable('%pageUrl%').click()
  await expect(body).toHaveValue('Dear %advisorName%, look at %pageUrl%')
  await subject.fill('About today')
  await subject.evaluate((input: HTMLInputElement) => input.setSelectionRange(6, 11))
  await variable('%pageTitle%').click() // replaces the selection
  await page.keyboard.type(' by ')
  await variable('%partnerName%').click()
  await expect(subject).toHaveValue('About %pageTitle% by %partnerName%')
  await fresh.getByLabel('CTA label').fill('Ask us')
  await body.press('End')
  await page.keyboard.type(' %shipName%')
  await fresh.getByRole('button', { name: 'Create language' }).click()
  await expect(fresh.locator('[data-field=advisor_email_body]')).toContainText(`%shipName% is not a variable. Use ${variables.join(', ')}.`)
  await expect(body).toBeFocused()
  await expect(fresh.getByLabel('CTA label')).toHaveValue('Ask us')
  await body.fill('Dear %advisorName%, look at %pageUrl%')
  await fresh.getByRole('button', { name: 'Create language' }).click()
  await expectNotice(page, 'Language **English** successfully created')
  const table = page.getByRole('table', { name: 'Languages' })
  await expect(table.getByRole('columnheader')).toHaveText(['Language', 'Advisor e-mail subject', 'Advisor e-mail body', 'CTA label', 'Actions'])
  await expect(rowOf(page, 'English').getByRole('cell')).toHaveText([
    ...['English', 'About %pageTitle% by %partnerName%', 'Dear %advisorName%, look at %pageUrl%', 'Ask us', ''],
  ])
  const [made] = await api.list(at)
  expect(made).toMatchObject({
    ...{ language_id: 1, advisor_email_subject: 'About %pageTitle% by %partnerName%', advisor_email_body: 'Dear %advisorName%, look at %pageUrl%' },
    cta_label: 'Ask us',
  })

  await page.getByRole('button', { name: 'New language' }).click()
  await fresh.getByLabel('CTA label').fill('Fragen')
  const language = fresh.getByRole('combobox', { name: 'Language' })
  await expect(language).toHaveValue('') // English has already been added
  await language.fill('English')
  await expect(page.getByText('No results')).toBeVisible()
  await pick(language, 'German')
  await fresh.getByRole('button', { name: 'Create language' }).click()
  await expectNotice(page, 'Language **German** successfully created')
  await expect(rowOf(page, 'German').getByRole('cell')).toHaveText(['German', '—', '—', 'Fragen', ''])

  await table.getByRole('link', { name: 'German' }).click()
  const form = page.getByRole('dialog', { name: 'Edit language' })
  await expect(form.getByRole('combobox', { name: 'Language' })).toHaveValue('German')
  await expect(form.getByLabel('Advisor e-mail subject')).toBeFocused()
  await form.getByRole('button', { name: '%pageTitle%' }).click()
  await expect(form.getByLabel('Advisor e-mail subject')).toHaveValue('%pageTitle%')
  await pick(form.getByRole('combobox', { name: 'Language' }), 'Danish')
  await form.getByRole('button', { name: 'Save' }).click()
  await expectNotice(page, 'Language **Danish** successfully updated')
  await expect(rowOf(page, 'Danish').getByRole('cell')).toHaveText(['Danish', '%pageTitle%', '—', 'Fragen', ''])

  await choose(page, 'Danish', 'Delete')
  const question = page.getByRole('dialog', { name: 'Delete language' })
  await expectSentence(question, 'Are you sure you want to delete **Danish**?')
  await question.getByRole('button', { name: 'Delete', exact: true }).click()
  await expectNotice(page, 'Language **Danish** successfully deleted')
  await expect(table.getByRole('link')).toHaveText(['English'])
  expect((await api.list(at)).map((language) => language.name)).toEqual(['English'])
})

test('copies keys and the embed snippet, and refreshes keys after a confirmation', async ({ page, api, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const partner = await api.post('partners', { name: unique('Xebec Travel') })
  const before = String(partner.api_key)
  const clipboard = () => page.evaluate(() => navigator.clipboard.readText())
  const sent = await recordBodies(page, 'PUT')
  await page.goto(`/partners/${partner.id}/details`)
  const keys = card(page, 'API Information')
  await expect(keys.getByRole('term')).toHaveText(['API key', 'API secret', 'Documentation', 'Last API activity'])
  await expect(keys.getByRole('definition')).toHaveText([before, '••••••••••••', 'Public API', 'Never'])
  await keys.getByRole('button', { name: 'Copy API key' }).click()
  await expectNotice(page, 'Copied!')
  expect(await clipboard()).toBe(before)
  await card(page, 'Explore').getByRole('button', { name: 'Copy PID' }).click()
  await expect.poll(clipboard).toBe(partner.alt_id)
  await card(page, 'Explore').getByRole('button', { name: 'Copy embed snippet' }).click()
  await expect.poll(clipboard).toBe(partner.embed_snippet)
  await keys.getByRole('button', { name: 'Copy API secret' }).click()
  await expect.poll(clipboard).toMatch(/^[A-Za-z0-9]{40}$/)
  const secret = await clipboard()
  await expect(keys).not.toContainText(secret)

  await keys.getByRole('button', { name: 'Refresh API keys' }).click()
  const question = page.getByRole('dialog', { name: 'Refresh API keys' })
  await expectSentence(
    question,
    `The previous keys of **${partner.name}** will no longer work: integrations that use them stop working until they have the new ones.`,
  )
  await question.getByRole('button', { name: 'Cancel' }).click()
  await expect(question).toHaveCount(0)
  expect((await api.find(`partners/${partner.id}`)).api_key).toBe(before)
  await keys.getByRole('button', { name: 'Refresh API keys' }).click()
  await question.getByRole('button', { name: 'Refresh API keys' }).click()
  await expectNotice(page, `API keys of **${partner.name}** successfully refreshed`)
  expect(sent).toEqual([{ confirm: true }])
  const after = String((await api.find(`partners/${partner.id}`)).api_key)
  expect(after).not.toBe(before)
  const fresh = page.getByRole('dialog', { name: 'New API keys' })
  await expect(fresh.getByRole('definition')).toHaveText([after, /^[A-Za-z0-9]{40}\s*$/])
  await fresh.getByRole('button', { name: 'Copy new API secret' }).click()
  await expect.poll(clipboard).not.toBe(secret)
  await expect(fresh.getByRole('definition').nth(1)).toHaveText(await clipboard())
  const renewed = await clipboard()
  await fresh.getByRole('button', { name: 'Done' }).click()
  await expect(keys.getByText(after, { exact: true })).toBeVisible()
  await expect(keys.getByText(before)).toHaveCount(0)
  await keys.getByRole('button', { name: 'Copy API secret' }).click()
  await expect.poll(clipboard).toBe(renewed)
})

test.describe('editors', () => {
  test.use(asEditor)

  test('can edit the cards of a partner, but not delete it or copy its secret', async ({ page, api }) => {
    const partner = await api.post('partners', { name: unique('Zulu Trips') })
    await page.goto(`/partners/${partner.id}/details`)
    const ai = await edit(page, 'AI')
    await ai.getByLabel('Brand voice').fill('Plain')
    await ai.getByRole('button', { name: 'Save' }).click()
    await expect(fact(page, 'AI', 'Brand voice')).toHaveText('Plain')
    await expect(page.getByRole('button', { name: 'Copy API key' })).toBeVisible()
    await expect(page.getByRole('button', { name: 'New language' })).toBeVisible()
    await expect(page.getByRole('button', { name: /Refresh|Copy API secret|Delete/ })).toHaveCount(0)
    const at = `/api/admin/partners/${partner.id}`
    expect((await page.request.post(`${at}/api-secret`)).status()).toBe(403)
    expect((await page.request.put(`${at}/refresh-api-keys`, { data: { confirm: true } })).status()).toBe(403)
    expect((await page.request.delete(at)).status()).toBe(403)
  })
})

test('asks for new roles when the account type changes, and merges edits of the same card @both', async ({ page, api, complaints }) => {
  complaints.allow(409)
  const partner = await api.post('partners', { name: unique('Wicket Tours') })
  const { account_type_id } = await api.find(`partners/${partner.id}`)
  const [template] = await api.list(`account-types/${account_type_id}/user-templates-options`)
  const password = 'a password of theirs'
  const own = { partner_id: partner.id, user_template_id: template?.id, password, password_confirmation: password }
  const people = [await api.post('users', { ...uniquePerson(), ...own }), await api.post('users', { ...uniquePerson(), ...own })]
  const type = await api.post('account-types', { name: unique('Charter') })
  const skipper = await api.post(`account-types/${type.id}/user-templates`, { name: 'Skipper' })

  await page.goto(`/partners/${partner.id}/details`)
  const form = await edit(page, 'partner')
  await pick(form.getByRole('combobox', { name: 'Account type' }), type.name)
  await form.getByRole('button', { name: 'Save' }).click()
  const question = page.getByRole('dialog', { name: `Change the account type of ${partner.name}?` })
  await expect(question).toContainText('2 users have a role of the current account type.')
  const role = question.getByRole('combobox', { name: `${template?.name} (2 users)` })
  await expect(role).toHaveValue('No role')
  await question.getByRole('button', { name: 'Cancel' }).click()
  await expect(form).toBeVisible()
  expect(await api.find(`partners/${partner.id}`)).toMatchObject({ account_type_id })
  await form.getByRole('button', { name: 'Save' }).click()
  await role.click()
  await page.getByRole('option', { name: 'Skipper' }).click()
  await question.getByRole('button', { name: 'Change account type' }).click()
  await expectNotice(page, `Partner **${partner.name}** successfully updated`)
  const members = await api.list(`users?partner_id=${partner.id}`)
  expect(members.map((member) => member.user_template_id)).toEqual([skipper.id, skipper.id])

  // Another card of the same record is no conflict, but the same card is.
  const other = await edit(page, 'ai')
  await other.getByLabel('Brand voice').fill('Calm')
  await api.put(`partners/${partner.id}`, { phone: '+44 20 7946 0000' })
  await other.getByRole('button', { name: 'Save' }).click()
  await expectNotice(page, 'Successfully updated!')
  const again = await edit(page, 'ai')
  await again.getByLabel('Brand voice').fill('Mine')
  await api.put(`partners/${partner.id}/ai`, { ai_brand_voice: 'Theirs' })
  await again.getByRole('button', { name: 'Save' }).click()
  const stale = page.getByRole('dialog', { name: 'Someone else saved changes while you were editing' })
  await expect(stale.getByRole('radio', { name: 'Mine' })).toBeChecked()
  await expect(notices(page)).toContainText('Successfully updated!')
  expect(await controlsUnderNotices(page, '[role=dialog]')).toEqual([])
  await stale.getByRole('radio', { name: 'Theirs' }).check()
  await stale.getByRole('button', { name: 'Save selection' }).click()
  await expect(stale).toHaveCount(0)
  expect(await api.find(`partners/${partner.id}`)).toMatchObject({ ai_brand_voice: 'Theirs', phone: '+44 20 7946 0000' })

  // The same on a card of a user.
  await page.goto(`/users/${people[0]?.id}`)
  const details = await edit(page, 'details')
  await details.getByLabel('Company').fill('Mine')
  await api.put(`users/${people[0]?.id}`, { company_name: 'Theirs' })
  await details.getByRole('button', { name: 'Save' }).click()
  await expect(stale.getByRole('radio', { name: 'Theirs' })).not.toBeChecked()
  await stale.getByRole('button', { name: 'Save selection' }).click()
  await expect(fact(page, 'Details', 'Company')).toHaveText('Mine')
})
