import type { Page, Route } from '@playwright/test'
import { choose, createPublishers, expect, expectNotice, expectSentence, notices, recordRequests, rowOf, test, unique } from './test.ts'

const fresh = (page: Page) => page.getByRole('dialog', { name: 'New publisher' })
const edit = (page: Page) => page.getByRole('dialog', { name: 'Edit publisher' })
const leaving = (page: Page) => page.getByRole('dialog', { name: 'Leave without saving?' })

test('shows a validation error under its field with a banner and focus, and clears it while typing', async ({ page, api, complaints }) => {
  complaints.allow(422)
  const word = await createPublishers(api, 1)
  await page.goto('/publishers?new=1')
  const name = fresh(page).getByLabel('Name')
  await expect(name).toBeFocused()
  await name.fill(`${word.toUpperCase()} 01`)
  await fresh(page).getByRole('button', { name: 'Create publisher' }).click()
  await expect(fresh(page).getByRole('alert')).toHaveText('Please check the fields highlighted in red.')
  await expect(name).toHaveAccessibleDescription(/taken|already|exists/i)
  await expect(name).toHaveAttribute('aria-invalid', 'true')
  await expect(name).toBeFocused()
  await page.keyboard.press('End')
  await page.keyboard.type('x')
  await expect(name).not.toHaveAttribute('aria-invalid', 'true')
  await expect(name).toHaveAccessibleDescription('')
  await page.keyboard.press('Enter')
  await expectNotice(page, `Publisher **${word.toUpperCase()} 01x** successfully created`)
})

test('reports missing fields of an empty form', async ({ page, complaints }) => {
  complaints.allow(422)
  await page.goto('/publishers?new=1')
  await fresh(page).getByRole('button', { name: 'Create publisher' }).click()
  await expect(fresh(page).getByLabel('Name')).toHaveAccessibleDescription('This field is required.')
  await expect(page).toHaveURL('/publishers?new=1')
})

test('creates one record when the button is clicked twice', async ({ page, api }) => {
  const name = unique('Twice')
  await page.goto('/publishers?new=1')
  await fresh(page).getByLabel('Name').fill(name)
  const held: Route[] = []
  await page.route('**/api/admin/publishers', (route) => void held.push(route))
  // Both clicks happen before the button is disabled.
  await fresh(page)
    .getByRole('button', { name: 'Create publisher' })
    .evaluate((button: HTMLButtonElement) => {
      button.click()
      button.click()
    })
  await page.keyboard.press('Enter')
  await expect.poll(() => held.length).toBe(1)
  for (const route of held) await route.continue()
  await expectNotice(page, `Publisher **${name}** successfully created`)
  expect(held).toHaveLength(1)
  expect(await api.total(`publishers?query=${name}`)).toBe(1)
})

test('asks nothing while a save is in progress, and keeps the form in place when it is refused', async ({ page, api, complaints }) => {
  complaints.allow(422)
  const word = await createPublishers(api, 1)
  await page.goto('/publishers?new=1')
  const name = fresh(page).getByLabel('Name')
  const create = fresh(page).getByRole('button', { name: 'Create publisher' })
  await name.fill(`${word} 01`)
  await create.click()
  await expect(fresh(page).getByRole('alert')).toBeVisible()

  // A double click on the button, which must not move away from under the pointer.
  const held: Route[] = []
  await page.route('**/api/admin/publishers', (route) => void held.push(route))
  await create.dblclick()
  await expect.poll(() => held.length).toBe(1)
  await expect(leaving(page)).toHaveCount(0)
  await expect(fresh(page).getByRole('alert')).toBeVisible()
  await held[0]?.continue()
  await expect(create).toBeEnabled()
  await expect(fresh(page)).toBeVisible()

  await name.fill(`${word} 02`)
  await expect(fresh(page).getByRole('alert')).toHaveCount(0)
  await page.keyboard.press('Enter')
  await expect.poll(() => held.length).toBe(2)
  await page.keyboard.press('Escape')
  await page.locator('a[href="/media-types"]').dispatchEvent('click') // waits for the save
  await expect(leaving(page)).toHaveCount(0)
  await held[1]?.continue()
  await expectNotice(page, `Publisher **${word} 02** successfully created`)
  await expect(fresh(page)).toHaveCount(0)
  await expect(page).toHaveURL('/media-types')
  await expect(leaving(page)).toHaveCount(0)
})

