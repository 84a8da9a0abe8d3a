import type { Locator, Page } from '@playwright/test'
import { createContent } from './items.ts'
import { createPublishers, expect, pick, rowOf, test, unique } from './test.ts'

const wide = { width: 1360, height: 900 }

const box = async (of: Locator) => {
  const found = await of.boundingBox()
  if (!found) throw new Error('the element is not visible')
  return found
}

/** rowsAboveTheFold counts the rows that are fully visible without scrolling. */
const rowsAboveTheFold = (page: Page) =>
  page.locator('tbody tr').evaluateAll((rows) => rows.filter((row) => row.getBoundingClientRect().bottom <= innerHeight).length)

const isWhole = (text: Locator) => text.evaluate((element) => element.scrollWidth <= element.clientWidth)

test('shows 14 rows of content above the fold and 18 in compact tables, with whole titles', async ({ page, api }) => {
  const title = 'A slow walk around the old harbour of Trieste'
  expect(title).toHaveLength(45)
  const { id } = await createContent(api, title, { library_ids: [1] })
  await page.setViewportSize(wide)
  await page.goto('/content')
  const text = page.locator(`a[href="/content/${id}/edit"] > span`)
  await expect(text).toHaveText(title)
  expect(await isWhole(text)).toBe(true)
  expect(await rowsAboveTheFold(page)).toBeGreaterThanOrEqual(14)
  expect((await box(page.locator('tbody tr').nth(3))).height).toBe(40)
  await page.evaluate(() => {
    document.documentElement.dataset.density = 'compact'
  })
  expect(await rowsAboveTheFold(page)).toBeGreaterThanOrEqual(18)
  expect((await box(page.locator('tbody tr').nth(3))).height).toBe(33)

  await test.step('other lists have the same rows, and the first one is in the upper half', async () => {
    for (const path of ['/users', '/partners', '/collections', '/libraries', '/media-types', '/shared-collections', '/destinations']) {
      await page.goto(path)
      const first = await box(page.locator('tbody tr').first())
      expect(first.height, path).toBe(40)
      expect(first.y, path).toBeLessThan(400)
    }
  })
})

test('keeps column heads in view, and shows all columns or a hint that there are more', async ({ page }) => {
  const table = page.getByRole('table')
  const scroller = table.locator('..')
  const scrolls = () => scroller.evaluate((element) => element.hasAttribute('data-scrolls'))
  const clipped = () =>
    table.evaluate((element) => element.getBoundingClientRect().right > (element.parentElement?.getBoundingClientRect().right ?? 0) + 1)
  await page.setViewportSize({ width: 1360, height: 720 })
  await page.goto('/collections')
  await expect(page.getByRole('columnheader', { name: 'Created' })).toBeVisible()
  expect(await clipped()).toBe(false)
  await page.mouse.move(700, 500)
  await page.mouse.wheel(0, 600)
  await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(300)
  expect((await box(page.getByRole('columnheader', { name: 'Created' }))).y).toBe(56) // below the header of the page

  await page.setViewportSize({ width: 1024, height: 720 })
  for (const path of ['/collections', '/content', '/partners', '/users']) {
    await page.goto(path)
    await expect(table).toBeVisible()
    if (!(await clipped())) continue
    expect(await scrolls(), path).toBe(true)
    await expect(page.locator('tbody tr').first().getByRole('cell').last(), path).toHaveCSS('box-shadow', /rgba/)
    await scroller.evaluate((element) => element.scrollTo(0, 200))
    const [head, frame] = [await box(page.getByRole('columnheader').nth(1)), await box(scroller)]
    expect(Math.abs(head.y - frame.y), path).toBeLessThanOrEqual(2)
  }
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.goto('/partners')
  const emails = page.locator('tbody tr td:nth-child(2) span[title*="@"]')
  await expect(emails.first()).toBeVisible()
  expect(
    await emails.evaluateAll((list) => list.filter((element) => element.scrollWidth > element.clientWidth).map((element) => element.textContent)),
  ).toEqual([])
})

test('sets filters in one line that keeps its height, with their names', async ({ page }) => {
  for (const width of [1360, 1024, 390]) {
    await page.setViewportSize({ width, height: 860 })
    await page.goto('/content')
    const rows = page.getByRole('table', { name: 'Content' }).or(page.getByRole('list', { name: 'Content' }))
    const top = async () => (await box(rows)).y
    const tools = page.getByRole('button', { name: 'Choose columns' })
    await expect(rows).toBeVisible()
    const [before, place] = [await top(), await box(tools)]
    const field = (name: string) => page.getByRole('combobox', { name, exact: true })
    if (width === 390) await page.getByRole('button', { name: 'Filters' }).click()
    else if (width === 1024) await page.getByRole('button', { name: 'More filters' }).click()
    await pick(field('Status'), 'Published')
    await expect(page).toHaveURL(/published=published/)
    await pick(field('Status'), 'Draft')
    await expect(page, 'several values').toHaveURL(/published=published(,|%2C)draft/)
    if (width === 1360) await page.getByRole('button', { name: 'More filters' }).click()
    await field('Language').click()
    await expect(page.getByRole('option').first(), 'a language in use').toHaveText('English')
    await page.getByRole('option', { name: 'English', exact: true }).click()
    await expect(page).toHaveURL(/language_id=1/)
    await page.keyboard.press('Escape')
    await expect(page.getByRole('group', { name: /ilters/ })).toHaveCount(0)
    if (width === 1360) {
      await expect(page.getByText('Status:', { exact: true })).toBeVisible()
      await expect(page.getByRole('list', { name: 'Filters' })).toHaveText('Language: English')
    } else {
      await expect(page.getByRole('button', { name: /ilters \(\d\)/ })).toBeVisible()
    }
    expect(await top(), `at ${width}`).toBe(before)
    expect(await box(tools), `at ${width}`).toEqual(place)
  }
})

