import type { Page, Route } from '@playwright/test'
import { holdRequests } from './requests.ts'
import { type Api, asMember, choose, createPublishers, expect, publisherNames as names, rowOf, test, unique } from './test.ts'

const list = '**/api/admin/publishers?**'
const range = (page: Page) => page.getByRole('navigation', { name: 'Pages' }).getByText(/ of /)

const numbered = (word: string, from: number, to: number) =>
  Array.from({ length: Math.abs(to - from) + 1 }, (_, i) => `${word} ${String(from < to ? from + i : from - i).padStart(2, '0')}`)

const accented = (api: Api, name: string) => api.post('publishers', { name })

test('searches without case and accents, and highlights matches @both', async ({ page, api }) => {
  const word = unique('Éditions').replace(' ', '-')
  await accented(api, `Les ${word} du Öresund`)
  await page.goto('/publishers')
  await page.getByRole('searchbox', { name: 'Search publishers' }).fill(`ORESUND ${word.replace('É', 'e').toUpperCase()}`)
  await expect(names(page)).toHaveText([`Les ${word} du Öresund`])
  await expect(page.getByRole('table').locator('mark')).toHaveText([word, 'Öresund'])
  await expect(page).toHaveURL(/[?&]query=ORESUND/)
})

test('shows markup in names as text', async ({ page, api }) => {
  const name = unique('<img src=x onerror=alert(1)> **bold** {name}')
  await accented(api, name)
  await page.goto(`/publishers?query=${encodeURIComponent(name)}`)
  await expect(names(page)).toHaveText([name])
  await expect(page.getByRole('main').getByRole('table').locator('img')).toHaveCount(0)
})

test('keeps sort order, page and page size in the URL across reload and back', async ({ page, api }) => {
  const word = await createPublishers(api, 27)
  await page.goto(`/publishers?query=${word}`)
  await expect(names(page)).toHaveText(numbered(word, 1, 25))
  await expect(range(page)).toHaveText('1–25 of 27')
  await expect(page.getByRole('columnheader', { name: 'Name' })).toHaveAttribute('aria-sort', 'ascending')
  await expect(page.getByRole('button', { name: 'Previous page' })).toBeDisabled()

  await page.getByRole('button', { name: 'Next page' }).click()
  await expect(names(page)).toHaveText(numbered(word, 26, 27))
  await expect(range(page)).toHaveText('26–27 of 27')
  await expect(page).toHaveURL(`/publishers?query=${word}&page=2`)
  await expect(page.getByRole('button', { name: 'Next page' })).toBeDisabled()

  // A new sort order starts on the first page.
  await page.getByRole('columnheader', { name: 'Name' }).getByRole('button').click()
  await expect(names(page)).toHaveText(numbered(word, 27, 3))
  await expect(page).toHaveURL(`/publishers?query=${word}&sort=-name`)
  await expect(page.getByRole('columnheader', { name: 'Name' })).toHaveAttribute('aria-sort', 'descending')

  await page.getByRole('combobox', { name: 'Rows per page' }).click()
  await page.getByRole('option', { name: '10 / page' }).click()
  await expect(names(page)).toHaveText(numbered(word, 27, 18))
  await page.getByRole('button', { name: 'Page 3' }).click()
  await expect(names(page)).toHaveText(numbered(word, 7, 1))
  await expect(range(page)).toHaveText('21–27 of 27')
  const whole = new URL(page.url())
  expect(Object.fromEntries(whole.searchParams)).toEqual({ query: word, sort: '-name', per_page: '10', page: '3' })

  await page.reload()
  await expect(names(page)).toHaveText(numbered(word, 7, 1))
  await expect(page.getByRole('searchbox', { name: 'Search publishers' })).toHaveValue(word)
  await expect(page.getByRole('combobox', { name: 'Rows per page' })).toHaveValue('10 / page')
  await page.goBack()
  await expect(names(page)).toHaveText(numbered(word, 27, 18))
  await page.goBack()
  await expect(names(page)).toHaveText(numbered(word, 27, 3))
  await page.goBack()
  await expect(names(page)).toHaveText(numbered(word, 26, 27))
  await page.goForward()
  await expect(names(page)).toHaveText(numbered(word, 27, 3))
})

