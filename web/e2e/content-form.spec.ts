import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import { Site } from './site.ts'
import {
  type Api,
  asEditor,
  expect,
  expectMissing,
  expectNotice,
  expectSentence,
  notices,
  pick,
  recordBodies,
  recordRequests,
  test,
  unique,
} from './test.ts'

const site = new Site()
test.beforeAll(() => site.open())
test.afterAll(() => site.close())

type Item = Record<string, unknown> & { id: number; title: string; version: number }

const url = (page: Page) => page.getByRole('textbox', { name: 'URL' })
const title = (page: Page) => page.getByRole('textbox', { name: 'Title' })
const step = (page: Page, name: string) => page.getByRole('region', { name, exact: true })
const status = (page: Page) => page.getByRole('complementary', { name: 'About this content' })
const steps = ['The basics', 'Just a few more things', 'Finally, anything else', 'A few extra pieces of information', 'Special tweaks']
const filledIn = (what: string) => `We filled in the ${what}. Please review and edit as necessary.`
const elsewhere = () => `https://stories.example/${randomUUID()}`

/** added creates an item through the API. */
async function added(api: Api, more: object = {}): Promise<Item> {
  return (await api.post('content', { content_url: elsewhere(), title: unique('Lanterns of Hội An'), ...more })) as unknown as Item
}
const now = async (api: Api, id: number) => (await api.find(`update-content/${id}`)) as unknown as Item

test('reads a pasted URL, fills in the form and saves it @both', async ({ page, api }) => {
  const name = unique('A slow week in the Douro valley')
  const path = `/${randomUUID()}`
  const address = site.page(path, {
    title: name,
    description: 'Terraces and small stations.',
    type: 'article',
    author: 'Inês Falcão',
    image: '/picture.png',
  })
  site.delay(path)
  const posted = (await recordBodies(page, 'POST')) as Record<string, unknown>[]
  await page.goto('/content/new')
  await expect(url(page)).toBeFocused()
  for (const other of steps) await expect(step(page, other)).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'SAVE', exact: true })).toHaveCount(0)

  await url(page).fill(address)
  await page.keyboard.press('Enter')
  await expect(step(page, 'Enter URL').getByRole('status')).toHaveText('Reading the page…')
  await expect(step(page, 'The basics')).toHaveCount(0)
  await expect.poll(() => site.visits).toContain(path)
  site.release()
  await expectSentence(step(page, 'Enter URL'), filledIn('title, synopsis, media type and image'))
  for (const other of steps) await expect(step(page, other)).toBeVisible()
  for (const admins of steps.slice(3)) await expect(step(page, admins).getByText('ADMIN ONLY', { exact: true })).toBeVisible()
  await expect(title(page)).toHaveValue(name)
  await expect(title(page)).toBeFocused()
  await expect(page.getByRole('textbox', { name: 'Synopsis' })).toHaveValue('Terraces and small stations.')
  await expectSentence(step(page, 'The basics'), '28 characters.')
  await expect(page.getByRole('combobox', { name: 'Media type' })).toHaveValue('Article')
  await expect(page.getByRole('textbox', { name: 'Author' })).toHaveValue('Inês Falcão')
  await expect(page.getByRole('img', { name: 'Preview of image' })).toBeVisible()
  await expect(step(page, 'Finally, anything else')).toContainText('640 × 400')
  await expect(page.getByRole('textbox', { name: 'Lead in' })).toHaveValue('Read')

  await title(page).fill(`${name}, again`)
  await pick(page.getByRole('combobox', { name: 'Subject areas' }), 'City life')
  await page.keyboard.press('Escape')
  await page.getByRole('textbox', { name: 'Expiration date', exact: true }).click()
  for (const preset of ['Today', '1 month', '6 months', '1 year', '3 years', '5 years'])
    await expect(page.getByRole('button', { name: preset, exact: true })).toBeVisible()
  await page.getByRole('button', { name: '5 years', exact: true }).click()
  await page.getByRole('textbox', { name: 'Publish date', exact: true }).click()
  for (const preset of ['Yesterday', 'Today']) await expect(page.getByRole('button', { name: preset, exact: true })).toBeVisible()
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'SAVE', exact: true }).click()
  await expectNotice(page, 'Got it!')
  await expect(page).toHaveURL('/content')

  const sent = posted.find((body) => 'title' in body)
  expect(sent).toMatchObject({ content_url: address, type_id: 2, depth_id: 2, library_ids: [1], language_ids: [1], partner_id: 1 })
  expect(Math.abs(Date.parse(String(sent?.published_at)) - Date.now())).toBeLessThan(60_000)
  const [saved] = (await api.list(`content?query=${encodeURIComponent(`${name}, again`)}`)) as unknown as Item[]
  const item = await now(api, saved?.id ?? 0)
  expect(item).toMatchObject({ title: `${name}, again`, author: 'Inês Falcão', lead_in: 'Read', status: 'published', tags: [{ name: 'City life' }] })
  expect(item.featured_image).toMatchObject({ width: 640, height: 400 })
  expect(item.expires_at).not.toBeNull()
})

