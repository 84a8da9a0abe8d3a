import { readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import type axe from 'axe-core'
import { expect, test } from './test.ts'

const axeSource = readFileSync('node_modules/axe-core/axe.min.js', 'utf8')

test('the documentation of the public API is accessible in both themes, and fits on every screen', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await page.goto('/api/v1/docs')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await page.evaluate(axeSource)
  // Checking the whole page takes seconds: once in each layout, and then the colours of the other theme.
  for (const [width, rules] of [[768], [1600], [390, {}], [1360, {}]] as const) {
    await page.setViewportSize({ width, height: 800 })
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
    expect(overflow, `at ${width}`).toBeLessThanOrEqual(0)
    if (rules) expect(await violations(page, rules), `at ${width}`).toEqual([])
  }
  await page.emulateMedia({ colorScheme: 'dark' })
  expect(await violations(page, { runOnly: { type: 'rule', values: ['color-contrast', 'link-in-text-block'] } })).toEqual([])
})

async function violations(page: Page, rules: axe.RunOptions) {
  const run = async (rules: axe.RunOptions) => (await (window as unknown as { axe: typeof axe }).axe.run(document, rules)).violations
  return (await page.evaluate(run, rules)).map((rule) => `${rule.id}: ${rule.nodes.map((node) => node.target).join('; ')}`)
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