test('adds no history entries while typing a search', async ({ page }) => {
  await page.goto('/dashboard')
  await page.getByRole('button', { name: 'Content settings' }).click()
  await page.getByRole('link', { name: 'Publishers' }).click()
  const search = page.getByRole('searchbox', { name: 'Search publishers' })
  for (const word of ['har', 'harbour', 'harbour pr']) {
    await search.fill(word)
    await expect(page).toHaveURL(`/publishers?query=${word.replace(' ', '+')}`)
  }
  await page.goBack()
  await expect(page).toHaveURL('/dashboard')
})

test('sorts numbers in descending order first', async ({ page, api }) => {
  const word = await createPublishers(api, 2)
  const [, second] = await api.list(`publishers?query=${word}`)
  await api.post(`publishers/${second?.id}/content`, { content_ids: [1, 2, 3] })
  await page.goto(`/publishers?query=${word}`)
  await expect(names(page)).toHaveText(numbered(word, 1, 2))
  await page.getByRole('columnheader', { name: 'Content count' }).getByRole('button').click()
  await expect(page.getByRole('columnheader', { name: 'Content count' })).toHaveAttribute('aria-sort', 'descending')
  await expect(page).toHaveURL(`/publishers?query=${word}&sort=-content_count`)
  await expect(names(page)).toHaveText(numbered(word, 2, 1))
  await expect(rowOf(page, `${word} 02`).getByRole('cell').nth(2)).toHaveText('3')
})

test('shows an empty result, and clears the filters', async ({ page }) => {
  await page.goto('/publishers?query=harbour&sort=-name')
  await page.getByRole('searchbox', { name: 'Search publishers' }).fill('zzz-nobody-is-called-this')
  await expect(page.getByRole('heading', { name: 'No results' })).toBeVisible()
  await page.getByRole('main').getByRole('button', { name: 'Clear filters', exact: true }).last().click()
  await expect(names(page).first()).toBeVisible()
  await expect(page.getByRole('searchbox', { name: 'Search publishers' })).toHaveValue('')
  await expect(page).toHaveURL('/publishers?sort=-name')
})

test('offers page 1 when the page is past the end', async ({ page }) => {
  await page.goto('/publishers?page=99')
  await expect(page.getByRole('heading', { name: 'Nothing on this page' })).toBeVisible()
  await page.getByRole('button', { name: 'Go to page 1' }).click()
  await expect(page).toHaveURL('/publishers')
  await expect(names(page)).toHaveCount(25)
})

test('offers one action for an empty list', async ({ page }) => {
  await page.route(list, (route) => route.fulfill({ json: page_of([], 0) }))
  await page.goto('/publishers')
  await expect(page.getByRole('heading', { name: 'No publishers yet' })).toBeVisible()
  await page.getByRole('table').waitFor({ state: 'detached' })
  await page.getByRole('main').getByRole('button', { name: 'New publisher' }).last().click()
  await expect(page.getByRole('dialog', { name: 'New publisher' })).toBeVisible()
})

test('reports a list that fails to load, and retries', async ({ page, complaints }) => {
  complaints.allow('unreachable')
  await page.route(list, (route) => route.abort())
  await page.goto('/publishers')
  const failed = page.getByRole('alert').filter({ hasText: 'Couldn’t load this list' })
  await expect(failed).toContainText('The server can’t be reached. Check your connection and try again.')
  await page.unroute(list)
  await failed.getByRole('button', { name: 'Try again' }).click()
  await expect(names(page)).toHaveCount(25)
  await expect(failed).toHaveCount(0)
})