test('reports unreachable and known URLs, and resets the form for another URL', async ({ page, api, complaints }) => {
  complaints.allow(422)
  const there = await added(api)
  await page.goto('/content/new')
  const notes = step(page, 'Enter URL').getByRole('status')

  await page.getByRole('button', { name: 'Next' }).click()
  await expect(url(page)).toHaveAccessibleDescription('This field is required.')
  await url(page).fill('nonsense')
  await expect(url(page)).toHaveAccessibleDescription('')
  await page.getByRole('button', { name: 'Next' }).click()
  await expect(url(page)).toHaveAccessibleDescription('Must be the URL of a web page, such as https://example.com/page.')
  await expect(url(page)).toBeFocused()
  await expect(notes).toHaveText('')
  await expect(page.getByRole('button', { name: 'Next' })).toBeEnabled()

  for (const [path, why] of [
    ['/nowhere', 'Page not found.'],
    ['/archive.zip', 'The address is not a web page.'],
  ] as const) {
    await url(page).fill(site.at(path))
    await page.keyboard.press('Enter')
    await expect(notes).toHaveText(`${why} Please fill in the details yourself.`)
    await expect(page.getByRole('button', { name: 'SAVE', exact: true })).toBeVisible()
  }

  // Values are reset together with the URL they belonged to, after a question if something was typed.
  await title(page).fill('Typed by hand')
  await pick(page.getByRole('combobox', { name: 'Depth' }), 'Deep dive')
  const bare = unique('Without a picture')
  const another = site.page('/bare', { title: bare, image: '/gone.png', lang: 'fr' })
  await url(page).fill(another)
  const question = page.getByRole('dialog', { name: 'Start again with another URL?' })
  await question.getByRole('button', { name: 'Keep editing' }).click()
  await expect(question).toHaveCount(0)
  await expect(url(page)).toHaveValue(site.at('/archive.zip'))
  await expect(title(page)).toHaveValue('Typed by hand')
  await url(page).fill(another)
  await question.getByRole('button', { name: 'Start again' }).click()
  await expect(url(page)).toHaveValue(another)
  await expect(step(page, 'The basics')).toHaveCount(0)
  await expect(notes).toHaveText('')
  await page.getByRole('button', { name: 'Next' }).click()
  await expect(title(page)).toHaveValue(bare)
  await expect(page.getByRole('combobox', { name: 'Depth' })).toHaveValue('Standard')
  await expectSentence(page.getByRole('main'), 'The page’s image could not be fetched.')
  await expectSentence(notes, filledIn('title'))
  await expect(step(page, steps[3] ?? '').getByText('French', { exact: true })).toBeVisible()

  // A late response for a previous URL is ignored.
  site.page('/late', { title: 'Late' })
  site.delay('/late')
  await url(page).fill(site.at('/late'))
  await page.keyboard.press('Enter')
  await expect.poll(() => site.visits).toContain('/late')
  await url(page).fill(`${there.content_url}/?utm_source=mail#top`)
  site.release()
  await page.keyboard.press('Enter')
  await expectSentence(notes, 'This URL is already in the database.')
  await expect(title(page)).toHaveValue('')
  await expect(page.getByRole('button', { name: 'SAVE', exact: true })).toBeVisible()
  await notes.getByRole('link', { name: there.title }).click()
  await page.getByRole('dialog', { name: 'Leave without saving?' }).getByRole('button', { name: 'Leave' }).click()
  await expect(page).toHaveURL(`/content/${there.id}/edit`)
  await expect(title(page)).toHaveValue(there.title)
})

