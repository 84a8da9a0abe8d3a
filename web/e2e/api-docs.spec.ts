import { readFileSync } from 'node:fs'
import type axe from 'axe-core'
import { expect, test } from './test.ts'

const axeSource = readFileSync('node_modules/axe-core/axe.min.js', 'utf8')

for (const scheme of ['light', 'dark'] as const) {
  for (const width of [390, 768, 1360, 1600]) {
    test(`the documentation of the public API is accessible, ${scheme} at ${width}`, async ({ page }) => {
      await page.emulateMedia({ colorScheme: scheme, reducedMotion: 'reduce' })
      await page.setViewportSize({ width, height: 800 })
      await page.goto('/api/v1/docs')
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0)
      await page.evaluate(axeSource)
      const violations = await page.evaluate(async () => (await (window as unknown as { axe: typeof axe }).axe.run()).violations)
      expect(violations.map((rule) => `${rule.id}: ${rule.nodes.map((node) => node.target).join('; ')}`)).toEqual([])
    })
  }
}

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