test('loses no letters when typing slowly', async ({ page }) => {
  await page.goto('/publishers')
  const field = page.getByRole('searchbox', { name: 'Search publishers' })
  await field.pressSequentially('harbour press', { delay: 255 }) // about as long as the debounce
  await expect(field).toHaveValue('harbour press')
  await expect(page).toHaveURL('/publishers?query=harbour+press')
  await page.getByRole('button', { name: 'Clear filters', exact: true }).click()
  await expect(field).toHaveValue('')
})

test('offers to reset filters for unsupported parameters', async ({ page, complaints }) => {
  complaints.allow(422)
  await page.goto('/publishers?sort=nonsense&query=press')
  await expect(page.getByText('This link uses a filter or sort order that this list doesn’t support.')).toBeVisible()
  await page.getByRole('button', { name: 'Reset filters' }).click()
  await expect(page).toHaveURL('/publishers')
  await expect(page.getByRole('table', { name: 'Publishers' })).toBeVisible()
})

test('shows placeholders on the first load, and keeps the previous rows while loading others', async ({ page, api }) => {
  const word = await createPublishers(api, 11)
  const held: Route[] = []
  await page.route(list, (route) => void held.push(route))
  const release = async () => {
    await expect.poll(() => held.length).toBeGreaterThan(0)
    for (const route of held.splice(0)) await route.continue()
  }
  await page.goto(`/publishers?query=${word}&per_page=10`)
  await expect(page.getByRole('main').getByRole('status').filter({ hasText: 'Loading' })).toBeVisible()
  await release()
  await expect(names(page)).toHaveCount(10)
  await page.getByRole('button', { name: 'Next page' }).click()
  const rows = page.getByRole('table').locator('xpath=../..')
  await expect(rows).toHaveCSS('opacity', '0.55')
  await expect(names(page)).toHaveCount(10)
  await release()
  await expect(names(page)).toHaveText([`${word} 11`])
  await expect(rows).toHaveCSS('opacity', '1')
})

test('keeps chosen columns after a reload until they are reset', async ({ page }) => {
  await page.goto('/publishers')
  const heads = page.getByRole('columnheader')
  await expect(heads).toHaveText(['', 'Name', 'Content count', 'Actions'])
  await page.getByRole('button', { name: 'Choose columns' }).click()
  await page.getByRole('checkbox', { name: 'Added' }).check()
  await page.getByRole('checkbox', { name: 'Content count' }).uncheck()
  await expect(heads).toHaveText(['', 'Name', 'Added', 'Actions'])
  await page.reload()
  await expect(heads).toHaveText(['', 'Name', 'Added', 'Actions'])
  await page.getByRole('button', { name: 'Choose columns' }).click()
  await page.getByRole('button', { name: 'Reset columns' }).click()
  await expect(heads).toHaveText(['', 'Name', 'Content count', 'Actions'])
  await page.reload()
  await expect(heads).toHaveText(['', 'Name', 'Content count', 'Actions'])
})

