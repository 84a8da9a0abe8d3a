import type { Page } from '@playwright/test'
import type axe from 'axe-core'
import { budget, compressedSize } from '../budget.mjs'
import { screens } from '../src/app/screens.ts'
import { brokenRules, colourRules } from './axe.ts'
import { countRequests, requestsOf } from './requests.ts'
import { sampleOf } from './samples.ts'
import { waitUntilSettled } from './settled.ts'
import { asAdmin, asNobody, expect, test } from './test.ts'

type Stop = {
  path: string
  /** Opens something on the page before it is checked. */
  open?: (page: Page) => Promise<unknown>
  /** The name of the dialog that must be open. */
  dialog?: string
  menu?: boolean
  signedOut?: boolean
}

/** Other states of some screens: searches, filters, dialogs and menus. */
const otherStates: Stop[] = [
  { path: '/publishers?query=press&sort=-content_count&page=1' },
  { path: '/publishers?query=zzz-nothing' },
  { path: '/content?language_id=1&published=draft&inspires=public' },
  { path: '/collections?type=personal&has_tags=yes&exact_tag=family' },
  { path: '/shared-collections?collection_id=3&type=all' },
  { path: '/partners/3/details' },
  { path: '/users?type=new-advisors&country_id=77' },
  { path: '/users/10' },
  { path: '/search-history?has_results=zero' },
  { path: '/api-logs?log=1', dialog: 'API request' },
  { path: '/activity?from=2026-01-01&kind=publisher' },
  { path: '/parts' },
  { path: '/404' },
  { path: '/logout' },
  { path: '/login', signedOut: true },
  { path: '/forgot-password', signedOut: true },
  { path: '/reset-password/abc', signedOut: true },
  { path: '/publishers?new=1', dialog: 'New publisher' },
  { path: '/content?block_type=all', menu: true, open: (page) => page.getByRole('button', { name: 'New', exact: true }).click() },
  { path: '/content?query=a', open: (page) => page.getByRole('button', { name: 'More filters' }).click() },
  { path: '/facades?type=related', menu: true, open: (page) => page.getByLabel('Views').click() },
  {
    path: '/facades',
    dialog: 'Save as view',
    async open(page) {
      await page.getByLabel('Views').click()
      await page.getByRole('menuitem', { name: 'Save as view…' }).click()
    },
  },
  { path: '/collections?new=1', dialog: 'New collection' },
  { path: '/collections?edit=3', dialog: 'Edit collection' },
  { path: '/collections/3?add=1', dialog: 'Add content' },
  { path: '/collections/5', dialog: 'Duplicate collection', open: (page) => page.getByRole('button', { name: 'Duplicate' }).click() },
  { path: '/partners/3/collections', dialog: 'New folder', open: (page) => page.getByRole('button', { name: 'New folder' }).first().click() },
  { path: '/partners?new=1', dialog: 'New partner' },
  { path: '/partners/2/details', dialog: 'Edit Copilot', open: (page) => page.getByRole('button', { name: 'Edit Copilot' }).click() },
  { path: '/partners/2/details?new=1', dialog: 'New language' },
  { path: '/partners/2/sites', dialog: 'History', open: (page) => page.getByRole('button', { name: 'History' }).click() },
  { path: '/partners/2/sites?new=1', dialog: 'New site' },
  { path: '/partners/2/sites/1?transformations.new=1', dialog: 'New transformation' },
  { path: '/partners/2/sites/1?redirects.new=1', dialog: 'New redirect' },
  { path: '/libraries?edit=1', dialog: 'Edit library' },
  { path: '/account-types?new=1', dialog: 'New account type' },
  { path: '/users?new=1', dialog: 'New user' },
  { path: '/users/10/details', dialog: 'Edit details', open: (page) => page.getByRole('button', { name: 'Edit details' }).click() },
  { path: '/users/10/details', dialog: 'Change password', open: (page) => page.getByRole('button', { name: 'Change Password' }).click() },
  { path: '/users/10/details', dialog: 'Impersonate user', open: (page) => page.getByRole('button', { name: 'Impersonate User' }).click() },
  { path: '/subject-areas?edit=1', dialog: 'Edit subject area' },
  { path: '/facades?new=1', dialog: 'New facade' },
  { path: '/consortia?edit=1', dialog: 'Edit consortium', open: (page) => page.getByLabel('Slug').fill('another-slug') },
  { path: '/countries/77?new=1', dialog: 'New region' },
  { path: '/destinations?new=1', dialog: 'New destination', open: (page) => page.getByRole('dialog').getByLabel('Parent').click() },
  { path: '/partner-markets?edit=1', dialog: 'Edit partner market' },
  { path: '/global-tags?new=1', dialog: 'Add global tag', open: (page) => page.getByLabel('Name').fill('Wildlife') },
  {
    path: '/media-types?edit=2',
    dialog: 'Edit media type',
    async open(page) {
      await page.getByLabel('Icon', { exact: true }).click()
      await expect(
        page
          .getByRole('button', { name: 'newspaper', exact: true })
          .or(page.getByText(/Type to narrow/))
          .first(),
      ).toBeVisible()
    },
  },
  {
    path: '/publishers?query=Harbour+Press',
    dialog: 'Delete publisher',
    async open(page) {
      await page.getByRole('main').getByRole('button', { name: 'Actions' }).first().click()
      await page.getByRole('menuitem', { name: 'Delete' }).click()
    },
  },
  {
    path: '/publishers?edit=1',
    dialog: 'Leave without saving?',
    async open(page) {
      await page.getByLabel('Name').fill('something else')
      await page.keyboard.press('Escape')
    },
  },
  { path: '/activity', open: (page) => page.getByRole('textbox', { name: 'From', exact: true }).click() },
  { path: '/staff?new=1', dialog: 'New staff member' },
  {
    path: '/staff?query=editor@waymark.example',
    dialog: 'Set password',
    async open(page) {
      await page.getByRole('main').getByRole('button', { name: 'Actions' }).first().click()
      await page.getByRole('menuitem', { name: 'Set password' }).click()
    },
  },
  {
    path: '/activity?kind=publisher&action=updated',
    dialog: 'Updated publisher',
    open: (page) =>
      page
        .getByRole('link', { name: /Updated publisher/ })
        .first()
        .click(),
  },
  {
    path: '/failed-jobs',
    dialog: 'Send password link',
    open: (page) =>
      page
        .getByRole('link', { name: /Send password link/ })
        .first()
        .click(),
  },
  { path: '/publishers', dialog: 'Search or jump to', open: (page) => page.keyboard.press('Control+k') },
  { path: '/dashboard', menu: true, open: (page) => page.getByRole('button', { name: 'account menu' }).click() },
  { path: '/media-types', dialog: 'Reorder media types', open: (page) => page.getByRole('button', { name: 'Reorder' }).click() },
]