test('publishes pasted URLs one after the other, and returns to the list as it was', async ({ page, context, api }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const name = unique('Kilns of Bat Trang')
  const paste = async (text: string) => {
    await page.evaluate((text) => navigator.clipboard.writeText(text), text)
    await page.keyboard.press('Control+v')
  }
  await page.goto('/content?published=published&sort=title')
  await page.getByRole('button', { name: 'New', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Content' }).click()
  await expect(url(page)).toBeFocused()
  await paste(site.page(`/${randomUUID()}`, { title: `${name} 1` }))
  await expect(title(page)).toHaveValue(`${name} 1`)
  await expect(page.getByRole('link', { name: 'Open the page in a new tab' })).toHaveAttribute('href', await url(page).inputValue())
  await expect(title(page)).toBeFocused()
  await page.keyboard.press('Enter') // does not publish
  await page.getByRole('button', { name: 'Save and add another' }).click()
  await expectNotice(page, 'Got it!')
  await expectNotice(page, `**${name} 1** was added.`)
  await expect(url(page)).toBeFocused()
  await expect(url(page)).toHaveValue('')
  await expect(step(page, 'The basics')).toHaveCount(0)

  await paste(site.page(`/${randomUUID()}`, { title: `${name} 2` }))
  await expect(title(page)).toHaveValue(`${name} 2`)
  await page.keyboard.press('Control+s')
  await expectNotice(page, `**${name} 2** was added.`)
  await expect(page).toHaveURL('/content?published=published&sort=title')
  const added = (await api.list(`content?query=${encodeURIComponent(name)}&sort=title`)) as unknown as Item[]
  expect(added.map(({ title, status }) => [title, status])).toEqual([
    [`${name} 1`, 'published'],
    [`${name} 2`, 'published'],
  ])
  await notices(page).getByRole('link', { name: 'Open' }).last().click()
  await expect(page).toHaveURL(`/content/${added[1]?.id}/edit`)
  await expect(page.getByRole('link', { name: 'Cancel' })).toHaveAttribute('href', '/content?published=published&sort=title')
  await page.getByRole('navigation', { name: 'Breadcrumb' }).getByRole('link', { name: 'Content' }).click()
  await expect(page).toHaveURL('/content?published=published&sort=title')
})

test('offers the embed code of a page, and saves it only if it was shown', async ({ page, api }) => {
  const name = unique('Tram 28')
  const code = '<iframe src="https://v.example/28"></iframe>'
  site.put('/oembed.json', 'application/json', JSON.stringify({ type: 'video', html: code }))
  site.put('/tram', 'text/html', `<title>${name}</title><link rel="alternate" type="application/json+oembed" href="/oembed.json">`)
  const posted = (await recordBodies(page, 'POST')) as Record<string, unknown>[]
  await page.goto('/content/new')
  await url(page).fill(site.at('/tram'))
  await page.getByRole('button', { name: 'Next' }).click()
  await expect(title(page)).toHaveValue(name)
  expect(site.visits).toContain('/oembed.json')

  const override = page.getByRole('checkbox', { name: 'Override embed code' })
  await override.check()
  await expect(page.getByRole('textbox', { name: 'Embed code' })).toHaveValue(code)
  await override.uncheck()
  await page.getByRole('button', { name: 'SAVE', exact: true }).click()
  await expectNotice(page, 'Got it!')
  expect(posted.find((body) => 'title' in body)).toMatchObject({ embed_code: '', embed_code_override: false })
  const [saved] = (await api.list(`content?query=${encodeURIComponent(name)}`)) as unknown as Item[]
  expect(await now(api, saved?.id ?? 0)).toMatchObject({ embed_code: '', embed_code_override: false })
})

test('checks a changed URL once, 500 ms after the last key, and fills in missing values', async ({ page, api }) => {
  const item = await added(api)
  const other = await added(api)
  await page.clock.install()
  const posted = (await recordBodies(page, 'POST')) as Record<string, unknown>[]
  await page.goto(`/content/${item.id}/edit`)
  await expect(url(page)).toHaveValue(String(item.content_url))
  const requests = recordRequests(page, 'POST', 'content/parse-url')
  const address = site.page('/pictured', { title: 'Not taken over', image: '/picture.png' })
  await page.clock.pauseAt(await page.evaluate(() => Date.now() + 1_000))
  await url(page).fill('')
  await url(page).pressSequentially(address)
  await page.clock.runFor(499)
  const notes = step(page, 'Enter URL').getByRole('status')
  expect(await notes.textContent()).toBe('')
  await page.clock.runFor(1)
  await expect(notes).not.toHaveText('')
  await page.clock.resume()
  await expectSentence(notes, filledIn('image'))
  expect(requests).toHaveLength(1)
  expect(posted[0]).toEqual({ content_url: address, id: item.id })
  await expect(page.getByRole('img', { name: 'Preview of image' })).toBeVisible()
  await expect(title(page)).toHaveValue(item.title)
  await expect(page.getByRole('textbox', { name: 'Lead in' })).toHaveValue('Read')

  await url(page).fill(String(other.content_url))
  await expectSentence(notes, 'This URL is already in the database.')
  await expect(notes.getByRole('link', { name: other.title })).toBeVisible()
  await url(page).fill(address)
  await expect(notes.getByText('already in the database')).toHaveCount(0)
  await page.getByRole('button', { name: 'UPDATE' }).click()
  await expectNotice(page, `**${item.title}** successfully updated`)
  expect(await now(api, item.id)).toMatchObject({ content_url: address, title: item.title, featured_image: { width: 640 } })
})

test('shows fields by media type, sends overrides, and highlights invalid fields', async ({ page, api, complaints }) => {
  complaints.allow(422)
  const item = await added(api, { embed_classes: 'responsive-4x3' })
  const put = (await recordBodies(page, 'PUT')) as Record<string, unknown>[]
  await page.goto(`/content/${item.id}/edit`)
  const [author, runtime] = [page.getByRole('textbox', { name: 'Author' }), page.getByRole('textbox', { name: 'Runtime' })]
  const subtitles = page.getByRole('combobox', { name: 'Subtitle languages' })
  const leadIn = page.getByRole('textbox', { name: 'Lead in' })
  for (const [type, hasAuthor, hasRuntime, leads] of [
    ['Book', true, false, 'Read'],
    ['Audio', false, true, 'Listen'],
    ['Map', false, false, 'Explore'],
    ['Article', true, false, 'Read'],
    ['Video', false, true, 'Watch'],
  ] as const) {
    await page.getByRole('combobox', { name: 'Media type' }).click()
    await page.getByRole('option', { name: type, exact: true }).click()
    await expect(author, type).toHaveCount(hasAuthor ? 1 : 0)
    await expect(runtime, type).toHaveCount(hasRuntime ? 1 : 0)
    await expect(subtitles, type).toHaveCount(hasRuntime ? 1 : 0)
    await expect(leadIn, type).toHaveValue(leads)
  }

  const synopsis = page.getByRole('textbox', { name: 'Synopsis' })
  const basics = step(page, 'The basics')
  await expectSentence(basics, 'A short synopsis of up to 350 characters works best.')
  for (const [count, note] of [
    [5, '5 characters.'],
    [349, '349 characters.'],
    [350, '350 characters. We recommend fewer than 350.'],
  ] as const) {
    await synopsis.fill('é'.repeat(count))
    await expectSentence(basics, note)
  }

  await expect(leadIn).not.toBeEditable()
  await page.getByRole('checkbox', { name: 'Override lead in' }).check()
  await leadIn.fill('Marvel at')
  const code = page.getByRole('textbox', { name: 'Embed code' })
  await expect(code).toHaveCount(0)
  await page.getByRole('checkbox', { name: 'Override embed code' }).check()
  await code.fill('<p>Hello</p>')
  await expect(page.getByRole('radio', { name: '4:3' })).toBeChecked()
  await page.getByRole('checkbox', { name: 'Add a responsive embed class' }).uncheck()
  await expect(page.getByRole('radio', { name: '4:3' })).toHaveCount(0)
  await runtime.fill('99999')
  await title(page).fill('')
  await page.getByRole('button', { name: 'UPDATE' }).click()
  await expect(page.getByRole('main').getByRole('alert')).toHaveText(
    'Oops. Seems like something went wrong. Please check the fields highlighted in red.',
  )
  await expect(title(page)).toHaveAccessibleDescription('This field is required.')
  await expect(title(page)).toBeFocused()
  await expect(runtime).toHaveAttribute('aria-invalid', 'true')

  await title(page).fill(item.title)
  await runtime.fill('21')
  await pick(subtitles, 'Portuguese')
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'UPDATE' }).click()
  await expectNotice(page, `**${item.title}** successfully updated`)
  expect(put.at(-1)).toEqual({
    synopsis: 'é'.repeat(350),
    type_id: 4,
    runtime: 21,
    subtitle_ids: [expect.any(Number)],
    lead_in: 'Marvel at',
    lead_in_override: true,
    embed_code: '<p>Hello</p>',
    embed_code_override: true,
    embed_classes: '',
    version: item.version,
  })

  await page.getByRole('checkbox', { name: 'Override lead in' }).uncheck()
  await expect(leadIn).toHaveValue('Watch')
  await page.getByRole('checkbox', { name: 'Add a responsive embed class' }).check()
  await page.getByText('4:3', { exact: true }).click()
  await page.getByRole('button', { name: 'UPDATE' }).click()
  await expect.poll(() => put.length).toBe(3)
  expect(put.at(-1)).toEqual({ lead_in_override: false, embed_classes: 'responsive-4x3', version: expect.any(Number) })
  await expect.poll(async () => now(api, item.id)).toMatchObject({ lead_in: 'Watch', lead_in_override: false, runtime: 21, author: '' })
})

