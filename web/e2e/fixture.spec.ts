import { test } from './test.ts'

// All other tests rely on this: a page that reports a problem fails its test.
test.describe('fails a test', () => {
  test.fail()

  test('when the page writes to the console', async ({ page }) => {
    await page.goto('/404')
    // biome-ignore lint/suspicious/noConsole: the fixture must report this line
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

  test('when the content security policy is violated', async ({ page, complaints }) => {
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

  test('when a request fails with a status that was not allowed', async ({ page, complaints }) => {
    complaints.allow(404)
    await page.goto('/404')
    await page.evaluate(() => fetch('/api/admin/publishers?sort=nonsense'))
  })
})
