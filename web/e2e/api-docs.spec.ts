import { brokenRules, colourRules } from './axe.ts'
import { expect, test } from './test.ts'

test('the documentation of the public API is accessible in both themes, and fits on every screen', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await page.goto('/api/v1/docs')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  // Checking the whole page takes seconds: once in each layout, and then the colours of the other theme.
  for (const width of [768, 1600, 390, 1360]) {
    await page.setViewportSize({ width, height: 800 })
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
    expect(overflow, `at ${width}`).toBeLessThanOrEqual(0)
    if (width === 390 || width === 1360) expect(await brokenRules(page), `at ${width}`).toEqual([])
  }
  await page.emulateMedia({ colorScheme: 'dark' })
  expect(await brokenRules(page, colourRules)).toEqual([])
})

test('shows the quick start in the chosen language, and filters the contents', async ({ page }) => {
  await page.goto('/api/v1/docs')
  await expect(page.getByText('set -euo pipefail')).toBeVisible()
  await page.getByRole('radio', { name: 'Python' }).check()
  await expect(page.getByText('import urllib.request')).toBeVisible()
  await expect(page.getByText('set -euo pipefail')).toBeHidden()
  const contents = page.getByRole('navigation', { name: 'Contents' })
  await contents.getByRole('searchbox', { name: 'Filter contents' }).fill('branding')
  await expect(contents.getByRole('link')).toHaveCount(1)
  await contents.getByRole('link').click()
  await expect(page.locator('#getPartnerBranding')).toBeInViewport()
})
