import { execFileSync } from 'node:child_process'
import { copyFileSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { emails, password, serve, serverOn } from './servers.ts'
import { test as base, expect } from './test.ts'

/** The server of these tests is read-only, on a copy of the database of the other tests. */
const test = base.extend({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright requires a destructuring pattern
  server: async ({}, use) => {
    const folder = mkdtempSync(join(tmpdir(), 'waymark-read-only-'))
    const source = serverOn('sqlite').address.replace('sqlite:', '')
    const copy = join(folder, 'waymark.db')
    execFileSync('../scripts/need', ['sqlite3'])
    execFileSync('sqlite3', ['-cmd', '.timeout 10000', source, `VACUUM INTO '${copy}'`])
    copyFileSync(join(dirname(source), 'secret.key'), join(folder, 'secret.key'))
    const { server, end } = await serve(folder, 'sqlite', `sqlite:${copy}`, ['--read-only'])
    await use(server)
    await end()
    rmSync(folder, { recursive: true, force: true })
  },
  storageState: undefined, // that of the other tests confirms a password, which is a change
})

test('a read-only server says so on every page, lets people sign in, and keeps what they typed', async ({ page, complaints }) => {
  complaints.allow(503)
  const note = page.getByRole('status').filter({ hasText: 'Read-only: you can look at everything' })
  await page.goto('/login')
  await expect(note).toBeVisible()
  await page.getByLabel('E-mail').fill(emails.admin)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(page).toHaveURL('/dashboard')
  await expect(note).toBeVisible()

  await page.goto('/publishers?new=1')
  await expect(note).toBeVisible()
  const name = page.getByRole('dialog').getByLabel('Name')
  await name.fill('Lantern Press')
  await page.getByRole('button', { name: 'Create publisher' }).click()
  await expect(page.getByRole('alert').filter({ hasText: 'read-only' })).toBeVisible()
  await expect(name).toHaveValue('Lantern Press')

  await page.goto('/nothing/at/all')
  await expect(page.getByRole('heading', { name: 'Page not found' })).toBeVisible()
  await expect(note).toBeVisible()
})
