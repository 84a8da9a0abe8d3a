import type { BrowserContext, Page } from '@playwright/test'
import { brokenRules } from './axe.ts'
import { createPublished } from './published.ts'
import { expect, expectNotice, rowOf, test, unique } from './test.ts'

/** recordCookies records the cookies that are sent to a site and set by it. */
function recordCookies(context: BrowserContext, site: string) {
  const list: Promise<string | null>[] = []
  context.on('request', (request) => request.url().startsWith(site) && list.push(request.headerValue('cookie')))
  context.on('response', (response) => response.url().startsWith(site) && list.push(response.headerValue('set-cookie')))
  return list
}

/** answer requests the page again, and returns its status and HTML. */
const answer = (live: Page) =>
  live.evaluate(async () => {
    const response = await fetch(location.href)
    return `${response.status} ${await response.text()}`
  })

/** median returns the middle of the times that were measured: on a busy machine one of them may be long. */
const median = (times: number[]) => times.toSorted((a, b) => a - b)[times.length >> 1]

test('publishes a collection, and shows every change on its page within a second @both', async ({ page, context, api, complaints }) => {
  complaints.allow(404)
  complaints.allow(410)
  const { partner, collection, url } = await createPublished(api, { collection: {} })
  const cookies = recordCookies(context, new URL(url).origin)

  await page.goto(`/collections?query=${encodeURIComponent(collection.name)}`)
  await rowOf(page, collection.name).getByRole('checkbox').check()
  await page.getByRole('button', { name: 'Publish on Inspires' }).click()
  await expectNotice(page, 'Collections successfully marked public on inspires')
  await rowOf(page, collection.name).getByRole('button', { name: 'Actions' }).click()
  const invitation = context.waitForEvent('page')
  await page.getByRole('menuitem', { name: 'View invite' }).click()
  await expect((await invitation).getByRole('link', { name: 'Accept invitation' })).toBeVisible()
  await rowOf(page, collection.name).getByRole('button', { name: 'Actions' }).click()
  const opened = context.waitForEvent('page')
  await page.getByRole('menuitem', { name: 'View live with contact bar' }).click()
  const live = await opened
  await expect(live.getByRole('heading', { level: 1 })).toHaveText(collection.name)
  await expect(live).toHaveURL(`${url}?pid=${partner.alt_id}`)
  await expect(live.getByRole('link', { name: 'hello@tern.example' })).toBeVisible()
  await expect(live.getByRole('listitem')).toHaveText([/Sea stacks by kayak/, /Trams up the hill/])

  const waits: number[] = []
  const shows = async (text: string) => {
    const start = performance.now()
    await expect.poll(() => answer(live), { intervals: [50] }).toContain(text)
    waits.push(performance.now() - start)
  }
  await api.put(`partners/${partner.id}/customisations`, { brand_color: '#aa3300', theme: 'modernello', content_layout: 'three-columns' })
  await shows('data-theme="modernello" data-columns="3"')
  expect(await answer(live)).toContain('--brand:#aa3300')
  const name = unique('Slow coasts and islands')
  await api.put(`collections/${collection.id}`, { name })
  await shows(`${name}</h1>`)
  await api.put(`partners/${partner.id}`, { phone: '+44 20 7946 0958' })
  await shows('tel:+442079460958')
  await live.reload()
  await expect(live.locator('.bar .button')).toHaveCSS('background-color', 'rgb(170, 51, 0)')
  await api.put(`collections/${collection.id}`, { expires_at: '2026-04-01' })
  await shows('410 ')
  await live.reload()
  await expect(live.getByRole('heading', { level: 1 })).toHaveText('No longer available')
  await expect(live.locator('body')).toHaveAttribute('data-theme', 'modernello')
  await api.put(`collections/${collection.id}`, { inspires_publish_at: null })
  await shows('404 ')

  expect(median(waits), `${waits}`).toBeLessThan(1_000)
  expect(cookies.length).toBeGreaterThan(20)
  expect((await Promise.all(cookies)).filter(Boolean), 'cookies of the pages').toEqual([])
})