test('operates the row menu by keyboard', async ({ page, api }) => {
  const word = await createPublishers(api, 1)
  await page.goto(`/publishers?query=${word}`)
  const button = rowOf(page, word).getByRole('button', { name: 'Actions' })
  for (const time of ['first', 'second']) {
    await button.focus()
    await page.keyboard.press('Enter')
    await expect(page.getByRole('menuitem', { name: 'Edit' }), time).toBeFocused()
    await page.keyboard.press('ArrowDown')
    await expect(page.getByRole('menuitem', { name: 'Delete' }), time).toBeFocused()
    await page.keyboard.press('Escape')
    await expect(page.getByRole('menu'), time).toHaveCount(0)
    await expect(button, time).toBeFocused()
  }
  await page.keyboard.press('Enter')
  await expect(page.getByRole('menuitem', { name: 'Edit' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog', { name: 'Edit publisher' }).getByLabel('Name')).toBeFocused()
})

test('shows rows as cards with the same menu on a phone', async ({ page, api }) => {
  const word = await createPublishers(api, 2)
  await page.setViewportSize({ width: 390, height: 780 })
  await page.goto(`/publishers?query=${word}`)
  const cards = page.getByRole('list', { name: 'Publishers' }).getByRole('listitem')
  await expect(cards).toHaveText([new RegExp(`^${word} 01.*Content count 0`), new RegExp(`^${word} 02.*Content count 0`)])
  await expect(page.getByRole('table')).toHaveCount(0)
  await choose(page, `${word} 02`, 'Edit')
  await expect(page.getByRole('dialog', { name: 'Edit publisher' }).getByLabel('Name')).toHaveValue(`${word} 02`)
})

test('pages without a last page when the total is capped', async ({ page }) => {
  const rows = (from: number) => Array.from({ length: 25 }, (_, i) => ({ id: from + i, name: `Row ${from + i}`, content_count: 0, version: 1 }))
  await page.route(list, (route) => {
    const at = Number(new URL(route.request().url()).searchParams.get('page'))
    return route.fulfill({
      json: { items: rows(1 + (at - 1) * 25), meta: { page: at, per_page: 25, total: 1000, last_page: null, total_is_capped: true } },
    })
  })
  await page.goto('/publishers')
  await expect(range(page)).toHaveText('1–25 of 1,000+')
  const pages = page.getByRole('navigation', { name: 'Pages' })
  await expect(pages.getByRole('button')).toHaveCount(2)
  await expect(pages.getByText('Page 1', { exact: true })).toBeVisible()
  await pages.getByRole('button', { name: 'Next page' }).click()
  await expect(range(page)).toHaveText('26–50 of 1,000+')
  await expect(names(page).first()).toHaveText('Row 26')
  await expect(page).toHaveURL('/publishers?page=2')
})

test.describe('rows per page', () => {
  test.use(asMember)

  test('uses the personal page size if the URL has none', async ({ page, context }) => {
    const answer = await context.request.put('/api/auth/settings', { data: { page_size: 10 } })
    expect(answer.status()).toBe(200)
    await page.goto('/publishers')
    await expect(names(page)).toHaveCount(10)
    await expect(page.getByRole('combobox', { name: 'Rows per page' })).toHaveValue('10 / page')
  })
})

function page_of(items: unknown[], total: number) {
  return { items, meta: { page: 1, per_page: 25, total, last_page: Math.max(1, Math.ceil(total / 25)), total_is_capped: false } }
}

test.describe('during navigation', () => {
  test.use({ cold: true })

  test('drops a pending search', async ({ page }) => {
    const arrive = await holdRequests(page, '**/assets/country-page-*.js')
    await page.clock.install()
    await page.goto('/countries')
    const first = page.getByRole('link', { name: 'Afghanistan', exact: true })
    await expect(first).toBeVisible()
    await page.clock.pauseAt(Date.now() + 60_000) // on a slow machine, the click would come after the debounce of the search
    await page.getByRole('searchbox').fill('zzz')
    await first.click()
    await page.clock.runFor(1000) // longer than the debounce
    await page.clock.resume()
    arrive()
    await expect(page.getByRole('heading', { level: 1, name: 'Afghanistan' })).toBeVisible()
    await expect(page).toHaveURL(/\/countries\/\d+$/)
  })
})

test('opens links in rows without loading the page again, and loads their screen beforehand', async ({ page, context }) => {
  await page.goto('/content')
  const link = page.getByRole('row').nth(1).getByRole('link').first()
  await expect(link).toBeVisible()
  await page.evaluate(() => Object.assign(window, { opened: true }))
  const screen = page.waitForRequest(/edit-content-page|image-form-page/)
  await link.hover()
  await screen
  const [tab] = await Promise.all([context.waitForEvent('page'), link.click({ modifiers: ['ControlOrMeta'] })])
  await tab.close()
  await expect(page).toHaveURL(/\/content$/)
  await link.click()
  await expect(page).toHaveURL(/\/(content|image)\/\d+\/edit$/)
  expect(await page.evaluate(() => 'opened' in window)).toBe(true)
})
