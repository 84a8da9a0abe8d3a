/* How long interactions take. `make prove interactions` runs this; it is not one of the tests, because it needs a quiet machine. */
import type { Page } from '@playwright/test'
import { median } from './median.ts'
import { expect, test } from './test.ts'
import { type Cost, type Input, Tracer } from './trace.ts'

const rounds = 15
const limit = 50 // ms of script and layout, median

type Inputs = { inputs: Input[] }

/** observe collects the input events of a page. The browser does not report those that are answered within 16 ms. */
const observe = (page: Page) =>
  page.evaluate(() => {
    const here = window as unknown as Inputs
    here.inputs = []
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & { interactionId?: number })[])
        if (entry.interactionId) here.inputs.push({ start: entry.startTime, total: entry.duration })
    }).observe({ type: 'event', durationThreshold: 16 } as PerformanceObserverInit)
  })

/** takeInputs returns the inputs since the last call, after the frame that answers them, and the time. */
const takeInputs = (page: Page) =>
  page.evaluate(async () => {
    await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve, 50)))
    const here = window as unknown as Inputs
    return { inputs: here.inputs.splice(0), now: performance.now() }
  })

type Action = { name: string; act: () => Promise<unknown> /** The effect that arrives later. */; settled?: () => Promise<unknown> }

/** measure does all actions several times, and returns their costs. The first round does not count: it loads what opens on first use. */
async function measure(page: Page, actions: Action[]): Promise<Map<string, Cost[]>> {
  const found = new Map<string, Cost[]>(actions.map(({ name }) => [name, []]))
  const tracer = await Tracer.on(page)
  await observe(page)
  for (let round = 0; round <= rounds; round++) {
    const seen: { name: string; inputs: Input[]; from: number; to: number }[] = []
    await tracer.start()
    for (const { name, act, settled } of actions) {
      const { now: from } = await takeInputs(page)
      await act()
      const { inputs } = await takeInputs(page)
      await settled?.()
      seen.push({ name, inputs, from, to: await page.evaluate(() => performance.now()) })
    }
    const recording = await tracer.stop()
    if (round > 0) for (const { name, inputs, from, to } of seen) found.get(name)?.push(recording.costOf(inputs, { from, to }))
  }
  return found
}

/** report prints a line for each action, and returns those that are too slow. */
function report(title: string, found: Map<string, Cost[]>): string[] {
  const column = (text: string | number) => String(typeof text === 'number' ? Math.round(text) : text).padStart(8)
  process.stdout.write(
    `\n${title}, median of ${rounds}, ms\n${['ours', 'script', 'layout', 'paint', 'total', 'longest', 'all'].map(column).join('')}\n`,
  )
  const slow: string[] = []
  for (const [name, costs] of found) {
    const of = (pick: (cost: Cost) => number) => median(costs.map(pick))
    const ours = of(({ script, layout }) => script + layout)
    const longest = Math.max(...costs.map(({ total }) => total))
    const figures = [
      ours,
      of((cost) => cost.script),
      of((cost) => cost.layout),
      of((cost) => cost.paint),
      of((cost) => cost.total),
      longest,
      of((cost) => cost.all),
    ]
    process.stdout.write(`${figures.map(column).join('')}  ${name}\n`)
    if (ours > limit) slow.push(`${title}: ${name}`)
  }
  return slow
}

/** listActions are what staff do in a list and around it. */
function listActions(page: Page, rows: number): Action[] {
  const tick = page.getByRole('row').nth(3).getByRole('checkbox')
  const all = page.getByRole('checkbox', { name: 'Select this page' })
  const menu = page.getByRole('row').nth(5).getByRole('button', { name: 'Actions' })
  const search = page.getByRole('main').getByRole('searchbox')
  const palette = page.getByRole('combobox', { name: 'Search or jump to' })
  const arrived = () => expect(page.locator('[aria-busy=true]')).toHaveCount(0)
  const press = (key: string) => () => page.keyboard.press(key)
  return [
    { name: 'select a row', act: () => tick.click() },
    { name: 'unselect a row', act: () => tick.click() },
    { name: 'select all rows', act: () => all.click() },
    { name: 'unselect all rows', act: () => all.click() },
    { name: 'open the menu of a row', act: () => menu.click() },
    { name: 'close the menu', act: press('Escape') },
    {
      name: 'type into the search',
      act: () => search.pressSequentially('lis'),
      async settled() {
        await expect(page).toHaveURL(/query=lis/)
        await arrived()
      },
    },
    {
      name: 'clear the search',
      act: () => page.getByRole('button', { name: 'Clear search' }).click(),
      settled: () => expect(page.getByRole('row')).toHaveCount(rows + 1),
    },
    { name: 'open a filter', act: () => page.getByRole('combobox', { name: 'Media type' }).click() },
    { name: 'close the filter', act: press('Escape') },
    { name: 'sort', act: () => page.getByRole('columnheader', { name: 'Title' }).getByRole('button').click(), settled: arrived },
    { name: 'open the palette', act: press('Control+k'), settled: () => expect(palette).toBeFocused() },
    { name: 'type into the palette', act: () => palette.pressSequentially('par') },
    { name: 'close the palette', act: press('Escape'), settled: () => expect(palette).toBeHidden() },
    { name: 'switch the theme', act: () => page.getByRole('button', { name: /^Switch to/ }).click() },
  ]
}

test('answers every interaction with at most 50 ms of script and layout', async ({ page }) => {
  test.setTimeout(600_000)
  const slow: string[] = []
  for (const rows of [25, 100]) {
    await page.goto(`/content?per_page=${rows}`)
    await expect(page.getByRole('row')).toHaveCount(rows + 1)
    slow.push(...report(`a list of ${rows} rows`, await measure(page, listActions(page, rows))))
  }
  await page.goto('/partners?new=1')
  const name = page.getByRole('dialog').getByRole('textbox', { name: 'Name' })
  await expect(name).toBeFocused()
  slow.push(...report('a form', await measure(page, [{ name: 'type into a field', act: () => name.pressSequentially('abc') }])))
  expect(slow).toEqual([])
})