test('changes the status next to the form, and duplicates, deletes and restores the item', async ({ page, api }) => {
  const item = await added(api)
  await api.put(`content/${item.id}/featured-image`, { featured_image: { url: site.at('/picture.png') } })
  await page.goto(`/content/${item.id}/edit`)
  const side = status(page)
  await expect(side.getByRole('radio', { name: 'Published' })).toBeChecked()
  for (const who of ['Author', 'Published by'])
    await expect(side.locator('dl > div').filter({ hasText: who }).getByRole('link', { name: 'First Admin' })).toHaveAttribute(
      'href',
      /^\/users\/\d+\/details$/,
    )
  const thumb = side.getByRole('row').filter({ has: page.getByRole('rowheader', { name: 'thumb' }) })
  await expect(thumb).toContainText('200 × ')
  await expect(thumb.getByText('Yes').first()).toBeAttached()

  await title(page).fill(`${item.title} by night`)
  const publish = page.getByRole('textbox', { name: 'Publish date', exact: true })
  await expect(publish).not.toHaveValue('')
  const choose = (state: string) => side.getByText(state, { exact: true }).last().click()
  await choose('Draft')
  await expect(publish).toHaveValue('')
  await expect(side.getByRole('radio', { name: 'Draft' })).toBeChecked()
  await choose('Expired')
  await expect(page.getByRole('textbox', { name: 'Expiration date', exact: true })).not.toHaveValue('')
  await choose('Published')
  await expect(publish).not.toHaveValue('')
  await expect(page.getByRole('textbox', { name: 'Expiration date', exact: true })).toHaveValue('')
  await expect(title(page)).toHaveValue(`${item.title} by night`)

  await page.getByRole('button', { name: 'Duplicate' }).click()
  const leaving = page.getByRole('dialog', { name: 'Leave without saving?' })
  await leaving.getByRole('button', { name: 'Stay' }).click()
  await expect(leaving).toHaveCount(0)
  await page.getByRole('button', { name: 'UPDATE' }).click()
  await expectNotice(page, `**${item.title} by night** successfully updated`)
  await expect(page).toHaveURL(`/content/${item.id}/edit`)
  expect(await now(api, item.id)).toMatchObject({ title: `${item.title} by night`, status: 'published', expires_at: null })

  await page.getByRole('button', { name: 'Duplicate' }).click()
  await expectNotice(page, 'Duplicated!')
  await expect(title(page)).toHaveValue(`${item.title} by night (copy)`)
  await expect(page).not.toHaveURL(`/content/${item.id}/edit`)
  await expect(side.getByRole('radio', { name: 'Draft' })).toBeChecked()

  await title(page).fill('Typed, and then thrown away')
  await page.getByRole('button', { name: 'Delete' }).click()
  const question = page.getByRole('dialog', { name: 'Delete content' })
  await expectSentence(question, `Are you sure you want to delete **${item.title} by night (copy)**?`)
  await question.getByRole('button', { name: 'Delete', exact: true }).click()
  await expectNotice(page, `**${item.title} by night (copy)** successfully deleted`)
  await expect(page).toHaveURL('/content')
  await page.goto(`/trash?query=${encodeURIComponent(item.title)}`)
  await page.getByRole('row').filter({ hasText: '(copy)' }).getByRole('button', { name: 'Actions' }).click()
  await page.getByRole('menuitem', { name: 'Restore' }).click()
  await expectNotice(page, `**${item.title} by night (copy)** successfully restored`)
  expect(await api.total(`content?query=${encodeURIComponent(item.title)}`)).toBe(2)
})

