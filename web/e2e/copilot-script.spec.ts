import { readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import { type Copilot, createCopilot, expect, test, type Visitor } from './copilot-site.ts'
import { png } from './png.ts'
import { expectFigures } from './published.ts'
import type { Api } from './test.ts'

const insider = (copilot: Copilot, path: string) => copilot.at(`${path}${path.includes('?') ? '&' : '?'}insider=${copilot.uid}`)

/** visit opens a page with the insider parameter, and waits until Copilot has counted it. */
async function visit(visitor: Visitor, copilot: Copilot, path: string) {
  const counted = visitor.events.length
  await visitor.page.goto(insider(copilot, path))
  await expect.poll(() => visitor.events.length).toBeGreaterThan(counted)
}

/** decoded returns the recipient and the texts of a mailto: link. */
function decoded(href: string | null) {
  const [, to, subject, body] = /^mailto:([^?]*)\?subject=([^&]*)&body=([^&]*)$/.exec(href ?? '') ?? []
  const text = (part = '') => decodeURIComponent(part)
  return { to: text(to), subject: text(subject), body: text(body) }
}

/** languageID returns the id of a language. */
async function languageID(api: Api, alpha2: string) {
  const found = (await api.list(`languages?query=${alpha2}&per_page=100`)).find((language) => language.alpha2 === alpha2)
  return found?.id ?? (await api.post('languages', { name: `Language ${alpha2}`, alpha2 })).id
}

/** configOf returns the configuration that the server sends at the moment, as text. It notices changes within a second. */
async function configOf({ pages, key, uid, at }: Copilot) {
  const query = new URLSearchParams({ key, insider: uid, lang: 'en', origin: at('') })
  const address = `${pages.replace('pages.localhost', '127.0.0.1')}/api/v1/copilot/config?${query}`
  return JSON.stringify(await (await fetch(address, { headers: { Origin: at('') } })).json())
}

/** nextPass adds an element to the page and waits until Copilot has looked at it. */
async function nextPass(page: Page) {
  const passes = () => page.evaluate(() => performance.getEntriesByName('copilot').length)
  const before = await passes()
  await page.evaluate(() => document.body.append(document.createElement('hr')))
  await expect.poll(passes).toBeGreaterThan(before)
}

const bar = (page: Page) => page.locator('copilot-bar')
const barLink = (page: Page, name: string | RegExp) => bar(page).getByRole('link', { name })

test('does nothing without an advisor, and remembers one for 30 days', async ({ api, visitor }) => {
  const { page } = visitor
  const copilot = await createCopilot(api, {
    copilot: { copilot_advisor_branding: 'advisor' },
    site: { copilot_css: 'h1 { color: rgb(1, 2, 3) }', copilot_disclaimer_enabled: true },
    transformations: [{ selector: ['a'], text: 'Changed' }],
    redirects: [{ path_pattern: '/old', redirect_url: '/new' }],
  })
  visitor.put('/home', `<h1>Home</h1><a href="/book">Book</a>${copilot.script()}`)
  visitor.put('/old', `<h1>Old</h1><a href="/book">Book</a>${copilot.script()}`)
  const before = '<h1>Home</h1><a href="/book">Book</a>'
  const body = () => page.evaluate(() => document.body.innerHTML)
  const expectUntouched = async () => {
    expect((await body()).startsWith(before)).toBe(true)
    expect(await page.evaluate(() => document.adoptedStyleSheets.length)).toBe(0)
    expect(await page.evaluate(() => performance.getEntriesByName('copilot').length)).toBe(0)
    expect(await visitor.stored()).toEqual({ cookies: '' })
  }

  await test.step('no insider', async () => {
    for (const path of ['/home', '/home?insider=', '/home?insider=%3Cb%3E', '/old']) await page.goto(copilot.at(path), { waitUntil: 'load' })
    await expect(page).toHaveURL(copilot.at('/old'))
    await page.goto(copilot.at('/home'))
    await expectUntouched()
    expect(visitor.requests).toEqual([])
  })
  await test.step('an insider the server does not know', async () => {
    const answer = page.waitForResponse(/copilot\/config/)
    await page.goto(copilot.at('/home?insider=Nob0dyHere'))
    await (await answer).finished()
    await page.evaluate(() => new Promise(requestAnimationFrame))
    await expectUntouched()
    expect(visitor.requests).toHaveLength(1)
  })
  await test.step('an insider is remembered, without being asked again', async () => {
    await visit(visitor, copilot, '/home')
    await expect(page.getByRole('link', { name: 'Changed' })).toBeVisible()
    const { copilot: entry, ...others } = await visitor.stored()
    expect(others).toEqual({ cookies: '' })
    const { uid, until } = JSON.parse(entry ?? '{}')
    expect(uid).toBe(copilot.uid)
    expect(Math.abs(until - Date.now() - 30 * 86_400_000)).toBeLessThan(60_000)
    const { searchParams } = new URL(visitor.requests.at(-2) ?? '')
    expect(Object.fromEntries(searchParams)).toEqual({ key: copilot.key, origin: copilot.at(''), lang: 'en', insider: copilot.uid })
    await page.goto(copilot.at('/home'))
    await expect(page.getByRole('link', { name: 'Changed' })).toBeVisible()
    expect(JSON.parse((await visitor.stored()).copilot ?? '')).toEqual({ uid, until })
    await visitor.expectEvents('view', 'view')
  })
  await test.step('an advisor who is deactivated is forgotten', async () => {
    await api.put(`users/${copilot.user.id}`, { deactivated_at: new Date().toISOString() })
    await expect.poll(() => configOf(copilot)).toContain('"advisor":null')
    await page.goto(copilot.at('/home'))
    await expect.poll(() => visitor.stored()).toEqual({ cookies: '' })
    await page.goto(copilot.at('/home'))
    await expectUntouched()
    await api.put(`users/${copilot.user.id}`, { deactivated_at: null })
  })
  await test.step('an entry that has expired or is damaged is removed', async () => {
    const damaged = ['{"uid":"<b>","until":9e15}', '{', `{"uid":"${copilot.uid}","until":9e15}`, `{"uid":"${copilot.uid}","until":1}`]
    for (const entry of damaged) {
      await page.evaluate((entry) => localStorage.setItem('copilot', entry), entry)
      await page.goto(copilot.at('/home'))
      await expectUntouched()
    }
    expect(visitor.events).toHaveLength(2)
  })
  expect(visitor.complaints).toEqual([])
})

test('transforms elements, also later ones, and counts every event once', async ({ api, visitor }) => {
  const { page } = visitor
  const offers = 'http://offers.example/offers'
  const copilot = await createCopilot(api, {
    transformations: [
      { selector: ['a.text'], text: 'Only <b>text</b>' },
      { selector: ['a.link', '#twice'], href: offers },
      { selector: ['button.go', 'input.go', 'div.go', 'img.go'], href: offers, text: 'Go' },
      { selector: ['a.replaced', '[type=submit].replaced'], href: offers, text: 'Replaced', replace_element: true },
      { selector: ['.plain'], replace_element: true },
      { selector: ['a.cta'], advisor_cta: true },
      { selector: ['button.cta'], advisor_cta: true, text: 'Ask Odette' },
      { selector: ['div.cta'], advisor_cta: true, text: 'Ask by mail', replace_element: true },
      { selector: ['.off'], text: 'Off', enabled: false },
      { selector: ['a:nope', '#twice'], text: 'After an invalid selector' },
    ],
  })
  visitor.site.put('/offers', 'text/html', '<title>Offers</title>')
  visitor.put(
    '/trip',
    `<a class="text" href="/a" aria-label="Old">Old</a> <a class="link" href="/b">Link</a> <a id="twice" href="/c">Twice</a>
    <form id="form" data-copilot-lead><button class="go" onclick="window.wrong = 1">Button</button> <input class="go" type="submit" value="Input"></form>
    <div class="go">Box</div> <img class="go" src="/picture.png" width="20" height="20">
    <a class="replaced big" href="/d" onclick="window.wrong = 2; return false">Gone</a> <input class="replaced" type="submit" value="Gone too">
    <em class="plain">Plain</em> <a class="cta" href="/e">Book</a> <button class="cta">Book</button> <div class="cta">Book</div>
    <a class="off" href="/f">As it was</a> <div id="later"></div>${copilot.script()}${copilot.script()}`,
  )
  await visit(visitor, copilot, '/trip')
  await test.step('every kind', async () => {
    await expect(page.locator('a.text')).toHaveText('Only <b>text</b>')
    await expect(page.locator('a.text')).toHaveAccessibleName('Only <b>text</b>')
    await expect(page.locator('a.text')).toHaveAttribute('href', '/a')
    await expect(page.locator('a.link')).toHaveText('Link')
    await expect(page.locator('a.link')).toHaveAttribute('href', offers)
    await expect(page.locator('#twice')).toHaveText('After an invalid selector')
    await expect(page.locator('#twice')).toHaveAttribute('href', offers)
    await expect(page.locator('button.go')).toHaveText('Go')
    await expect(page.locator('input.go')).toHaveValue('Go')
    await expect(page.getByRole('link', { name: 'Go', exact: true })).toHaveCount(1) // the box
    await expect(page.locator('a.replaced')).toHaveText(['Replaced', 'Replaced'])
    await expect(page.locator('a.replaced.big')).toHaveAttribute('href', offers)
    await expect(page.locator('span.plain')).toHaveText('Plain')
    await expect(page.locator('.cta')).toHaveText([/^\S/, 'Ask Odette', 'Ask by mail'])
    await expect(page.locator('.off')).toHaveText('As it was')
    for (const link of await page.locator('a.cta').all()) expect(decoded(await link.getAttribute('href')).to).toBe(copilot.user.email)
  })
  await test.step('later elements, once each', async () => {
    await page.evaluate(() => {
      const later = document.querySelector('#later') as HTMLElement
      later.innerHTML = '<p><a class="text" href="/x">New</a></p>'
    })
    await expect(page.locator('#later a')).toHaveText('Only <b>text</b>')
    await page.locator('#later a').evaluate((link) => {
      link.textContent = 'Changed by the page'
    })
    await nextPass(page)
    await expect(page.locator('#later a')).toHaveText('Changed by the page')
  })
  await test.step('clicks', async () => {
    await visitor.expectEvents('view')
    const follow = async (click: () => Promise<void>) => {
      await click()
      await expect(page).toHaveURL(offers)
      await page.goBack()
      await expect(page.locator('a.link')).toHaveAttribute('href', offers)
    }
    const opens = ['a.link', 'button.go', 'input.go', 'div.go', 'img.go', 'a.replaced.big']
    for (const selector of opens) await follow(() => page.locator(selector).click())
    await follow(() => page.locator('div.go').press('Enter'))
    expect(await page.evaluate(() => 'wrong' in window)).toBe(false)
    await page.locator('.off').evaluate((link) => link.removeAttribute('href'))
    await page.locator('.off').click() // is not transformed
  })
  await test.step('lead intents and leads', async () => {
    await page.locator('a.cta').first().dblclick()
    await page.locator('button.cta').click()
    await page.locator('#form').evaluate((form: HTMLFormElement) => {
      form.addEventListener('submit', (event) => event.preventDefault())
      form.requestSubmit()
      form.requestSubmit()
      document.dispatchEvent(new CustomEvent('copilot:lead'))
    })
    await expect.poll(() => visitor.kinds().filter((kind) => kind.startsWith('lead'))).toEqual(['lead_intent', 'lead_intent', 'lead', 'lead'])
  })
  // Playwright misses some requests of pages that are being left, so the server's figures count.
  const views = 1 + 7 // again after each way back
  expect(visitor.events.every(({ source_url, uid }) => source_url === copilot.at('/trip') && uid === copilot.uid)).toBe(true)
  expect(new Set(visitor.events.map(({ id }) => id)).size).toBe(visitor.events.length)
  expect(visitor.complaints).toEqual([])
  await expectFigures(api, copilot.partner.id, { [copilot.at('/trip')]: [views, 7, 2, 2] })
})

test('does the same minified as its source', async ({ api, visitor }) => {
  const copilot = await createCopilot(api, {
    copilot: { copilot_advisor_branding: 'co-branded' },
    site: { copilot_css: '.book { color: green }', copilot_disclaimer_enabled: true, copilot_disclaimer_text: 'Please ask first.' },
    transformations: [
      { selector: ['a.book'], advisor_cta: true },
      { selector: ['a.more'], href: 'https://tern.example/more', text: 'Read more', replace_element: true },
    ],
    redirects: [{ path_pattern: '/old/*', redirect_url: '/new' }],
  })
  const page = `<a class="book" href="/book">Book</a><a class="more" href="/x">More</a>`
  visitor.site.put('/', 'text/html', `<title>Lisbon</title>${copilot.script()}${page}`)
  visitor.site.put('/old/a', 'text/html', `<title>Old</title>${copilot.script()}${page}`)
  visitor.site.put('/new', 'text/html', `<title>New</title>${copilot.script()}${page}`)
  const source = readFileSync('../internal/features/copilotconfig/scripts/copilot.js', 'utf8')
  const results: unknown[] = []
  for (const form of ['minified', 'source']) {
    if (form === 'source') await visitor.context.route('**/copilot.js', (route) => route.fulfill({ contentType: 'text/javascript', body: source }))
    const before = visitor.events.length
    await visit(visitor, copilot, '/')
    const first = await visitor.page.locator('body').innerHTML()
    await visit(visitor, copilot, '/old/a')
    await expect(visitor.page).toHaveTitle('New')
    const second = await visitor.page.locator('body').innerHTML()
    const events = visitor.events.slice(before).map(({ kind, uid, source_url }) => [kind, uid, source_url])
    results.push([first, second, events, await visitor.page.evaluate(() => Object.entries(localStorage).map(([name]) => name))])
  }
  expect(results[0]).toEqual(results[1])
  expect(JSON.stringify(results[0])).toContain('mailto:')
})

test('redirects visitors, and keeps or replaces the previous page', async ({ api, visitor }) => {
  const { page } = visitor
  const copilot = await createCopilot(api, {
    redirects: [
      { path_pattern: '/deals/*', redirect_url: '/advisor-deals', ignore_previous_page: true },
      { path_pattern: '/deals/kept', redirect_url: '/advisor-deals?kept=1#top' },
      { path_pattern: '/search?q=old', redirect_url: '/advisor-deals?found=1', use_exact_match: true },
      { path_pattern: '/chain', redirect_url: '/chain/2' },
      { path_pattern: '/chain/*', redirect_url: '/deals/any' },
      { path_pattern: '/back/and/forth', redirect_url: '/sends-back' },
      { path_pattern: '/caf%C3%A9', redirect_url: '/advisor-deals?café=1' },
      { path_pattern: '/off', redirect_url: '/advisor-deals', enabled: false },
    ],
  })
  const links = ['/deals/summer', '/deals/kept', '/chain', '/off'].map((path) => `<a href="${path}">${path}</a> `).join('')
  const known = ['/', '/advisor-deals', '/deals/summer', '/deals/kept', '/search', '/chain', '/back/and/forth', '/caf%C3%A9', '/off']
  for (const path of known) visitor.put(path, `<h1>${path}</h1>${links}${copilot.script()}`)
  visitor.put('/sends-back', '<script>location.replace("/back/and/forth")</script>')
  const heading = page.getByRole('heading', { level: 1 })
  const goes = async (path: string, end: string) => {
    await page.goto(copilot.at(path))
    await expect(page).toHaveURL(copilot.at(end))
  }
  await visit(visitor, copilot, '/')

  await test.step('a wildcard, and the page before is the one the visitor came from', async () => {
    await page.getByRole('link', { name: '/deals/summer' }).click()
    await expect(page).toHaveURL(copilot.at('/advisor-deals'))
    await visitor.expectEvents('view', 'view')
    await page.goBack()
    await expect(page).toHaveURL(insider(copilot, '/'))
  })
  await test.step('the previous page is kept, and shown to a visitor who goes back to it', async () => {
    await page.getByRole('link', { name: '/deals/kept' }).click()
    await expect(page).toHaveURL(copilot.at('/advisor-deals?kept=1#top'))
    await page.goBack()
    await expect(page).toHaveURL(copilot.at('/deals/kept'))
    await expect(heading).toHaveText('/deals/kept')
    await expect.poll(() => visitor.events.at(-1)?.source_url).toBe(copilot.at('/deals/kept'))
  })
  await test.step('a chain, of which one step ignores the previous page', async () => {
    await page.goto(copilot.at('/'))
    await page.getByRole('link', { name: '/chain' }).click()
    await expect(page).toHaveURL(copilot.at('/advisor-deals'))
    expect(visitor.site.visits.filter((path) => path.startsWith('/chain/'))).toEqual([])
    await page.goBack()
    await expect(page).toHaveURL(copilot.at('/'))
  })
  await test.step('exact matches, without the insider parameter', async () => {
    await page.evaluate(() => sessionStorage.clear())
    await goes('/search?q=old', '/advisor-deals?found=1')
    await page.goto(copilot.at(`/search?insider=${copilot.uid}&q=old`))
    await expect(page).toHaveURL(copilot.at('/advisor-deals?found=1'))
    await goes('/café', '/advisor-deals?caf%C3%A9=1')
  })
  await test.step('no redirect: another query, one that is off', async () => {
    for (const path of ['/search?q=old&page=2', '/off']) {
      await goes(path, path)
      await expect.poll(() => visitor.events.at(-1)?.source_url).toBe(copilot.at(path.replace(/\?.*/, '')))
    }
  })
  await test.step('a site that sends visitors back does not keep them busy forever', async () => {
    await page.evaluate(() => sessionStorage.clear())
    await page.goto(copilot.at('/back/and/forth')).catch(() => {}) // interrupted by the redirect
    await expect.poll(() => visitor.events.at(-1)?.source_url).toBe(copilot.at('/back/and/forth'))
    expect(visitor.site.visits.filter((path) => path === '/sends-back')).toHaveLength(5)
  })
  expect(visitor.complaints).toEqual([])
})

/** upload stores a picture. */
async function upload(app: Page) {
  const file = { name: 'a.png', mimeType: 'image/png', buffer: png(90, 90) }
  const response = await app.request.post('/api/admin/uploads', { multipart: { file } })
  return { id: (await response.json()).item.id as number }
}

test('adds the style sheet, the disclaimer and the bar of each branding', async ({ api, visitor, page: app }) => {
  const { page } = visitor
  const copilot = await createCopilot(api, {
    site: { copilot_css: 'h1 { color: rgb(1, 2, 3) } @media (min-width: 1px) { .price { display: none } }', copilot_disclaimer_enabled: true },
    user: { phone: '+351 21 555 0100' },
  })
  const { user, partner, path } = copilot
  const name = `${user.first_name} ${user.last_name}`
  const body = `<h1>Trip</h1><div id="hero">Hero</div><img id="void" alt=""><span class="price">900</span>${copilot.script()}`
  visitor.put('/trip', body)
  const disclaimer = page.locator('p.copilot-disclaimer')
  const before = () => disclaimer.evaluate((p) => [p.parentElement?.id || p.parentElement?.localName, p.previousElementSibling?.localName ?? ''])
  const change = async (what: string, values: object) => {
    await api.put(what, values)
    await expect.poll(() => configOf(copilot)).toContain(`:${JSON.stringify(Object.values(values).at(-1))}`)
    await visit(visitor, copilot, '/trip')
  }

  await visit(visitor, copilot, '/trip')
  await test.step('the default disclaimer, at the start of the body', async () => {
    await expect(page.locator('h1')).toHaveCSS('color', 'rgb(1, 2, 3)')
    await expect(page.locator('.price')).toBeHidden()
    await expect(disclaimer).toHaveText(/\S/)
    await expect(page.getByRole('note')).toHaveCount(1)
    expect(await before()).toEqual(['body', ''])
    await expect(bar(page)).toHaveCount(0) // no branding
  })
  await test.step('a text and a selector of the site', async () => {
    await change(path, { copilot_disclaimer_selector: '#hero', copilot_disclaimer_text: 'Prices <b>may</b> change.' })
    await expect(disclaimer).toHaveText('Prices <b>may</b> change.')
    expect(await before()).toEqual(['hero', ''])
    await change(path, { copilot_disclaimer_selector: '#void' })
    expect(await before()).toEqual(['body', 'img'])
    await change(path, { copilot_disclaimer_selector: '.missing' })
    expect(await before()).toEqual(['body', ''])
    await change(path, { copilot_disclaimer_selector: ':invalid-one' })
    expect(await before()).toEqual(['body', ''])
  })
  await test.step('the bar', async () => {
    await api.put(`users/${user.id}`, { personal_photo: await upload(app), logo: await upload(app) })
    const pictures = () =>
      bar(page)
        .locator('img')
        .evaluateAll((images) => images.map(({ className }) => className))
    await change(`partners/${partner.id}/copilot`, { copilot_advisor_branding: 'advisor' })
    await expect(bar(page).getByRole('complementary', { name })).toContainText(`${name}Vale & Co`)
    expect(await before()).toEqual(['body', 'copilot-bar'])
    expect(await bar(page).evaluate((element) => [element === document.body.firstElementChild, element.dataset.mode])).toEqual([true, 'closed'])
    await expect(barLink(page, '+351 21 555 0100')).toHaveAttribute('href', 'tel:+351215550100')
    expect(await pictures()).toEqual(['photo'])
    await change(`partners/${partner.id}/copilot`, { copilot_advisor_branding: 'agency' })
    await expect(bar(page).getByRole('complementary', { name: 'Vale & Co' })).not.toContainText(name)
    expect(await pictures()).toEqual(['logo'])
    await change(`partners/${partner.id}/copilot`, { copilot_advisor_branding: 'co-branded' })
    await expect(bar(page).getByRole('complementary', { name })).toContainText('Vale & Co')
    expect(await pictures()).toEqual(['photo', 'logo'])
  })
  await test.step('automatic branding', async () => {
    await api.put(`partners/${partner.id}/copilot`, { copilot_advisor_branding: '' })
    for (const [shown, bars] of [
      ['none', []],
      ['personal', [name]],
      ['company', ['Vale & Co']],
    ] as const) {
      await api.put(`users/${user.id}`, { display_contact_info_on_links: shown })
      await expect(async () => {
        await visit(visitor, copilot, '/trip')
        await expect(disclaimer).toBeVisible()
        const labels = await bar(page).evaluateAll((list) => list.map(({ shadowRoot }) => shadowRoot?.querySelector('aside')?.ariaLabel))
        expect(labels).toEqual(bars)
      }).toPass()
    }
  })
  await test.step('contacts are lead intents, and the page can take the bar away', async () => {
    const sent = visitor.events.length
    await barLink(page, '+351 21 555 0100').click()
    await barLink(page, /^(?!\+)/).click()
    await expect.poll(() => visitor.kinds().slice(sent)).toEqual(['lead_intent', 'lead_intent'])
    expect(decoded(await barLink(page, /^(?!\+)/).getAttribute('href'))).toMatchObject({ to: user.email })
    await page.evaluate(() => {
      const remove = () => {
        const found = document.querySelector('copilot-bar')
        found?.remove()
        if (found) document.body.dataset.removed = String(Number(document.body.dataset.removed ?? 0) + 1)
      }
      new MutationObserver(remove).observe(document.body, { childList: true })
      remove()
    })
    // Copilot adds at most ten elements to a page, of which the bar and the disclaimer are two.
    await expect(page.locator('body')).toHaveAttribute('data-removed', '9')
    await nextPass(page)
    await expect(bar(page)).toHaveCount(0)
  })
  expect(visitor.complaints).toEqual([])
})

test('uses the language of the page, and fills in the e-mail', async ({ api, visitor }) => {
  const { page } = visitor
  const [en, de, ja] = [await languageID(api, 'en'), await languageID(api, 'de'), await languageID(api, 'ja')]
  const text = 'Dear %advisorName%,\n\n100% "sure" & <happy>? %pageTitle%\r\n%pageUrl%\n+1 %partnerName% %advisorName%'
  const copilot = await createCopilot(api, {
    partner: { name: `Tern & Söhne %pageTitle% ${Date.now()}` },
    languages: [
      { language_id: en, advisor_email_subject: 'About %pageTitle%', advisor_email_body: text, cta_label: 'Ask us' },
      { language_id: de, advisor_email_subject: 'Über %pageTitle% & mehr', advisor_email_body: `Grüße 🏝\n${text}`, cta_label: 'Fragen Sie uns' },
      { language_id: ja, advisor_email_subject: '%pageTitle%について', advisor_email_body: `${'旅'.repeat(900)}%pageUrl%`, cta_label: '相談する' },
    ],
    transformations: [
      { selector: ['a.cta'], advisor_cta: true },
      { selector: ['a.local'], text: 'Deutsch', language_id: de },
    ],
  })
  const { uid, user, partner } = copilot
  const name = `${user.first_name} ${user.last_name}`
  const put = (path: string, lang: string, attributes = '') =>
    visitor.put(path, `<a class="cta">Book</a> <a class="local">Any</a>${copilot.script(attributes)}`, {}, lang)
  put('/en', 'en-US')
  put('/de', 'de-AT')
  put('/fr', 'fr')
  put('/attribute', 'en', 'data-language="de-CH"')
  put('/browser', '')
  put('/ja', 'ja')
  const cta = page.locator('a.cta')
  const filled = (path: string, start = '') =>
    `${start}Dear ${name},\r\n\r\n100% "sure" & <happy>? Page ${path}\r\n${copilot.at(`${path}?a=b%20c&d`)}#part\r\n+1 ${partner.name} ${name}`
  const open = (path: string) => visit(visitor, copilot, `${path}?insider=${uid}&a=b%20c&d#part`.replace(`insider=${uid}&`, ''))

  for (const [path, label, subject, start, local] of [
    ['/en', 'Ask us', 'About Page /en', '', 'Any'],
    ['/de', 'Fragen Sie uns', 'Über Page /de & mehr', 'Grüße 🏝\r\n', 'Deutsch'],
    ['/fr', 'Ask us', 'About Page /fr', '', 'Any'], // the partner has no French texts
    ['/attribute', 'Fragen Sie uns', 'Über Page /attribute & mehr', 'Grüße 🏝\r\n', 'Deutsch'],
    ['/browser', 'Ask us', 'About Page /browser', '', 'Any'],
  ] as const) {
    await test.step(path, async () => {
      await page.goto('about:blank')
      const counted = visitor.events.length
      await page.goto(copilot.at(`${path}?a=b%20c&insider=${uid}&d#part`))
      await expect.poll(() => visitor.events.length).toBe(counted + 1)
      await expect(cta).toHaveText(label)
      await expect(page.locator('a.local')).toHaveText(local)
      const href = await cta.getAttribute('href')
      expect(decoded(href)).toEqual({ to: user.email, subject, body: filled(path, start) })
      expect(href).toMatch(/^mailto:[\w.@-]+\?subject=[\w.!~*'()%-]+&body=[\w.!~*'()%-]+$/)
    })
  }
  await test.step('a long text ends with a whole character', async () => {
    await open('/ja')
    await expect(cta).toHaveText('相談する')
    const href = (await cta.getAttribute('href')) ?? ''
    expect(href.length).toBeLessThanOrEqual(2000)
    expect(href.length).toBeGreaterThan(1980)
    expect(decoded(href).body).toMatch(/^旅{100,}$/)
  })
  await test.step('the title of the page at the time of the click', async () => {
    await page.evaluate(() => {
      document.title = 'Changed'
    })
    await cta.click()
    expect(decoded(await cta.getAttribute('href')).subject).toBe('Changedについて')
  })
  expect(visitor.complaints).toEqual([])
})

const singlePage = `<div id="app"></div><script>
  const app = document.getElementById('app')
  const render = () => { app.innerHTML = '<h1>' + location.pathname + '</h1><a class="book" href="/book">Book</a>' }
  const go = (path, how = 'pushState') => { history[how]({}, '', path); render() }
  addEventListener('popstate', render)
  render()
</script>`

for (const api of ['the Navigation API', 'other means']) {
  test(`follows the navigation of a single-page site with ${api}`, async ({ api: admin, visitor }) => {
    const { page } = visitor
    const copilot = await createCopilot(admin, {
      copilot: { copilot_advisor_branding: 'advisor' },
      site: { copilot_disclaimer_enabled: true, copilot_disclaimer_selector: '#app h1' },
      transformations: [{ selector: ['.book'], text: 'Ask' }],
      redirects: [{ path_pattern: '/deals/*', redirect_url: '/advisor-deals' }],
    })
    if (api === 'other means') await visitor.context.addInitScript(() => Object.defineProperty(window, 'navigation', { value: undefined }))
    for (const path of ['/app', '/advisor-deals', '/deals/summer']) visitor.put(path, `${singlePage}${copilot.script()}`)
    const go = (...args: string[]) => page.evaluate((args) => (window as unknown as { go: (...args: string[]) => void }).go(...args), args)
    const expectChanged = async () => {
      await expect(page.locator('.book')).toHaveText('Ask')
      await expect(page.locator('h1 p.copilot-disclaimer')).toHaveCount(1)
      await expect(bar(page)).toHaveCount(1)
    }
    await page.addInitScript('window.go = undefined')
    await visit(visitor, copilot, '/app')
    await page.evaluate('window.go = go')
    await expectChanged()
    const expectPaths = (...paths: string[]) => expect.poll(() => visitor.events.map(({ source_url }) => new URL(source_url).pathname)).toEqual(paths)

    await go('/app/2')
    await expectChanged()
    await expectPaths('/app', '/app/2')
    await go('/app/2?filter=1') // is the same page
    await go('/app/2?filter=2', 'replaceState')
    await go('/app/2?filter=2#part')
    await expectChanged()
    await go('/app/3', 'replaceState')
    await expectPaths('/app', '/app/2', '/app/3')
    await go('/app/3#/route')
    await expectPaths('/app', '/app/2', '/app/3', '/app/3')
    await page.goBack()
    await page.goBack()
    await expectPaths('/app', '/app/2', '/app/3', '/app/3', '/app/3', '/app/2')
    await test.step('a page whose body is replaced', async () => {
      await page.evaluate(() => {
        const body = document.createElement('body')
        body.append(document.getElementById('app') as HTMLElement)
        document.body.replaceWith(body)
      })
      await go('/app/4')
      await expectChanged()
    })
    await test.step('a redirect', async () => {
      await go('/deals/summer')
      await expect(page).toHaveURL(copilot.at('/advisor-deals'))
      await expectPaths('/app', '/app/2', '/app/3', '/app/3', '/app/3', '/app/2', '/app/4', '/advisor-deals')
    })
    expect(visitor.complaints).toEqual([])
    const figures = { '/app': 1, '/app/2': 2, '/app/3': 3, '/app/4': 1, '/advisor-deals': 1 }
    if (process.env.FIGURES)
      await expectFigures(
        admin,
        copilot.partner.id,
        Object.fromEntries(Object.entries(figures).map(([path, views]) => [copilot.at(path), [views, 0, 0, 0]])),
      )
  })
}

test('works without storage', async ({ api, visitor }) => {
  const { page } = visitor
  const copilot = await createCopilot(api, {
    transformations: [{ selector: ['a'], text: 'Changed' }],
    redirects: [
      { path_pattern: '/old', redirect_url: '/new?a=b#part' },
      { path_pattern: '/back/and/forth', redirect_url: '/sends-back' },
    ],
  })
  await visitor.context.addInitScript(() => {
    const blocked = () => {
      throw new DOMException('Access is denied', 'SecurityError')
    }
    for (const name of ['localStorage', 'sessionStorage']) Object.defineProperty(window, name, { get: blocked })
  })
  for (const path of ['/old', '/new', '/back/and/forth']) visitor.put(path, `<a href="/book">Book</a>${copilot.script()}`)
  visitor.put('/sends-back', '<script>location.replace("/back/and/forth" + location.search)</script>')
  await page.goto(insider(copilot, '/old'))
  await expect(page).toHaveURL(copilot.at(`/new?a=b&insider=${copilot.uid}&copilot-redirected=1#part`))
  await expect(page.getByRole('link', { name: 'Changed' })).toBeVisible()
  await page.goto(insider(copilot, '/back/and/forth')).catch(() => {}) // interrupted by the redirect
  await visitor.expectEvents('view', 'view')
  await expect(page.getByRole('link', { name: 'Changed' })).toBeVisible()
  expect(visitor.site.visits.filter((path) => path.startsWith(`/sends-back?insider=${copilot.uid}`))).toHaveLength(1)
  await page.goto(copilot.at('/new'))
  await expect(page.getByRole('link', { name: 'Book' })).toBeVisible()
  expect(visitor.complaints).toEqual([])
})

test('works on a hostile page, or leaves it alone', async ({ api, visitor }) => {
  const { page } = visitor
  const copilot = await createCopilot(api, {
    copilot: { copilot_advisor_branding: 'advisor' },
    site: { copilot_css: 'h1 { color: rgb(1, 2, 3) }', copilot_disclaimer_enabled: true },
    transformations: [{ selector: ['a'], text: 'Changed', href: 'https://offers.example/' }],
  })
  // Attributes of the page report what has happened: some of these pages break the functions of the test as well.
  const report = 'const count = (name) => document.documentElement.setAttribute(name, +(document.documentElement.getAttribute(name) || 0) + 1)'
  const put = (path: string, code: string) =>
    visitor.put(
      path,
      `<script>${report}; addEventListener('error', () => count('data-errors')); ${code}</script>
      <h1>Trip</h1><a href="/book">Book</a><button onclick="count('data-clicks')">Host</button>${copilot.script()}`,
    )
  const expectAlive = async (page: Page, errors = '') => {
    await page.locator('h1').click()
    await page.locator('button').click()
    const html = page.locator('html')
    await expect(html).toHaveAttribute('data-clicks', '1')
    expect([await html.getAttribute('data-errors'), await html.getAttribute('data-executed')]).toEqual([errors || null, null])
  }
  await test.step('overridden globals and frozen prototypes', async () => {
    put(
      '/odd',
      `var URL = 'https://www.example.com', status = 'x', origin = 1, key = 2
      Array.prototype.toJSON = String.prototype.toJSON = Object.prototype.toJSON = () => 'wrong'
      Array.prototype.extra = Object.prototype.href = Object.prototype.text = 'javascript:count("data-executed")'
      JSON.stringify = JSON.parse = () => { throw new Error('sabotage') }
      for (const { prototype } of [Object, Array, String, Function, Element, HTMLElement, Node, EventTarget, Promise, RegExp, WeakMap]) Object.freeze(prototype)`,
    )
    await visit(visitor, copilot, '/odd')
    await expect(page.locator('body > a')).toHaveText('Changed')
    await expect(page.locator('h1')).toHaveCSS('color', 'rgb(1, 2, 3)')
    await expect(page.locator('p.copilot-disclaimer')).toHaveCount(1)
    await expectAlive(page)
    await page.goto(copilot.at('/odd')) // JSON.parse fails, so nobody is remembered
    await expect(page.locator('body > a')).toHaveText('Book')
    expect(visitor.complaints).toEqual([])
  })
  await test.step('a browser whose requests end with the page', async () => {
    put('/old-browser', 'delete Request.prototype.keepalive')
    await visit(visitor, copilot, '/old-browser')
    await expect(page.locator('body > a')).toHaveText('Changed')
    await expectAlive(page)
    await expectFigures(api, copilot.partner.id, { [copilot.at('/odd')]: [1, 0, 0, 0], [copilot.at('/old-browser')]: [1, 0, 0, 0] })
  })
  await test.step('elements with the names of properties', async () => {
    put('/names', `document.write('<img name="currentScript" src="/picture.png"><form name="title"></form>')`)
    await page.goto(insider(copilot, '/names'))
    await expectAlive(page)
    await expect(page.locator('body > a')).toHaveText('Book')
  })
  await test.step('a script of the page that throws', async () => {
    put('/throws', 'queueMicrotask(() => { throw new Error("by the page") }); addEventListener("click", () => { throw new Error("by the page") })')
    await visit(visitor, copilot, '/throws')
    await expect(page.locator('body > a')).toHaveText('Changed')
    await expectAlive(page, '3')
    const others = visitor.complaints.filter((text) => !/by the page/.test(text))
    expect(others).toEqual([])
    visitor.complaints.length = 0
  })
  const sabotages = [
    'window.fetch = undefined',
    'window.fetch = () => { throw new Error("sabotage") }',
    'window.fetch = () => 5',
    'window.fetch = () => Promise.resolve({ ok: true, json: () => ({ advisor: 1, site: 1 }) })',
    'window.MutationObserver = window.WeakMap = undefined',
    'Element.prototype.querySelectorAll = () => { throw new Error("sabotage") }',
    'Object.defineProperty(document, "title", { get() { throw new Error("sabotage") } })',
    'Object.defineProperty(document, "body", { get() { throw new Error("sabotage") } })',
    'Object.defineProperty(Node.prototype, "textContent", { set() { throw new Error("sabotage") } })',
    'CSSStyleSheet.prototype.replaceSync = Element.prototype.attachShadow = null',
    'performance.now = performance.getEntriesByType = undefined',
    'window.setTimeout = () => { throw new Error("sabotage") }',
    'crypto.getRandomValues = null',
    'Array.prototype.find = Array.prototype.map = Array.prototype.filter = Array.prototype[Symbol.iterator] = null',
    'String.prototype.replace = RegExp.prototype.test = null',
  ]
  for (const [i, code] of sabotages.entries()) {
    await test.step(code, async () => {
      put(`/sabotage/${i}`, code)
      const answer = page.waitForResponse(/copilot\/config/, { timeout: 700 }).catch(() => null) // some pages prevent the request
      await page.goto(insider(copilot, `/sabotage/${i}`))
      await answer
      await expectAlive(page)
    })
  }
  expect(visitor.complaints).toEqual([])
})

test('runs no code of a hostile configuration', async ({ api, visitor }) => {
  const { page } = visitor
  const copilot = await createCopilot(api)
  const html = '<img src=x onerror="window.executed=1"><script>window.executed=1</script>'
  const code = ['javascript:window.executed=1', ' java\nscript:window.executed=1', 'data:text/html,<script>1</script>', 'vbscript:x', 'blob:x']
  const transformations = [
    ...code.map((href, i) => ({ selectors: [`#a${i}`], href, text: html, advisor_cta: false, replace: i === 1 })),
    {
      selectors: ['script', 'style', 'body', 'html', 'head', 'template', 'noscript', 'svg script', '.copilot-disclaimer', 'copilot-bar'],
      href: '',
      text: 'window.executed = 1',
      replace: false,
    },
    { selectors: ['##', '', '*|', ':is(', 'a{}', '<b>'], href: '', text: 'x', replace: true },
    { selectors: ['#cta'], href: '', text: '', advisor_cta: true, replace: false },
  ].map((transformation, id) => ({ id, ...transformation }))
  // The server refuses most of this. The script doesn't rely on it.
  await visitor.context.route('**/api/v1/copilot/config?*', (route) =>
    route.fulfill({
      headers: { 'Access-Control-Allow-Origin': '*' },
      json: {
        site: { id: 1, domain: 'tern.example' },
        language: 'en',
        advisor: {
          uid: copilot.uid,
          name: html,
          company: html,
          phone: 'javascript:window.executed=1',
          photo_url: code[0],
          logo_url: code[1],
          branding: 'co-branded',
        },
        partner: { name: '%pageUrl%$&' },
        redirects: ['https://evil.example/', 'javascript:window.executed=1', 'evil.example'].map((target, i) => ({
          pattern: `/hostile/${i}`,
          target,
          exact: false,
          ignore_previous_page: true,
        })),
        transformations,
        css: '@import "https://evil.example/x.css"; </style><script>window.executed=1</script> h1 { color: rgb(1, 2, 3) }',
        disclaimer: { text: html, selector: 'script' },
        email: { to: 'a@b.example?bcc=evil@evil.example', subject: `%partnerName%&body=x\nBcc: evil`, body: html, label: html },
      },
    }),
  )
  const links = code.map((_, i) => `<a id="a${i}" href="/book">Book</a>`).join(' ')
  const body = `<h1>Trip</h1>${links}<a id="cta">Book</a><script id="empty"></script><style></style><template></template><noscript></noscript>
    <svg><script></script></svg>${copilot.script('data-debug')}`
  for (const path of ['/hostile/0', '/hostile/1', '/hostile/2']) {
    visitor.put(path, body)
    await visit(visitor, copilot, path)
    await expect(page).toHaveURL(insider(copilot, path))
  }
  for (const [i] of code.entries()) {
    await expect(page.locator('a, span').filter({ hasText: html })).not.toHaveCount(0)
    if (i !== 1) await expect(page.locator(`#a${i}`)).toHaveAttribute('href', '/book')
  }
  await expect(page.locator('#cta')).toHaveText(html)
  const mail = decoded(await page.locator('#cta').getAttribute('href'))
  expect(mail).toEqual({ to: 'a@b.example?bcc=evil@evil.example', subject: '%pageUrl%$&&body=x\r\nBcc: evil', body: html })
  await expect(page.locator('p.copilot-disclaimer')).toHaveText(html)
  await expect(barLink(page, /javascript/)).toHaveAttribute('href', 'tel:1')
  await expect(bar(page).locator('img')).toHaveCount(0)
  expect(await page.evaluate(() => 'executed' in window)).toBe(false)
  expect(visitor.site.visits.filter((path) => /x\.css/.test(path))).toEqual([])
  // data-debug reports the selectors that are not valid.
  expect(visitor.complaints.some((text) => /^copilot\.js: .*not a valid selector/.test(text))).toBe(true)
  expect(visitor.complaints.filter((text) => !/^copilot\.js:|@import rules are not allowed/.test(text))).toEqual([])
})

test('obeys the content security policy of the page', async ({ api, visitor, page: app }) => {
  const { page } = visitor
  const copilot = await createCopilot(api, {
    copilot: { copilot_advisor_branding: 'advisor' },
    site: { copilot_css: 'h1 { color: rgb(1, 2, 3) }' },
    transformations: [{ selector: ['a', 'b'], text: 'Changed', href: 'https://offers.example/' }],
  })
  await api.put(`users/${copilot.user.id}`, { personal_photo: await upload(app) })
  const body = `<h1>Trip</h1><a href="/book">Book</a><b>Box</b>${copilot.script()}`
  const policy = (text: string) => ({ 'Content-Security-Policy': text, 'Referrer-Policy': 'no-referrer' })
  visitor.put('/no-script', body, policy("script-src 'self'"))
  visitor.put('/no-requests', body, policy(`script-src ${copilot.pages}; connect-src 'self'`))
  const { pages } = copilot
  visitor.put(
    '/allowed',
    body,
    policy(`default-src 'none'; script-src ${pages}; connect-src ${pages}; img-src ${pages}; base-uri 'none'; require-trusted-types-for 'script'`),
  )
  await test.step('blocks the script', async () => {
    await page.goto(insider(copilot, '/no-script'))
    await expect.poll(() => visitor.complaints.length).toBe(1)
  })
  await test.step('blocks its requests', async () => {
    await page.goto(insider(copilot, '/no-requests'))
    await expect.poll(() => visitor.complaints.length).toBeGreaterThan(1)
    await expect(page.getByRole('link', { name: 'Book' })).toBeVisible()
  })
  expect(visitor.complaints.filter((text) => !/Content Security Policy|Fetch API cannot load/.test(text))).toEqual([])
  expect(visitor.complaints.filter((text) => /Uncaught/.test(text))).toEqual([])
  expect(await visitor.stored()).toEqual({ cookies: '' })
  visitor.complaints.length = 0
  await test.step('allows everything with three directives', async () => {
    await visit(visitor, copilot, '/allowed')
    await expect(page.locator('body > a')).toHaveText('Changed')
    await expect(page.locator('body > b')).toHaveAttribute('role', 'link')
    await expect(page.locator('h1')).toHaveCSS('color', 'rgb(1, 2, 3)')
    const photo = bar(page).locator('img.photo')
    await expect.poll(() => photo.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0)
    expect(visitor.complaints).toEqual([])
  })
  await visitor.expectEvents('view')
  await expectFigures(api, copilot.partner.id, { [copilot.at('/allowed')]: [1, 0, 0, 0] })
})

test('takes little more time on a page with 2,000 links than the changes themselves, and little in a storm of changes', async ({ api, visitor }) => {
  const { page } = visitor
  const copilot = await createCopilot(api, {
    site: { copilot_disclaimer_enabled: true, copilot_disclaimer_selector: '#list' },
    transformations: [
      { selector: ['a'], text: 'Ask', href: 'https://offers.example/' },
      ...Array.from({ length: 6 }, (_, i) => ({ selector: [`.row:nth-child(${i + 1}) a`, `#missing-${i} > a[href]`], text: `Row ${i}` })),
    ],
  })
  const few = await createCopilot(api, { transformations: [{ selector: ['.row:nth-child(40n) a'], text: 'Ask', href: 'https://offers.example/' }] })
  const rows = Array.from({ length: 2000 }, (_, i) => `<li class="row"><span>Trip ${i}</span> <a href="/trips/${i}">Book</a></li>`).join('')
  visitor.put('/list', `<ul id="list">${rows}</ul>${copilot.script()}`)
  visitor.put('/bare', `<ul id="list">${rows}</ul>`)
  visitor.put('/few', `<ul id="list">${rows}</ul>${few.script()}`)

  // The speed of the machine varies, so the time is compared with that of a loop that makes the same changes.
  const work = async () => {
    const slices = await page.evaluate(() => performance.getEntriesByName('copilot').map(({ duration }) => duration))
    return slices.reduce((total, time) => total + time, 0)
  }
  const shares: number[] = []
  const ratios: number[] = []
  for (let i = 0; i < 5 && !ratios.some((ratio) => ratio < 2); i++) {
    await page.goto(copilot.at('/bare'))
    const bare = await page.evaluate(() => {
      const start = performance.now()
      for (const link of document.querySelectorAll('a')) {
        link.textContent = 'Ask'
        link.setAttribute('href', 'https://offers.example/')
      }
      return performance.now() - start
    })
    await visit(visitor, copilot, '/list')
    await expect(page.locator('a', { hasText: 'Book' })).toHaveCount(0)
    const all = await work()
    await visit(visitor, few, '/few')
    await expect(page.locator('a', { hasText: 'Ask' })).toHaveCount(50)
    const some = await work()
    ratios.push(all / bare)
    shares.push(some / bare)
    test.info().annotations.push({ type: 'milliseconds', description: `${all} for 2,000 links, ${some} for 50 of them, ${bare} of the loop` })
  }
  expect(Math.min(...ratios)).toBeLessThan(2)
  expect(Math.min(...shares)).toBeLessThan(1)

  await visit(visitor, copilot, '/list')
  const share = await page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        const start = performance.now()
        const list = document.getElementById('list') as HTMLElement
        const before = performance.getEntriesByName('copilot').length
        const storm = setInterval(() => {
          for (let i = 0; i < 50; i++) {
            const row = document.createElement('li')
            row.append(Object.assign(document.createElement('a'), { href: '/x', textContent: 'New' }))
            list.append(row)
            list.children[i]?.remove()
          }
          const time = performance.now() - start
          if (time < 1500) return
          clearInterval(storm)
          const work = performance.getEntriesByName('copilot').slice(before)
          resolve(work.reduce((total, { duration }) => total + duration, 0) / time)
        }, 4)
      }),
  )
  test.info().annotations.push({ type: 'storm', description: `${share} of the time` })
  expect(share).toBeLessThan(0.15)
  await expect(page.locator('#list')).not.toContainText('New')
  expect(visitor.complaints).toEqual([])
})