/** Screens that are also loaded on a phone, to see whether something moves there and to check their colours: one of each layout. */
const loadedOnPhone = [
  '/dashboard',
  '/content',
  '/content/new',
  '/collections/3',
  '/partners/2/details',
  '/partners/2/customizations',
  '/copilot-insights',
  '/login',
]

/** Every screen, and then the other states. */
const stops: Stop[] = [...screens.map(({ path }) => ({ path: sampleOf(path) })), ...otherStates]

/** full checks every screen in both themes at both widths with all rules, and takes four times as long: `make prove walk`. */
const full = Boolean(process.env.WALK_FULL || process.env.SCREENSHOTS)

/** staysOpen reports whether a stop stays open while the window becomes narrow, instead of being loaded again. A menu would close. */
const staysOpen = ({ path, menu }: Stop) => !menu && !loadedOnPhone.includes(path)

const wide = { width: 1360, height: 860 }
const narrow = { width: 390, height: 780 }

const nameOf = ({ path, dialog, menu, open }: Stop) => `${path}${dialog ? `, ${dialog}` : menu ? ', menu' : open ? ', opened' : ''}`

// Several stops per test, so that shared files are loaded once.
const stopsPerTest = 7
for (const signedOut of [false, true]) {
  const group = stops.filter((stop) => Boolean(stop.signedOut) === signedOut)
  for (let from = 0; from < group.length; from += stopsPerTest) {
    const batch = group.slice(from, from + stopsPerTest)
    test.describe(() => {
      test.use(signedOut ? asNobody : asAdmin)

      test(`is accessible in both themes, and fits on a phone: ${batch.map(nameOf).at(0)} … ${batch.map(nameOf).at(-1)}`, async ({ page }) => {
        test.setTimeout(batch.length * 20_000)
        const found: Record<string, unknown> = {}
        for (const stop of batch) {
          for (const [check, problem] of Object.entries(await problemsOf(page, stop))) found[`${nameOf(stop)}: ${check}`] = problem
        }
        expect(found).toEqual({})
      })
    })
  }
}