test('previews embed code in an isolated frame', async ({ page, api, complaints }) => {
  complaints.allowText(/Blocked a frame|Content Security Policy|connect-src|SecurityError|Failed to read|Failed to fetch|sandboxed/)
  const item = await added(api)
  await page.goto(`/content/${item.id}/edit`)
  await page.getByRole('checkbox', { name: 'Override embed code' }).check()
  const code = page.getByRole('textbox', { name: 'Embed code' })
  const inside = page.frameLocator('iframe[title="Embed code preview"]')
  await code.fill('<p>A harmless line</p>')
  await expect(inside.getByText('A harmless line')).toBeVisible()

  const asked: string[] = []
  page.on('request', (request) => asked.push(request.url()))
  await code.fill(`<p id="got">nothing</p><script>
    const got = document.getElementById('got'), all = [self.origin]
    const attempt = (what, run) => { try { run(); all.push(what) } catch (error) { all.push('no ' + what) } }
    attempt('page', () => { parent.document.body.innerHTML = 'x' })
    attempt('cookie', () => document.cookie)
    attempt('storage', () => localStorage.length)
    attempt('top', () => { top.location = 'about:blank' })
    fetch('/api/auth/me', { credentials: 'include' }).then(() => 'call', () => 'no call').then((line) => { got.textContent = [...all, line].join(', ') })
  </script>`)
  await expect(inside.locator('#got')).toHaveText('null, no page, no cookie, no storage, no top, no call')
  await expect(title(page)).toHaveValue(item.title)
  expect(asked.filter((address) => address.includes('/api/'))).toEqual([])

  const frame = page.locator('iframe')
  expect(await frame.getAttribute('sandbox')).toBe('allow-scripts allow-popups allow-presentation')
  const shape = async () => {
    const box = await frame.boundingBox()
    return box ? Number((box.width / box.height).toFixed(2)) : 0
  }
  await page.getByRole('checkbox', { name: 'Add a responsive embed class' }).check()
  await expect.poll(shape).toBe(1.78)
  await page.getByText('4:3', { exact: true }).click()
  await expect.poll(shape).toBe(1.33)
})