test('opens a row by a click anywhere in it, except on controls and while text is selected', async ({ page, context, api }) => {
  const word = await createPublishers(api, 6)
  await page.setViewportSize(wide)
  await page.goto(`/publishers?query=${word}`)
  const row = rowOf(page, `${word} 02`)
  const dialog = page.getByRole('dialog', { name: 'Edit publisher' })
  const { x, y, width, height } = await box(row)
  const beside = { position: { x: width / 2, y: height / 2 } }
  await row.click(beside)
  await expect(dialog.getByLabel('Name')).toHaveValue(`${word} 02`)
  await page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)

  const link = row.getByRole('link', { name: `${word} 02` })
  await test.step('selected text', async () => {
    const text = await box(link)
    await page.mouse.move(text.x + text.width + 40, y + height / 2)
    await page.mouse.down()
    await page.mouse.move(text.x + 4, y + height / 2, { steps: 4 })
    await page.mouse.up()
    expect(await page.evaluate(() => String(getSelection()))).not.toBe('')
    await expect(page).toHaveURL(`/publishers?query=${word}`)
    await page.evaluate(() => getSelection()?.removeAllRanges())
  })
  await test.step('new tab', async () => {
    for (const open of [() => row.click({ ...beside, modifiers: ['Control'] }), () => row.click({ ...beside, button: 'middle' })]) {
      const [tab] = await Promise.all([context.waitForEvent('page'), open()])
      await expect(tab).toHaveURL(/[?&]edit=\d+/)
      await tab.close()
    }
    await expect(dialog).toHaveCount(0)
  })
  await row.getByRole('button', { name: 'Actions' }).click()
  await expect(page.getByRole('menu')).toBeVisible()
  await expect(dialog).toHaveCount(0)
  expect(x).toBeGreaterThan(248)
  await page.keyboard.press('Escape')
})

test('selects ranges with Shift, with the bar beside the sidebar and below the pages', async ({ page, api }) => {
  const word = await createPublishers(api, 30)
  await page.setViewportSize(wide)
  await page.goto(`/parts?query=${word}`)
  const boxes = page.getByRole('table', { name: 'Publishers' }).getByRole('checkbox', { name: 'Select row' })
  const bar = page.getByRole('toolbar', { name: 'Bulk actions' })
  await boxes.nth(1).click()
  await boxes.nth(5).click({ modifiers: ['Shift'] })
  await expect(bar.getByText('5 selected')).toBeVisible()
  await boxes.nth(9).focus()
  await page.keyboard.press('Shift+Space')
  await expect(bar.getByText('9 selected')).toBeVisible()
  await boxes.nth(7).click()
  await boxes.nth(9).click({ modifiers: ['Shift'] })
  await expect(bar.getByText('6 selected')).toBeVisible()

  const { x, width, y } = await box(bar)
  const main = await box(page.getByRole('main'))
  expect(Math.abs(x + width / 2 - (main.x + main.width / 2))).toBeLessThan(10)
  await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight))
  const pages = await box(page.getByRole('navigation', { name: 'Pages' }))
  expect(pages.y + pages.height).toBeLessThan(y)
  await page.setViewportSize({ width: 390, height: 780 })
  expect((await box(bar)).height).toBeLessThan(100)
})

test('lists all names of a cell, and sorts and filters cards on a phone', async ({ page, api }) => {
  const title = unique('Harbour')
  const libraries = await api.list('libraries?per_page=3')
  await createContent(api, title, { library_ids: libraries.map(({ id }) => id) })
  await page.setViewportSize(wide)
  await page.goto(`/content?query=${encodeURIComponent(title)}`)
  const names = page.getByRole('dialog').getByRole('listitem')
  const more = rowOf(page, title).getByRole('button', { name: '+2: show all' })
  for (const open of [() => more.click(), () => more.press('Enter')]) {
    await open()
    await expect(names).toHaveText(libraries.map(({ name }) => name).sort())
    await page.keyboard.press('Escape')
    await expect(names).toHaveCount(0)
    await expect(more).toBeFocused()
  }
  const word = await createPublishers(api, 3)
  await page.setViewportSize({ width: 390, height: 780 })
  await page.goto(`/publishers?query=${word}`)
  const cards = page.getByRole('list', { name: 'Publishers' }).getByRole('listitem')
  await expect(cards).toHaveText([/01/, /02/, /03/])
  await page.getByRole('button', { name: 'Sort' }).click()
  await page.getByRole('menuitem', { name: 'Name, ascending' }).click()
  await expect(cards).toHaveText([/03/, /02/, /01/])
  await expect(page).toHaveURL(/sort=-name/)
  await page.goto('/content')
  expect((await box(page.getByRole('list', { name: 'Content' }).getByRole('listitem').first())).y).toBeLessThan(260)
})