test('takes a lead without scripts, and shows it on the Copilot page of the partner', async ({ page, api, browser, complaints }) => {
  const { partner, collection, url } = await createPublished(api)
  const context = await browser.newContext({ javaScriptEnabled: false, storageState: undefined })
  const visitor = await context.newPage()
  visitor.on('console', (message) => complaints.report(`${message.type()}: ${message.text()}`))
  complaints.allow(422)
  await visitor.goto(url)
  await visitor.getByRole('link', { name: 'Get in touch' }).click()
  const person = { Name: unique('Ines'), Email: 'ines@visitor.example', Message: 'Is this possible by train?' }
  await visitor.getByLabel('Name').fill('   ')
  await visitor.getByLabel('E-mail').fill('ines@nowhere')
  await visitor.getByLabel(/^Message/).fill(person.Message)
  await visitor.getByRole('button', { name: 'Send message' }).click()
  await expect(visitor.getByRole('alert')).toBeVisible()
  await expect(visitor.getByLabel('Name')).toHaveAccessibleDescription(/fill in/i)
  await expect(visitor.getByLabel(/^Message/)).toHaveValue(person.Message)
  await visitor.getByLabel('Name').fill(person.Name)
  await visitor.getByLabel('E-mail').fill(person.Email)
  await visitor.getByRole('button', { name: 'Send message' }).click()
  await expect(visitor.getByRole('status')).toContainText('Thank you')
  await expect(visitor).toHaveURL(`${url}?sent=1#enquiry`)
  expect(await context.cookies()).toEqual([])
  await context.close()

  await page.goto(`/copilot-insights/partner/${partner.id}`)
  await rowOf(page, person.Name).getByRole('link', { name: person.Name }).click()
  const lead = page.getByRole('dialog', { name: 'Lead' })
  for (const text of [person.Email, person.Message, collection.name, url]) await expect(lead).toContainText(text)
  await expect.poll(() => api.total(`copilot-insights/partner/${partner.id}/views-by-page`), { timeout: 20_000 }).toBe(1)
})

test('pages are accessible, fast and stable in both header styles and widths', async ({ page, api }) => {
  const { partner, url } = await createPublished(api)
  const paints: number[] = []
  for (const style of ['light', 'dark']) {
    await api.put(`partners/${partner.id}/customisations`, { header_style: style })
    for (const width of [1360, 390]) {
      await page.setViewportSize({ width, height: 860 })
      await page.goto(`${url}?pid=${partner.alt_id}`)
      expect(await brokenRules(page), `${style}, ${width}`).toEqual([])
      const { shift, paint } = await measure(page)
      expect(shift, `layout shift: ${style}, ${width}`).toBeLessThan(0.02)
      expect(paint, `largest contentful paint: ${style}, ${width}`).toBeGreaterThan(0)
      paints.push(paint)
      expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true)
    }
  }
  expect(median(paints), `largest contentful paint: ${paints}`).toBeLessThan(1_000)
})

/** measure returns the layout shift of a page and when its largest element was painted, in milliseconds. */
const measure = (page: Page) =>
  page.evaluate(async () => {
    const entries = (type: string) =>
      new Promise<PerformanceEntry[]>((resolve) => {
        const observer = new PerformanceObserver((list) => resolve(list.getEntries()))
        observer.observe({ type, buffered: true })
        setTimeout(() => resolve(observer.takeRecords()), 200) // there may be none
      })
    const [shifts, paints] = await Promise.all([entries('layout-shift'), entries('largest-contentful-paint')])
    return { shift: shifts.reduce((sum, entry) => sum + (entry as unknown as { value: number }).value, 0), paint: paints.at(-1)?.startTime ?? 0 }
  })