test('marks required fields, and keeps buttons and banner of a long form in view', async ({ page, context, complaints }) => {
  complaints.allow(422)
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.setViewportSize({ width: 1280, height: 720 })
  await page.goto('/partners?new=1')
  const dialog = page.getByRole('dialog', { name: 'New partner' })
  const create = dialog.getByRole('button', { name: 'Create partner' })
  await expect(dialog.getByLabel('Name', { exact: true })).toBeFocused()
  for (const label of ['Name', 'Account type', 'Slug'])
    await expect(dialog.getByLabel(label, { exact: true })).toHaveAttribute('aria-required', 'true')
  await expect(dialog.getByLabel('E-mail', { exact: true })).not.toHaveAttribute('aria-required', 'true')
  await expect(dialog.getByRole('button', { name: 'Clear Account type' })).toHaveCount(0)
  const asterisk = await dialog.getByText('Name', { exact: true }).evaluate((label) => getComputedStyle(label, '::after').content)
  expect(asterisk).toContain('*')

  const domains = dialog.getByRole('combobox', { name: 'Whitelist domains' })
  await domains.click()
  await page.evaluate(() => navigator.clipboard.writeText('one.example, two.example\nthree.example bad_one;two.example'))
  await page.keyboard.press('Control+v')
  const chips = dialog.locator('[data-field=whitelist_domains]')
  for (const chip of ['one.example', 'two.example', 'three.example', 'bad_one']) await expect(chips.getByText(chip, { exact: true })).toHaveCount(1)
  await dialog.getByLabel('Name', { exact: true }).fill(unique('Long form'))
  for (const size of [
    { width: 1280, height: 720 },
    { width: 1440, height: 900 },
    { width: 390, height: 844 },
  ]) {
    await page.setViewportSize(size)
    for (const label of ['Name', 'Landing page domain']) {
      await dialog.getByLabel(label, { exact: true }).scrollIntoViewIfNeeded()
      for (const part of [create, dialog.getByRole('button', { name: 'Cancel' }), dialog.getByRole('heading', { name: 'New partner' })])
        await expect(part, `${label} at ${size.width}`).toBeInViewport({ ratio: 1 })
    }
  }
  await page.setViewportSize({ width: 1280, height: 720 })
  await create.click()
  const banner = dialog.getByRole('alert')
  await expect(banner).toBeInViewport({ ratio: 1 })
  await expect(domains).toBeFocused()
  await expect(domains).toBeInViewport({ ratio: 1 })
  await expect(chips.getByText(/^“bad_one”: /)).toBeVisible()
  await page.keyboard.press('Backspace')
  await expect(banner).toHaveCount(0)
})

test('Enter chooses the first match of a picker, Ctrl+Enter saves, and records are created one after the other', async ({ page, api }) => {
  const partner = await api.post('partners', { name: unique('Gannet Tours') })
  const name = unique('Shelf')
  await page.goto('/libraries?new=1')
  const dialog = page.getByRole('dialog', { name: 'New library' })
  const owner = dialog.getByRole('combobox', { name: 'Owner' })
  await dialog.getByLabel('Name', { exact: true }).fill(`${name} 1`)
  await owner.click()
  await owner.fill(partner.name)
  await page.keyboard.press('Enter') // before the search has even begun
  await expect(owner).toHaveValue(partner.name)
  await expect(page.getByRole('option')).toHaveCount(0)
  await expect(dialog).toBeVisible()
  await expect(dialog.getByRole('button', { name: 'Clear Owner' })).toHaveCount(0)
  await dialog.getByRole('button', { name: 'Create and add another' }).click()
  await expectNotice(page, `**${name} 1** successfully created`)
  await expect(dialog.getByLabel('Name', { exact: true })).toHaveValue('')
  await expect(dialog.getByLabel('Name', { exact: true })).toBeFocused()
  await expect(owner).toHaveValue('')

  await page.keyboard.type(`${name} 2`)
  await page.keyboard.press('Tab')
  await page.keyboard.type(partner.name)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('option')).toHaveCount(0)
  await expect(owner).toHaveValue(partner.name)
  await page.keyboard.press('Control+Enter')
  await expectNotice(page, `**${name} 2** successfully created`)
  await expect(dialog).toHaveCount(0)
  expect(await api.total(`libraries?query=${encodeURIComponent(name)}`)).toBe(2)
})

