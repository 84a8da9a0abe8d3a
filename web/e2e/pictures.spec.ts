/* Pictures of every screen in two versions, side by side. `make prove pictures` starts both and runs this; it is not one of the tests. */
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Browser, BrowserContext, BrowserContextOptions, Page } from '@playwright/test'
import { screens } from '../src/app/screens.ts'
import { sampleOf } from './samples.ts'
import { emails, password } from './servers.ts'
import { waitUntilSettled } from './settled.ts'
import { expect, test } from './test.ts'

const folder = process.env.FOLDER ?? ''
const urls = [process.env.OLD_URL ?? '', process.env.NEW_URL ?? ''] as const

const looks: Record<string, BrowserContextOptions> = {
  '1360-light': { viewport: { width: 1360, height: 860 }, colorScheme: 'light' },
  '390-dark': { viewport: { width: 390, height: 780 }, colorScheme: 'dark' },
}

/** The screens on the sheet that shows a few pairs at a glance. */
const onSheet = ['/dashboard', '/content', '/content/$id/edit', '/collections/$id', '/partners', '/partners/$id/details', '/users', '/destinations']

const fileOf = (path: string, look: string) => `${path.replace(/[^a-z]+/gi, '-').replace(/^-|-$/g, '')}-${look}.jpg`

/** signIn opens a browser on a server. The system's theme applies, so that both versions have the same. */
async function signIn(browser: Browser, baseURL: string, look: BrowserContextOptions): Promise<BrowserContext> {
  const context = await browser.newContext({ ...look, baseURL, reducedMotion: 'reduce', locale: 'en-GB', storageState: undefined })
  const response = await context.request.post('/api/auth/login', { data: { email: emails.admin, password } })
  expect(response.ok()).toBe(true)
  await context.request.put('/api/auth/settings', { data: { color_scheme: 'auto' }, headers: { origin: baseURL } })
  return context
}

/** takePicture returns a picture of a screen as a data URL. */
async function takePicture(page: Page, path: string): Promise<string> {
  await page.goto(path)
  await page.getByRole('heading', { level: 1 }).waitFor({ state: 'attached' })
  await waitUntilSettled(page)
  return `data:image/png;base64,${(await page.screenshot()).toString('base64')}`
}

/** compose saves pictures side by side. */
async function compose(browser: Browser, file: string, pictures: string[], columns: number, width: number) {
  const page = await browser.newPage({ viewport: { width, height: 200 }, bypassCSP: true })
  const images = pictures.map((picture) => `<img src="${picture}" style="width: 100%; display: block">`).join('')
  await page.setContent(
    `<body style="margin: 0; background: #888"><div style="display: grid; gap: 6px; grid-template-columns: repeat(${columns}, 1fr)">${images}</div>`,
  )
  await page.waitForFunction(() => [...document.images].every((image) => image.complete))
  await page.screenshot({ path: join(folder, file), type: 'jpeg', quality: 72, fullPage: true })
  await page.close()
}

test('takes pictures of both versions', async ({ browser }) => {
  test.setTimeout(3_600_000)
  mkdirSync(folder, { recursive: true })
  const sheet: string[] = []
  for (const [look, options] of Object.entries(looks)) {
    const contexts = await Promise.all(urls.map((url) => signIn(browser, url, options)))
    const pages = await Promise.all(contexts.map((context) => context.newPage()))
    for (const { path } of screens) {
      const pictures = await Promise.all(pages.map((page) => takePicture(page, sampleOf(path))))
      await compose(browser, fileOf(path, look), pictures, 2, 2 * (options.viewport?.width ?? 0) + 6)
      if (look === '1360-light' && onSheet.includes(path)) sheet.push(...pictures)
    }
    for (const context of contexts) await context.close()
  }
  await compose(browser, 'sheet.jpg', sheet, 4, 1720)
  const rows = screens.map(
    ({ path, title }) =>
      `<h2>${title} <small>${path}</small></h2>${Object.keys(looks).map((look) => `<img loading="lazy" src="${fileOf(path, look)}">`)}`,
  )
  writeFileSync(
    join(folder, 'index.html'),
    `<!doctype html><meta charset="utf-8"><title>Before and after</title><style>body { font: 15px system-ui; margin: 24px } img { max-width: 100%; border: 1px solid #ccc }</style><h1>Before (left) and after (right)</h1>${rows.join('\n')}\n`,
  )
})
