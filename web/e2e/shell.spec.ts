import { asEditor, asMember, controlsUnderNotices, expect, notices, test, unique } from './test.ts'

const entries = async (page: import('@playwright/test').Page) => {
  await page.getByRole('button', { name: /account menu$/ }).click()
  await expect(page.getByRole('menuitem', { name: 'Log out' })).toBeVisible()
  return page.getByRole('menuitem').allInnerTexts()
}

test('shows initials in the header, and all entries in the menu of an admin', async ({ page }) => {
  await page.goto('/dashboard')
  await expect(page.getByRole('banner').getByText('FA', { exact: true })).toBeVisible()
  const shown = await entries(page)
  expect(shown).toEqual(['Profile', 'Settings', 'Trash', 'Staff', 'Activity', 'Failed jobs', 'Status', 'Log out'])
  await expect(page.getByText('admin@waymark.example')).toBeVisible()
})

test.describe('as an editor', () => {
  test.use(asEditor)

  test('hides admin entries from the menu', async ({ page }) => {
    await page.goto('/dashboard')
    const shown = await entries(page)
    expect(shown).toEqual(['Profile', 'Settings', 'Trash', 'Log out'])
    await expect(page.getByRole('main').getByRole('link', { name: 'Staff' })).toHaveCount(0)
  })

  test('refuses admin screens without sending requests', async ({ page }) => {
    const calls: string[] = []
    page.on('request', (request) => request.url().includes('/api/') && calls.push(request.url()))
    for (const path of ['/staff', '/activity', '/failed-jobs']) {
      await page.goto(path)
      await expect(page.getByRole('heading', { name: 'Admins only' })).toBeVisible()
      await expect(page).toHaveURL(path)
    }
    expect(calls).toEqual([])
  })
})

test.describe('personal settings', () => {
  test.use(asMember)

  test('keeps the sidebar collapsed after a reload and in another browser', async ({ page, hire, visit }) => {
    await page.goto('/dashboard')
    const sidebar = page.getByRole('complementary')
    const wide = (await sidebar.boundingBox())?.width
    expect(wide).toBe(248)
    const kept = page.waitForResponse('**/api/auth/settings')
    await page.getByRole('button', { name: 'Collapse sidebar' }).click()
    expect((await kept).status()).toBe(200)
    await expect.poll(async () => (await sidebar.boundingBox())?.width).toBe(64)
    await page.reload()
    await expect(page.getByRole('button', { name: 'Expand sidebar' })).toBeVisible()
    expect((await sidebar.boundingBox())?.width).toBe(64)

    const elsewhere = await visit((await hire()).state)
    await elsewhere.goto('/publishers')
    await expect(elsewhere.getByRole('button', { name: 'Expand sidebar' })).toBeVisible()

    await page.getByRole('button', { name: 'Expand sidebar' }).click()
    await expect.poll(async () => (await sidebar.boundingBox())?.width).toBe(248)
  })

  test('opens the screens of a group from the collapsed sidebar', async ({ page }) => {
    await page.goto('/dashboard')
    await page.getByRole('button', { name: 'Collapse sidebar' }).click()
    await page.getByRole('navigation', { name: 'Main navigation' }).getByRole('button', { name: 'Content settings' }).click()
    await page.getByRole('menuitem', { name: 'Global tags' }).click()
    await expect(page).toHaveURL('/global-tags')
    await expect(page.getByRole('heading', { name: 'Global tags' })).toBeVisible()
  })

  test('keeps the dark theme, also on the sign-in page', async ({ page }) => {
    await page.goto('/publishers')
    const background = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor)
    const light = await background()
    const kept = page.waitForResponse('**/api/auth/settings')
    await page.getByRole('button', { name: 'Switch to dark theme' }).click()
    await expect.poll(background).not.toBe(light)
    expect((await kept).status()).toBe(200)
    const dark = await background()
    await page.reload()
    await expect(page.getByRole('button', { name: 'Switch to light theme' })).toBeVisible()
    expect(await background()).toBe(dark)
    await page.goto('/logout')
    await page.getByRole('button', { name: 'Log out' }).click()
    await expect(page).toHaveURL('/login')
    expect(await background()).toBe(dark)
  })

  test('reverts and reports a setting that can’t be saved', async ({ page, complaints }) => {
    complaints.allow(500)
    await page.goto('/dashboard')
    await page.route('**/api/auth/settings', (route) => route.fulfill({ status: 500, json: { message: 'Something went wrong.', request_id: 'abc' } }))
    await page.getByRole('button', { name: 'Collapse sidebar' }).click()
    await expect(page.getByRole('alert').getByText('Something went wrong. (abc)')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Collapse sidebar' })).toBeVisible()
  })
})

test('follows the dark theme of the system', async ({ page }) => {
  await page.emulateMedia({ colorScheme: 'dark' })
  await page.goto('/dashboard')
  await expect(page.getByRole('button', { name: 'Switch to light theme' })).toBeVisible()
})

