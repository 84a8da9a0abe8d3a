import { readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import type axe from 'axe-core'

/** The rules that depend on the theme. */
export const colourRules: axe.RunOptions = { runOnly: { type: 'rule', values: ['color-contrast', 'link-in-text-block'] } }

/** The minified axe, which every page parses in half the time. */
const axeSource = readFileSync('node_modules/axe-core/axe.min.js', 'utf8')

/**
 * brokenRules runs axe. A page loads axe once, because parsing takes as long as running it. Only violations are reported in
 * detail.
 */
export async function brokenRules(page: Page, rules: axe.RunOptions = {}, within = 'html') {
  for (const frame of page.frames()) {
    if (await frame.evaluate(() => !('axe' in window))) await frame.evaluate(axeSource)
  }
  const options: axe.RunOptions = { resultTypes: ['violations'], ...rules }
  const violations = await page.evaluate(
    async ({ within, options }) => (await (window as unknown as { axe: typeof axe }).axe.run(within, options)).violations,
    { within, options },
  )
  return violations.map((rule) => `${rule.id}: ${rule.nodes.map((node) => `${node.target} ${node.any[0]?.message ?? ''}`).join('; ')}`)
}
