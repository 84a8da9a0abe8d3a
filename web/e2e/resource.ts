import type { Locator, Page } from '@playwright/test'
import { choose, expect, expectNotice, expectSentence, rowOf, test, unique } from './test.ts'

type ResourceScreen = {
  /** The path of the screen. */
  path: string
  one: string
  addLabel?: string
  /** The label of the name field, and the validation message when it is empty. */
  field?: string
  requiredMessage?: string
  /** Fills in the other required fields. It runs first, so that only the name is missing at the first attempt. */
  fill?: (form: Locator, page: Page) => Promise<unknown>
  /** The sortable columns by label, with the value of the sort parameter. */
  sorts: Record<string, string>
  /** Notices that differ from the default ones. */
  notice?: (name: string, done: string) => string
  /** The name links to the page of the record instead of its form. */
  linksToPage?: boolean
  deleteQuestion?: (name: string) => string
  /** Also find, rename and reopen a record, on both databases: once is enough, because all screens are made of the same parts. */
  full?: boolean
}

/** walkResource tests the screen of a declared entity: sort, validate, create, search and delete. */
export function walkResource({
  path,
  one,
  addLabel,
  field = 'Name',
  requiredMessage = 'This field is required.',
  fill,
  sorts,
  linksToPage,
  full,
  ...texts
}: ResourceScreen) {
  const word = one.toLowerCase()
  const title = addLabel ?? `New ${word}`
  const notice = texts.notice ?? ((name, done) => `${one} **${name}** successfully ${done}`)
  const deleteQuestion = texts.deleteQuestion ?? ((name) => `Are you sure you want to delete **${name}**?`)

  test(`${word}: sorts by every sortable column, validates, creates and deletes${full ? ' @both' : ''}`, async ({ page, complaints }) => {
    complaints.allow(422)
    const name = unique('Halcyon Pages')
    await page.goto(path)
    await sortByAll(page, sorts)
    await page.getByRole('button', { name: title }).click()
    const form = page.getByRole('dialog', { name: title })
    await fill?.(form, page)
    await form.getByRole('button', { name: `Create ${word}` }).click()
    await expect(form.getByText(requiredMessage).first()).toBeVisible()
    await expect(form.getByLabel(field, { exact: true })).toBeFocused()
    await form.getByLabel(field, { exact: true }).fill(name)
    await form.getByRole('button', { name: `Create ${word}` }).click()
    await expectNotice(page, notice(name, 'created'))

    await page.getByRole('searchbox').fill(name.toUpperCase())
    await expect(rowOf(page, name).locator('mark').first()).toHaveText('Halcyon')
    const saved = full ? await rename(name) : name

    await choose(page, name, 'Delete')
    const question = page.getByRole('dialog', { name: `Delete ${word}` })
    await expectSentence(question, deleteQuestion(saved))
    await question.getByRole('button', { name: 'Delete', exact: true }).click()
    await expectNotice(page, notice(saved, 'deleted'))
    await expect(page.getByRole('heading', { name: 'No results' })).toBeVisible()

    async function rename(name: string): Promise<string> {
      const saved = `${name} & Sons`
      if (linksToPage) await choose(page, name, 'Edit')
      else await page.getByRole('link', { name }).click()
      const form = page.getByRole('dialog', { name: `Edit ${word}` })
      await expect(form.getByLabel(field, { exact: true })).toHaveValue(name)
      await form.getByLabel(field, { exact: true }).fill(saved)
      await form.getByRole('button', { name: 'Save' }).click()
      await expectNotice(page, notice(saved, 'updated'))
      await expect(rowOf(page, saved)).toBeVisible()

      await choose(page, name, 'Edit')
      await expect(form.getByLabel(field, { exact: true })).toHaveValue(saved)
      await page.keyboard.press('Escape')
      return saved
    }
  })
}

async function sortByAll(page: Page, sorts: Record<string, string>) {
  for (const [column, sort] of Object.entries(sorts)) {
    const head = page.getByRole('columnheader', { name: column, exact: true })
    const request = page.waitForRequest((request) => new URL(request.url()).searchParams.get('sort')?.replace('-', '') === sort)
    await head.getByRole('button').click()
    await request
    const first = await head.getAttribute('aria-sort')
    await head.getByRole('button').click()
    await expect(head).toHaveAttribute('aria-sort', first === 'ascending' ? 'descending' : 'ascending')
  }
}
