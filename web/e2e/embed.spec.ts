import { chromium, type Frame, type Page } from '@playwright/test'
import { createPublished, expectFigures } from './published.ts'
import { Site } from './site.ts'
import { expect, test } from './test.ts'

test('an embed appears on allowed sites only, has the height of its content, and counts every event once', async ({ api, launchOptions }) => {
  const { partner, collection, url } = await createPublished(api, { partner: { whitelist_domains: ['partner-site.example'] } })
  const site = new Site()
  await site.open()
  const snippet = `<script async src="${new URL(url).origin}/embed.js" data-collection="${collection.alt_id}"></script>`
  const html = (title: string, snippet: string) => `<!doctype html><html lang="en"><title>${title}</title><h1>${title}</h1>${snippet}<p>Below</p>`
  site.put('/trip', 'text/html; charset=utf-8', html('Our trip', snippet))
  site.put('/trips', 'text/html; charset=utf-8', html('Our trips', String(partner.embed_snippet)))

  // The browser maps the host names to the port of the site.
  const mapped = ['partner-site.example', 'other-site.example'].map((host) => `MAP ${host}:80 ${new URL(site.at('')).host}`)
  const browser = await chromium.launch({ ...launchOptions, args: [...(launchOptions.args ?? []), `--host-resolver-rules=${mapped}`] })
  try {
    const context = await browser.newContext()
    const page = await context.newPage()
    const complaints: string[] = []
    const events: string[] = []
    page.on('console', (message) => complaints.push(message.text()))
    context.on('request', (request) => new URL(request.url()).pathname === '/events' && events.push(request.postData() ?? ''))
    await context.route('https://stories.example/**', (route) => route.abort())

    const source = 'http://partner-site.example/trip'
    await page.goto(source)
    const frame = await embedOf(page)
    await expect(page.frameLocator('iframe').getByRole('heading', { name: 'Sea stacks by kayak' })).toBeVisible()
    await expectFit(page, frame)
    const tall = await heightOf(page)
    await page.setViewportSize({ width: 390, height: 800 })
    await expect.poll(() => heightOf(page)).not.toBe(tall)
    await expectFit(page, frame)
    const popup = context.waitForEvent('page')
    await page.frameLocator('iframe').getByRole('link', { name: 'Sea stacks by kayak' }).click()
    await (await popup).close()
    await expect.poll(() => events.length).toBe(2)
    await test.step('a beacon that is sent twice counts once', async () => {
      for (const body of [...events]) await frame.evaluate((body) => fetch('/events', { method: 'POST', body }).then(({ status }) => status), body)
      expect(events).toHaveLength(4)
    })
    await expectFigures(api, partner.id, { [source]: [1, 1, 0, 0] })
    await page.reload()
    await expect.poll(() => events.length).toBe(5)
    await page.goto('http://partner-site.example/trips')
    await expect(page.frameLocator('iframe').getByRole('heading', { name: collection.name })).toBeVisible()
    await expect.poll(() => events.length).toBe(6)
    expect(complaints).toEqual([])

    await test.step('refuses other sites, and all sites without a whitelist', async () => {
      await expectRefused(page, 'http://other-site.example/trip')
      await api.put(`partners/${partner.id}`, { whitelist_domains: [] })
      const embed = `http://127.0.0.1:${new URL(url).port}/embed/${collection.alt_id}`
      const policy = async () => (await fetch(embed)).headers.get('Content-Security-Policy')
      await expect.poll(policy).toContain("frame-ancestors 'none'") // the change is on its way for a moment
      await expectRefused(page, source)
    })
    expect(complaints.filter((text) => !/frame-ancestors/.test(text))).toEqual([])
    expect(events).toHaveLength(6)
    await expectFigures(api, partner.id, { [source]: [2, 1, 0, 0], 'http://partner-site.example/trips': [1, 0, 0, 0] })
  } finally {
    await browser.close()
    site.close()
  }
})

async function embedOf(page: Page): Promise<Frame> {
  const element = await page.locator('iframe').elementHandle()
  const frame = await element?.contentFrame()
  if (!frame) throw new Error('the page has no embed')
  return frame
}

const heightOf = async (page: Page) => (await page.locator('iframe').boundingBox())?.height

/** expectFit expects the frame to have the height of its content: no scroll bar, and no space below. */
const expectFit = (page: Page, frame: Frame) =>
  expect
    .poll(async () => {
      const height = (await heightOf(page)) ?? 0
      const content = await frame.evaluate(() => [document.documentElement.scrollHeight, document.body.getBoundingClientRect().height])
      return content.map((found) => Math.abs(found - height) <= 1)
    })
    .toEqual([true, true])

async function expectRefused(page: Page, address: string) {
  const refused = page.waitForEvent('console', (message) => /frame-ancestors/.test(message.text()))
  await page.goto(address)
  await refused
  await expect.poll(async () => (await embedOf(page)).url()).toMatch(/^chrome-error:/)
}
