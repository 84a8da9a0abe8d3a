import { readFile } from 'node:fs/promises'
import { brokenRules } from './axe.ts'
import { asEditor, expect, expectNotice, test, unique } from './test.ts'

const csv = (text: string) => ({ name: 'publishers.csv', mimeType: 'text/csv', buffer: Buffer.from(text) })

test('imports a file: columns, check, import, rejected rows, undo @both', async ({ page, api }) => {
  const word = unique('Quay')
  const known = await api.post('publishers', { name: `Known ${word}` })
  await page.goto('/publishers')
  await page.getByRole('link', { name: 'Import publishers' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Import publishers' })).toBeVisible()
  const [sample] = await Promise.all([page.waitForEvent('download'), page.getByRole('link', { name: 'download a sample file' }).click()])
  expect(await readFile(await sample.path(), 'utf8')).toBe('\ufeffID,Name\n,Sample name\n')

  await page.locator('input[type=file]').setInputFiles(csv(`Title;Notes\nKNOWN ${word};a\nNew ${word};b\n${'x'.repeat(161)};c\n`))
  await expect(page).toHaveURL(/\/import\?id=\d+$/)
  await expect(page.getByRole('combobox', { name: 'Separator' })).toHaveValue('Semicolon')
  await expect(page.getByRole('button', { name: 'Check file' })).toBeDisabled()
  await page.getByRole('combobox', { name: 'Field for Title' }).click()
  await page.getByRole('option', { name: 'Name (required)' }).click()
  await page.getByRole('combobox', { name: 'Match rows' }).click()
  await page.getByRole('option', { name: 'Name', exact: true }).click()
  expect(await brokenRules(page)).toEqual([])
  await page.getByRole('button', { name: 'Check file' }).click()

  const check = page.getByRole('region', { name: 'Check', exact: true })
  await expect(check).toContainText('New1Changed1Left as they are0Rejected1')
  await expect(check.getByRole('row').last()).toContainText('4NameMust have at most 160 characters.')
  expect(await brokenRules(page)).toEqual([])
  await page.reload()
  const [rejected] = await Promise.all([page.waitForEvent('download'), page.getByRole('link', { name: 'Download rejected rows' }).click()])
  expect(await readFile(await rejected.path(), 'utf8')).toContain('c,4,Name: Must have at most 160 characters.')
  await page.getByRole('button', { name: 'Import 2 valid rows' }).click()

  await expect(page.getByRole('region', { name: 'Imported', exact: true })).toContainText('New1Changed1Left as they are0Rejected1')
  expect((await api.find(`publishers/${known.id}`)).name).toBe(`KNOWN ${word}`)
  expect(await api.total(`publishers?query=${encodeURIComponent(word)}`)).toBe(2)
  await page.getByRole('button', { name: 'Undo import' }).click()
  await expectNotice(page, 'Undone')
  await expect(page.getByText('The import has been undone.')).toBeVisible()
  expect((await api.find(`publishers/${known.id}`)).name).toBe(`Known ${word}`)
  expect(await api.total(`publishers?query=${encodeURIComponent(word)}`)).toBe(1)
})

test('refuses a file that is no table, and offers to choose another', async ({ page, complaints }) => {
  complaints.allow(422)
  await page.goto('/import?path=publishers')
  await page.locator('input[type=file]').setInputFiles({ name: 'a.csv', mimeType: 'text/csv', buffer: Buffer.from('Name,Name\nx,y\n') })
  await expect(page.getByRole('main').getByRole('alert')).toContainText('Two columns have the heading')
  await page.locator('input[type=file]').setInputFiles(csv(`Name\n${unique('Pier')}\n`))
  await page.getByRole('button', { name: 'Discard' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Discard import' }).click()
  await expect(page.getByRole('button', { name: 'Choose file' })).toBeVisible()
})

test('lists recent imports, which can be continued', async ({ page }) => {
  const file = `${unique('jetty').replaceAll(' ', '-')}.csv`
  await page.goto('/import?path=publishers')
  await page.locator('input[type=file]').setInputFiles({ name: file, mimeType: 'text/csv', buffer: Buffer.from(`Name\n${unique('Jetty')}\n`) })
  await expect(page.getByRole('button', { name: 'Check file' })).toBeEnabled()
  await page.goto('/import')
  await page.getByRole('link', { name: file }).click()
  await page.getByRole('button', { name: 'Check file' }).click()
  await expect(page.getByRole('button', { name: 'Import 1 row' })).toBeEnabled()
})

test.describe('as an editor', () => {
  test.use(asEditor)
  test('has no import of what only admins may change', async ({ page }) => {
    await page.goto('/publishers')
    await expect(page.getByRole('link', { name: 'Import publishers' })).toBeVisible()
    await page.goto('/account-types')
    await expect(page.getByRole('button', { name: 'Export account types' })).toBeVisible()
    await expect(page.getByRole('link', { name: 'Import account types' })).toHaveCount(0)
  })
})
