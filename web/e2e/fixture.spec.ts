import { test } from './test.ts'

// What every other test rests on: a page that complains fails its test.
test.describe('a complaining page is noticed', () => {
  test.fail()

  test('when it writes to the console', async ({ page }) => {
    await page.goto('/404')
    // biome-ignore lint/suspicious/noConsole: this is what must be noticed
    await page.evaluate(() => console.debug('a line left behind'))
  })

  test('when an error is not caught', async ({ page }) => {
    await page.goto('/404')
    const thrown = page.waitForEvent('pageerror')
    await page.evaluate(() => {
      setTimeout(() => {
        throw new Error('nobody catches this')
      })
    })
    await thrown
  })

  test('when a policy is violated', async ({ page, complaints }) => {
    await page.goto('/404')
    await page.evaluate(() => {
      const violated = new Promise((resolve) => addEventListener('securitypolicyviolation', resolve))
      const script = document.createElement('script')
      script.textContent = 'document.title = "not ours"'
      document.body.append(script)
      return violated
    })
    complaints.list = complaints.list.filter((line) => line.startsWith('policy: '))
  })

  test('when a call is refused and nobody said that it would be', async ({ page, complaints }) => {
    complaints.allow(404)
    await page.goto('/404')
    await page.evaluate(() => fetch('/api/admin/publishers?sort=nonsense'))
  })
})
