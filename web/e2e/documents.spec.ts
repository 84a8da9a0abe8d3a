import { readFileSync } from 'node:fs'
import type { Locator } from '@playwright/test'
import { documented } from './documents.ts'
import { expect, test } from './test.ts'

const decisions = readFileSync('../docs/decisions/0024-differences-from-the-source-documents.md', 'utf8').replace(/\s+/g, ' ')

/** labels returns the labels of columns or tabs, in full. */
const labels = (list: Locator) =>
  list.evaluateAll((elements) =>
    elements.map((element) => (element.querySelector('.visually-hidden') ?? element).textContent ?? '').filter((text) => text && text !== 'Actions'),
  )

const withoutCounts = (tabs: string[]) => tabs.map((text) => text.replace(/[\d,]+\+?$/, ''))

for (const { path, first, list, perPage, table, columns, tabs = [], width = 1440, instead } of documented) {
  test(`shows ${path} at ${width} pixels with the columns, tabs and page size of the documents: ${table ?? list}`, async ({ page, api }) => {
    const [record] = first ? await api.list(`${first}&per_page=1`) : []
    const withId = (text: string) => text.replace('{id}', String(record?.id))
    await page.setViewportSize({ width, height: 860 })
    const load = page.waitForRequest((request) => {
      const { pathname, searchParams } = new URL(request.url())
      return pathname === `/api/admin/${withId(list)}` && searchParams.has('per_page')
    })
    await page.goto(`/${withId(path)}`)
    expect(new URL((await load).url()).searchParams.get('per_page')).toBe(String(instead?.perPage ?? perPage))
    if (instead) expect(decisions).toContain(instead.decision)
    if (!columns) return
    const shown = table ? page.getByRole('table', { name: table, exact: true }) : page.getByRole('table')
    await expect(shown).toBeVisible()
    expect((await labels(shown.getByRole('columnheader'))).sort()).toEqual([...(instead?.columns ?? columns)].sort())
    const types = path === 'partners' ? (await api.list('options/account-types')).map(({ name }) => name) : []
    expect(withoutCounts(await labels(page.getByRole('main').getByRole('tab')))).toEqual(withoutCounts([...tabs, ...types]))
  })
}