test('keeps the input when a save fails, and can retry it', async ({ page, complaints }) => {
  complaints.allow('unreachable')
  const name = unique('Lost and found')
  await page.goto('/publishers?new=1')
  await fresh(page).getByLabel('Name').fill(name)
  await page.route('**/api/admin/publishers', (route) => route.abort())
  await fresh(page).getByRole('button', { name: 'Create publisher' }).click()
  await expect(fresh(page).getByRole('alert')).toHaveText('The server can’t be reached. Check your connection and try again.')
  await expect(fresh(page).getByLabel('Name')).toHaveValue(name)
  await page.unroute('**/api/admin/publishers')
  await fresh(page).getByRole('button', { name: 'Create publisher' }).click()
  await expectNotice(page, `Publisher **${name}** successfully created`)
})

test('asks before unsaved changes are lost: by Escape, Cancel, the back button and a link', async ({ page }) => {
  await page.goto('/global-tags')
  await page.getByRole('button', { name: 'Content settings' }).waitFor()
  await page.getByRole('navigation', { name: 'Main navigation' }).getByRole('link', { name: 'Publishers' }).click()
  await page.getByRole('button', { name: 'New publisher' }).click()
  const name = fresh(page).getByLabel('Name')
  await name.fill('Half a name')
  const ways: [string, () => Promise<unknown>][] = [
    ['Escape', () => page.keyboard.press('Escape')],
    ['Cancel', () => fresh(page).getByRole('button', { name: 'Cancel' }).click()],
    ['Close', () => fresh(page).getByRole('button', { name: 'Close' }).click()],
    ['back', () => page.evaluate(() => history.back())],
    [
      'a link',
      () => page.getByRole('navigation', { name: 'Main navigation', includeHidden: true }).locator('a[href="/media-types"]').dispatchEvent('click'),
    ],
  ]
  for (const [way, go] of ways) {
    await go()
    await expect(leaving(page), way).toContainText('Your changes have not been saved.')
    await expect(leaving(page).getByRole('button', { name: 'Stay' }), way).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(leaving(page), way).toHaveCount(0)
    await expect(name, way).toHaveValue('Half a name')
    await expect(page, way).toHaveURL('/publishers?new=1')
  }
  // Escape closes the question and does not open it again.
  await page.keyboard.press('Escape')
  await expect(leaving(page)).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(leaving(page)).toHaveCount(0)
  await expect(name).toHaveValue('Half a name')
  await page.keyboard.press('Escape')
  await leaving(page).getByRole('button', { name: 'Leave' }).click()
  await expect(fresh(page)).toHaveCount(0)
  await expect(page).toHaveURL('/publishers')

  await page.getByRole('button', { name: 'New publisher' }).click()
  await expect(name).toHaveValue('')
  await name.fill('Another half')
  await page.evaluate(() => history.back())
  await leaving(page).getByRole('button', { name: 'Leave' }).click()
  await expect(fresh(page)).toHaveCount(0)
})

test('asks before the window is closed only with unsaved changes', async ({ page }) => {
  await page.goto('/publishers?new=1')
  const questions: string[] = []
  page.on('dialog', (dialog) => {
    questions.push(dialog.type())
    void dialog.accept()
  })
  await expect(fresh(page).getByLabel('Name')).toBeFocused()
  await page.reload()
  expect(questions).toEqual([])
  await fresh(page).getByLabel('Name').pressSequentially('Half')
  await page.reload()
  expect(questions).toEqual(['beforeunload'])
})

test('closes an unchanged form without asking, and restores the focus', async ({ page, api }) => {
  const word = await createPublishers(api, 1)
  await page.goto(`/publishers?query=${word}`)
  await page.getByRole('link', { name: `${word} 01` }).click()
  await expect(edit(page).getByLabel('Name')).toHaveValue(`${word} 01`)
  await expect(edit(page).getByLabel('Name')).toBeFocused()
  await edit(page).getByLabel('Name').fill('changed')
  await edit(page).getByLabel('Name').fill(`${word} 01`)
  await page.keyboard.press('Escape')
  await expect(edit(page)).toHaveCount(0)
  await expect(page).toHaveURL(`/publishers?query=${word}`)
  await expect(page.getByRole('link', { name: `${word} 01` })).toBeFocused()
})