test.describe(() => {
  test.use(asEditor)

  test('an editor sees the first four steps, and saves no admin-only fields', async ({ page, api, complaints }) => {
    complaints.allow(404)
    const name = unique('Ferries of the Bosphorus')
    const address = site.page(`/${randomUUID()}`, { title: name, type: 'video.other', minutes: 12, lang: 'fr' })
    const posted = (await recordBodies(page, 'POST')) as Record<string, unknown>[]
    await page.goto('/content/new')
    await url(page).fill(address)
    await page.keyboard.press('Enter')
    await expectSentence(step(page, 'Enter URL'), filledIn('title and media type'))
    await expect(page.getByRole('textbox', { name: 'Runtime' })).toHaveValue('12')
    for (const own of steps.slice(0, 3)) await expect(step(page, own)).toBeVisible()
    for (const admins of steps.slice(3)) await expect(step(page, admins)).toHaveCount(0)
    await expect(page.getByText('ADMIN ONLY')).toHaveCount(0)
    await page.getByRole('button', { name: 'SAVE', exact: true }).click()
    await expectNotice(page, 'Got it!')
    const sent = posted.find((body) => 'title' in body) ?? {}
    for (const field of ['language_ids', 'published_at', 'lead_in', 'embed_code', 'library_ids', 'partner_id', 'publisher_ids', 'subtitle_ids'])
      expect(sent).not.toHaveProperty(field)

    const [saved] = (await api.list(`content?query=${encodeURIComponent(name)}`)) as unknown as Item[]
    await page.goto(`/content/${saved?.id}/edit`)
    await title(page).fill(`${name}, again`)
    await page.getByRole('button', { name: 'UPDATE' }).click()
    await expectNotice(page, `**${name}, again** successfully updated`)
    await status(page).getByText('Expired', { exact: true }).last().click()
    await expect(status(page).getByRole('radio', { name: 'Expired' })).toBeChecked()
    await expect.poll(async () => now(api, saved?.id ?? 0)).toMatchObject({ status: 'expired' })
    await title(page).fill(name)
    await status(page).getByText('Draft', { exact: true }).last().click()
    await expect(status(page).getByText('Saved together with your other changes.')).toBeVisible()
    expect(await now(api, saved?.id ?? 0)).toMatchObject({ status: 'expired' })
    await page.getByRole('button', { name: 'UPDATE' }).click()
    await expectNotice(page, `**${name}** successfully updated`)
    expect(await now(api, saved?.id ?? 0)).toMatchObject({ title: name, status: 'draft', published_at: null, expires_at: null })

    const [image] = await api.list('content?block_type=image&per_page=1')
    for (const wrong of ['/content/99999999/edit', '/content/x/edit', `/content/${image?.id}/edit`]) {
      await page.goto(wrong)
      await expectMissing(page)
    }
  })
})
