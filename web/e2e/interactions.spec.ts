/* How long interactions take. `make prove interactions` runs this; it is not one of the tests, because it needs a quiet machine. */
import type { Page } from '@playwright/test'
import { expect, test } from './test.ts'

const rounds = 5
const limit = 50 // ms

type Timings = { timings: number[] }

/** observe collects the time from each input to the next frame. */
const observe = (page: Page) =>
  page.evaluate(() => {
    const here = window as unknown as Timings
    here.timings = []
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & { interactionId?: number })[])
        if (entry.interactionId) here.timings.push(entry.duration)
    }).observe({ type: 'event', durationThreshold: 16 } as PerformanceObserverInit)
  })

/** take returns the longest timing since the last call. Shorter ones than 16 ms are not reported. */
const take = (page: Page) =>
  page.evaluate(async () => {
    await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve, 50)))
    const here = window as unknown as Timings
    const longest = Math.max(0, ...here.timings)
    here.timings = []
    return longest
  })

test('shows the effect of every interaction within 50 ms', async ({ page }) => {
  test.setTimeout(300_000)
  const found: Record<string, number[]> = {}
  const measure = async (name: string, act: () => Promise<unknown>) => {
    await take(page)
    await act()
    found[name] = [...(found[name] ?? []), await take(page)]
  }
  await page.goto('/content?per_page=100')
  await expect(page.getByRole('row')).toHaveCount(101)
  await observe(page)
  const tick = page.getByRole('row').nth(3).getByRole('checkbox')
  const all = page.getByRole('checkbox', { name: 'Select this page' })
  const menu = page.getByRole('row').nth(5).getByRole('button', { name: 'Actions' })
  const search = page.getByRole('main').getByRole('searchbox')
  for (let round = 0; round <= rounds; round++) {
    if (round === 1) for (const name of Object.keys(found)) delete found[name] // the first round loads what opens on first use
    await measure('select a row', () => tick.click())
    await measure('unselect a row', () => tick.click())
    await measure('select 100 rows', () => all.click())
    await measure('unselect 100 rows', () => all.click())
    await measure('open the menu of a row', () => menu.click())
    await measure('close it', () => page.keyboard.press('Escape'))
    await measure('type into the search', () => search.pressSequentially('lis'))
    await expect(page).toHaveURL(/query=lis/)
    await expect(page.locator('[aria-busy=true]')).toHaveCount(0)
    await measure('clear the search', () => page.getByRole('button', { name: 'Clear search' }).click())
    await expect(page.getByRole('row')).toHaveCount(101)
    await measure('open a filter', () => page.getByRole('combobox', { name: 'Media type' }).click())
    await measure('close it again', () => page.keyboard.press('Escape'))
    await measure('sort', () => page.getByRole('columnheader', { name: 'Title' }).getByRole('button').click())
    await expect(page.locator('[aria-busy=true]')).toHaveCount(0)
    await measure('open the palette', () => page.keyboard.press('Control+k'))
    const palette = page.getByRole('combobox', { name: 'Search or jump to' })
    await expect(palette).toBeFocused()
    await measure('type into the palette', () => palette.pressSequentially('par'))
    await measure('close the palette', () => page.keyboard.press('Escape'))
    await measure('switch the theme', () => page.getByRole('button', { name: /^Switch to/ }).click())
  }
  await page.goto('/partners?new=1')
  const name = page.getByRole('dialog').getByRole('textbox', { name: 'Name' })
  await expect(name).toBeFocused()
  await observe(page)
  for (let round = 0; round < rounds; round++) await measure('type into a form', () => name.pressSequentially('abc'))

  const median = (list: number[]) => [...list].sort((a, b) => a - b)[Math.floor(list.length / 2)] ?? 0
  const slow: string[] = []
  for (const [action, times] of Object.entries(found)) {
    process.stdout.write(`${median(times)} ms, longest ${Math.max(...times)} ms: ${action}\n`)
    if (median(times) > limit) slow.push(action)
  }
  expect(slow).toEqual([])
})