test('uses the same name in heading, tab title and sidebar', async ({ page }) => {
  for (const [path, title] of [
    ['/dashboard', 'Dashboard'],
    ['/publishers', 'Publishers'],
    ['/global-tags', 'Global tags'],
    ['/media-types', 'Media types'],
  ] as const) {
    await page.goto(path)
    await expect(page).toHaveTitle(`${title} · Waymark`)
    await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible()
    await expect(page.getByRole('navigation', { name: 'Main navigation' }).getByRole('link', { name: title })).toHaveAttribute('aria-current', 'page')
  }
})

test('shows the copyright from 2016 to the current year', async ({ page }) => {
  await page.goto('/dashboard')
  await expect(page.getByText(`© 2016–${new Date().getFullYear()}`)).toBeVisible()
})

test('scrolls to the top on navigation, and restores the position on back', async ({ page }) => {
  await page.setViewportSize({ width: 1360, height: 500 })
  await page.goto('/publishers?per_page=100')
  await expect(page.getByRole('link', { name: 'Harbour Press' })).toBeVisible()
  await page.mouse.move(900, 300)
  await page.mouse.wheel(0, 700)
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(700)
  await page.getByRole('navigation', { name: 'Main navigation' }).getByRole('link', { name: 'Global tags' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Global tags' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Adventure' })).toBeVisible()
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(0)
  await page.goBack()
  await expect(page.getByRole('heading', { level: 1, name: 'Publishers' })).toBeVisible()
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(700)
})

test('skips to the content with the first Tab', async ({ page }) => {
  await page.goto('/dashboard')
  await expect(page.getByRole('heading', { name: 'Dashboard' })).toBeVisible()
  await page.keyboard.press('Tab')
  await expect(page.getByRole('link', { name: 'Skip to content' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('main')).toBeFocused()
})

test('closes the navigation drawer after choosing a screen on a phone', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 780 })
  await page.goto('/dashboard')
  await expect(page.getByRole('navigation', { name: 'Main navigation' })).toHaveCount(0)
  await page.getByRole('button', { name: 'Open menu' }).click()
  const drawer = page.getByRole('dialog', { name: 'Waymark' })
  await drawer.getByRole('button', { name: 'Content settings' }).click()
  await drawer.getByRole('link', { name: 'Publishers' }).click()
  await expect(page).toHaveURL('/publishers')
  await expect(drawer).toHaveCount(0)
})

test('opens the search, the form and the list of shortcuts by keyboard, but not while someone types', async ({ page }) => {
  await page.goto('/publishers')
  const search = page.getByRole('searchbox', { name: 'Search publishers' })
  await expect(search).toBeVisible()
  await page.keyboard.press('/')
  await expect(search).toBeFocused()
  await page.keyboard.type('n?/')
  await expect(search).toHaveValue('n?/')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await search.fill('')
  await search.blur()
  await page.keyboard.press('n')
  await expect(page.getByRole('dialog', { name: 'New publisher' })).toBeVisible()
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).focus()
  await page.keyboard.press('?')
  await expect(page.getByRole('dialog')).toHaveCount(1)
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await page.keyboard.press('Control+n') // the browser’s own
  await page.keyboard.press('?')
  const list = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
  await expect(list.getByRole('term')).toHaveText([
    'Search or jump to a screen, a record or an action',
    'Search this list',
    'Create a new record',
    'Save the form',
    'Close the dialog or menu in front',
    'Show these shortcuts',
  ])
  await page.keyboard.press('Escape')
  await expect(list).toHaveCount(0)
  await page.getByRole('navigation', { name: 'Main navigation' }).getByRole('link', { name: 'Dashboard' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Dashboard' })).toBeVisible()
  await page.keyboard.press('/') // there is no list to search
  await expect(page.getByRole('dialog', { name: 'Search or jump to' })).toBeVisible()
})

test('shows notices where they cover no controls, and the active tab of a record in view', async ({ page, api }) => {
  const { id } = await api.post('partners', { name: unique('Sallow Tours') })
  await page.goto('/publishers?per_page=100')
  await expect(page.getByRole('link', { name: 'Harbour Press' })).toBeVisible()
  await page.keyboard.press('n')
  await page.getByRole('dialog', { name: 'New publisher' }).getByLabel('Name').fill(unique('Sallow Press'))
  await page.keyboard.press('Enter')
  await expect(notices(page).getByText('successfully created')).toBeVisible()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  expect(await controlsUnderNotices(page, 'main')).toEqual([])

  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto(`/partners/${id}/users`)
  const tabs = page.getByRole('navigation', { name: 'Partner sections' })
  await expect(tabs.getByRole('link', { name: 'Users' })).toBeInViewport({ ratio: 1 })
  await expect(tabs.getByRole('link', { name: 'Details' })).not.toBeInViewport({ ratio: 1 })
  await expect(page.getByRole('main').getByRole('button', { name: /^(New user|Delete partner)$/ })).toHaveText([
    'New user',
    'Delete partner',
    'New user',
  ]) // the last one is that of the empty list
})
