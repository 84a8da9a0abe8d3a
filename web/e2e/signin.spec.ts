import { emails, password } from './servers.ts'
import { asAdmin, asNobody, expect, test } from './test.ts'

const guarded = [
  '/dashboard',
  '/publishers',
  '/global-tags',
  '/media-types',
  '/profile',
  '/settings',
  '/trash',
  '/staff',
  '/activity',
  '/failed-jobs',
]

test.describe('signed out', () => {
  test.use(asNobody)

  test('reports a wrong password under the e-mail, and keeps the e-mail', async ({ page, complaints }) => {
    complaints.allow(422)
    await page.goto('/login')
    const email = page.getByLabel('E-mail')
    await expect(email).toBeFocused()
    await email.fill(emails.editor)
    await page.getByLabel('Password', { exact: true }).fill('not-the-password')
    await page.getByRole('button', { name: 'Sign in' }).click()
    await expect(email).toHaveAccessibleDescription('The e-mail address or the password is wrong.')
    await expect(page.getByRole('alert').getByText('You could not be signed in.')).toBeVisible()
    await expect(email).toHaveValue(emails.editor)
    await expect(email).toBeFocused()
    await expect(page).toHaveURL('/login')
  })

  test('reports each empty field', async ({ page, complaints }) => {
    complaints.allow(422)
    await page.goto('/login')
    await page.getByRole('button', { name: 'Sign in' }).click()
    await expect(page.getByLabel('E-mail')).toHaveAccessibleDescription('This field is required.')
    await expect(page.getByLabel('Password', { exact: true })).toHaveAccessibleDescription('This field is required.')
  })

  test('returns to the requested page after sign-in', async ({ page }) => {
    await page.goto('/publishers?query=harbour&sort=-name')
    await expect(page).toHaveURL(`/login?to=${encodeURIComponent('/publishers?query=harbour&sort=-name')}`)
    await page.getByLabel('E-mail').fill(emails.editor)
    await page.getByLabel('Password', { exact: true }).fill(password)
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL('/publishers?query=harbour&sort=-name')
    await expect(page.getByRole('heading', { name: 'Publishers' })).toBeVisible()
    await expect(page.getByRole('link', { name: 'Harbour Press' })).toBeVisible()
  })

  test('never redirects to another site after sign-in', async ({ page, baseURL }) => {
    await page.goto('/login?to=//evil.example')
    await page.getByLabel('E-mail').fill(emails.editor)
    await page.getByLabel('Password', { exact: true }).fill(password)
    await page.getByRole('button', { name: 'Sign in' }).click()
    await expect(page.getByRole('heading', { name: 'Dashboard' })).toBeVisible()
    await expect(page).toHaveURL(`${baseURL}/dashboard`)
  })

  test('asks to sign in after logout, and invalidates the old session', async ({ page, context }) => {
    await page.goto('/login')
    await page.getByLabel('E-mail').fill(emails.editor)
    await page.getByLabel('Password', { exact: true }).fill(password)
    await page.getByRole('button', { name: 'Sign in' }).click()
    await expect(page.getByRole('heading', { name: 'Dashboard' })).toBeVisible()
    const session = await context.cookies()
    await page.getByRole('button', { name: /account menu$/ }).click()
    await page.getByRole('menuitem', { name: 'Log out' }).click()
    await expect(page).toHaveURL('/login')
    await page.goto('/publishers')
    await expect(page).toHaveURL('/login?to=%2Fpublishers')
    await context.addCookies(session)
    await page.goto('/publishers')
    await expect(page).toHaveURL('/login?to=%2Fpublishers')
  })

  test('asks to sign in on every screen', async ({ page }) => {
    for (const path of guarded) {
      await page.goto(path)
      await expect(page).toHaveURL(`/login?to=${encodeURIComponent(path)}`)
      await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible()
      await expect(page.getByRole('navigation', { name: 'Main navigation' })).toHaveCount(0)
    }
  })

  test('requests a password link without revealing whether the account exists', async ({ page }) => {
    await page.goto('/login')
    await page.getByRole('link', { name: 'Forgot your password?' }).click()
    await expect(page).toHaveURL('/forgot-password')
    await page.getByLabel('E-mail').fill('nobody@waymark.example')
    await page.getByRole('button', { name: 'Send link' }).click()
    await expect(page.getByRole('heading', { name: 'Check your e-mail' })).toBeVisible()
    await expect(page.getByText('If nobody@waymark.example may sign in here')).toBeVisible()
    await page.getByRole('link', { name: 'Back to sign in' }).click()
    await expect(page).toHaveURL('/login')
  })

  test('refuses an invalid password link with a message', async ({ page, complaints }) => {
    complaints.allow(422)
    await page.goto('/reset-password/not-a-token')
    await page.getByLabel('New password', { exact: true }).fill('a long enough word')
    await page.getByLabel('Confirm password', { exact: true }).fill('a long enough word')
    await page.getByRole('button', { name: 'Set password' }).click()
    await expect(page.getByRole('alert').filter({ hasText: /\w/ })).toBeVisible()
    await expect(page).toHaveURL('/reset-password/not-a-token')
  })
})

for (const [who, as] of [
  ['signed out', asNobody],
  ['signed in', asAdmin],
] as const) {
  test.describe(who, () => {
    test.use(as)

    test(`${who}, redirects an unknown path to /404`, async ({ page }) => {
      await page.goto('/no/such/page?at=all')
      await expect(page).toHaveURL('/404')
      await expect(page.getByRole('heading', { name: 'Page not found' })).toBeVisible()
      await expect(page).toHaveTitle('Page not found · Waymark')
    })

    test(`${who}, replaces the unknown path in the history`, async ({ page }) => {
      await page.goto('/forgot-password')
      await page.goto('/nowhere')
      await expect(page).toHaveURL('/404')
      await page.goBack()
      await expect(page).toHaveURL('/forgot-password')
    })
  })
}

test.describe('without a session', () => {
  test.use(asNobody)

  test('opens public pages', async ({ page }) => {
    for (const [path, heading] of [
      ['/404', 'Page not found'],
      ['/login', 'Sign in'],
      ['/forgot-password', 'Forgot your password?'],
      ['/reset-password/abc', 'New password'],
    ] as const) {
      await page.goto(path)
      await expect(page.getByRole('heading', { name: heading, level: 1 })).toBeVisible()
      await expect(page).toHaveURL(path)
    }
  })
})

test('redirects the root path to the dashboard', async ({ page }) => {
  await page.goto('/')
  await expect(page).toHaveURL('/dashboard')
  await expect(page.getByRole('heading', { name: 'Dashboard', level: 1 })).toBeVisible()
})

test('ignores unsafe redirects when already signed in', async ({ page, baseURL }) => {
  for (const to of ['//evil.example', '/\\evil.example', 'https://evil.example', '/logout', 'javascript:alert(1)']) {
    await page.goto(`/login?to=${encodeURIComponent(to)}`)
    await expect(page.getByRole('heading', { name: 'Dashboard' })).toBeVisible()
    await expect(page).toHaveURL(`${baseURL}/dashboard`)
  }
})