test('resolves an edit conflict by choosing values field by field @both', async ({ page, api, complaints }) => {
  complaints.allow(409)
  const word = await createPublishers(api, 1)
  const [row] = await api.list(`publishers?query=${word}`)
  await page.goto(`/publishers?query=${word}&edit=${row?.id}`)
  await edit(page).getByLabel('Name').fill(`${word} mine`)
  await api.put(`publishers/${row?.id}`, { name: `${word} theirs` })
  await edit(page).getByRole('button', { name: 'Save' }).click()

  const stale = page.getByRole('dialog', { name: 'Someone else saved changes while you were editing' })
  const line = stale.getByRole('row').filter({ has: page.getByRole('rowheader', { name: 'Name' }) })
  await expect(line.getByRole('radio', { name: `${word} mine` })).toBeChecked()
  await expect(line.getByRole('radio', { name: `${word} theirs` })).not.toBeChecked()
  await page.keyboard.press('Escape')
  await expect(stale).toHaveCount(0)
  await expect(leaving(page)).toHaveCount(0)
  await edit(page).getByRole('button', { name: 'Save' }).click()
  await stale.getByRole('button', { name: 'Back to form' }).click()
  await expect(edit(page).getByLabel('Name')).toHaveValue(`${word} mine`)
  await edit(page).getByRole('button', { name: 'Save' }).click()
  await stale.getByRole('button', { name: 'Save selection' }).click()
  await expectNotice(page, `Publisher **${word} mine** successfully updated`)
  await expect(page.getByRole('link', { name: `${word} mine` })).toBeVisible()
  expect((await api.find(`publishers/${row?.id}`)).name).toBe(`${word} mine`)
})

test('resolves an edit conflict with the values of the other person', async ({ page, api, complaints }) => {
  complaints.allow(409)
  const word = await createPublishers(api, 1)
  const [row] = await api.list(`publishers?query=${word}`)
  await page.goto(`/publishers?query=${word}&edit=${row?.id}`)
  await edit(page).getByLabel('Name').fill(`${word} mine`)
  await api.put(`publishers/${row?.id}`, { name: `${word} theirs` })
  await edit(page).getByRole('button', { name: 'Save' }).click()
  const stale = page.getByRole('dialog', { name: 'Someone else saved changes while you were editing' })
  await stale.getByRole('radio', { name: `${word} theirs` }).check()
  await stale.getByRole('button', { name: 'Save selection' }).click()
  await expectNotice(page, `Publisher **${word} theirs** successfully updated`)
  await expect(page.getByRole('link', { name: `${word} theirs` })).toBeVisible()
  expect((await api.find(`publishers/${row?.id}`)).name).toBe(`${word} theirs`)
})

test('asks before deleting, with the name in bold and the focus on Cancel', async ({ page, api }) => {
  const word = await createPublishers(api, 1)
  await page.goto(`/publishers?query=${word}`)
  const removed = recordRequests(page, 'DELETE', `publishers/${(await api.list(`publishers?query=${word}`))[0]?.id}`)
  await choose(page, word, 'Delete')
  const question = page.getByRole('dialog', { name: 'Delete publisher' })
  await expectSentence(question, `Are you sure you want to delete **${word} 01**?`)
  await expect(question.getByRole('button', { name: 'Cancel' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(question).toHaveCount(0)
  expect(removed).toHaveLength(0)
  await choose(page, word, 'Delete')
  await question.getByRole('button', { name: 'Delete', exact: true }).click()
  await expectNotice(page, `Publisher **${word} 01** successfully deleted`)
  await expect(page.getByRole('heading', { name: 'No results' })).toBeVisible()
  expect(removed).toHaveLength(1)
})

test('reports a record that was already deleted', async ({ page, api, complaints }) => {
  complaints.allow(404)
  const word = await createPublishers(api, 1)
  await page.goto(`/publishers?query=${word}`)
  await rowOf(page, word).waitFor()
  const [row] = await api.list(`publishers?query=${word}`)
  await api.delete(`publishers/${row?.id}`)
  await choose(page, word, 'Delete')
  await page.getByRole('button', { name: 'Delete', exact: true }).click()
  await expect(notices(page).getByRole('alert')).toContainText(/\w+/)
})

test('reports a link to a deleted record', async ({ page, complaints }) => {
  complaints.allow(404)
  await page.goto('/publishers?edit=99999999')
  await expect(edit(page).getByRole('alert')).toContainText(/\w+/)
  await page.keyboard.press('Escape')
  await expect(page).toHaveURL('/publishers')
})

test('keeps a notice while the pointer is on it, and hides it after four seconds', async ({ page }) => {
  const name = unique('Held')
  await page.clock.install()
  await page.goto('/publishers?new=1')
  await fresh(page).getByLabel('Name').fill(name)
  await page.keyboard.press('Enter')
  const notice = notices(page).getByText(`Publisher ${name} successfully created`)
  await notice.hover()
  await page.clock.runFor(20_000)
  await expect(notice).toBeVisible()
  await page.mouse.move(5, 5)
  await page.clock.runFor(3_000)
  await expect(notice).toBeVisible()
  await page.clock.runFor(1_500)
  await expect(notice).toHaveCount(0)
})