/**
 * problemsOf returns the problems of a screen. It is checked in both themes, and so is one of each layout on a phone; the others
 * must fit on it. A dialog stays open while the window becomes narrow.
 */
async function problemsOf(page: Page, stop: Stop) {
  const found: Record<string, unknown> = {}
  for (const size of [wide, narrow]) {
    await page.setViewportSize(size)
    await page.emulateMedia({ colorScheme: 'light' })
    const resized = size === narrow && staysOpen(stop)
    if (!resized) Object.assign(found, await load(page, stop, size.width))
    for (const colorScheme of resized && !full ? [] : (['light', 'dark'] as const)) {
      await page.emulateMedia({ colorScheme })
      await waitUntilSettled(page)
      await takePicture(page, `${nameOf(stop)} ${size.width} ${colorScheme}`)
      const broken = await brokenRules(page, rulesFor(colorScheme), stop.dialog ? '[role=dialog]' : 'html')
      if (broken.length > 0) found[`${colorScheme} at ${size.width}`] = broken
    }
    if (resized && !full) await waitUntilSettled(page)
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
    if (overflow > 0) found[`wider than the screen at ${size.width}`] = overflow
  }
  return found
}

/** takePicture saves a picture of the screen in the folder SCREENSHOTS, if it is given, for people to look at. */
async function takePicture(page: Page, name: string) {
  const folder = process.env.SCREENSHOTS
  if (folder) await page.screenshot({ path: `${folder}/${name.replace(/[^a-z0-9]+/gi, '-').replace(/^-/, '')}.png` })
}

/** load opens a screen, with its dialog or menu, and returns whether something moved and whether it is too large. */
async function load(page: Page, stop: Stop, width: number) {
  const found: Record<string, unknown> = {}
  await page.goto(fewRows(stop.path))
  await page.getByRole('heading', { level: 1 }).waitFor({ state: 'attached' })
  await waitUntilSettled(page)
  const shift = await layoutShift(page)
  if (shift > 0.01) found[`layout shift at ${width}`] = shift
  if (!stop.dialog && stop.path !== '/parts') Object.assign(found, await overBudget(page))
  await stop.open?.(page)
  if (stop.dialog) await page.getByRole('dialog', { name: stop.dialog }).waitFor()
  if (stop.menu) await page.getByRole('menu').waitFor()
  return found
}

/** layoutShift returns how much the page has moved by itself since it was loaded. */
const layoutShift = (page: Page) =>
  page.evaluate(() => {
    const observer = new PerformanceObserver(() => {})
    observer.observe({ type: 'layout-shift', buffered: true })
    const shifts = observer.takeRecords() as (PerformanceEntry & { value: number; hadRecentInput: boolean })[]
    return shifts.reduce((sum, { value, hadRecentInput }) => sum + (hadRecentInput ? 0 : value), 0)
  })

/** overBudget returns what is too much of what the page has loaded by now: scripts and styles, compressed, and requests. */
async function overBudget(page: Page) {
  const requests = await requestsOf(page)
  const found: Record<string, string> = {}
  for (const [kind, limit] of [['js', budget.firstScripts] as const, ['css', budget.firstStyles] as const]) {
    const files = [...new Set(requests.map(({ path }) => path))].filter((path) => path.startsWith('/assets/') && path.endsWith(`.${kind}`))
    const size = files.reduce((sum, path) => sum + compressedSize(path), 0)
    if (files.length === 0 || size > limit) found[`${kind} in kB`] = `${size.toFixed(1)} of ${limit}`
  }
  const count = countRequests(requests)
  if (count > budget.requests) found.requests = `${count} of ${budget.requests}`
  return found
}

/** fewRows limits the number of rows, because axe checks each of them. */
const fewRows = (path: string) => `${path}${path.includes('?') ? '&' : '?'}per_page=5`

/** rulesFor returns the rules that are worth checking. Only colours depend on the theme. */
function rulesFor(scheme: 'light' | 'dark'): axe.RunOptions {
  return scheme === 'dark' && !full ? colourRules : {}
}
