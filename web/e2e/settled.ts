import type { Page } from '@playwright/test'
import { expect } from '@playwright/test'

/** waitUntilSettled waits for requests, parts and animations: colours in transition would fail the contrast check. */
export async function waitUntilSettled(page: Page) {
  await expect(page.locator('[aria-busy=true]')).toHaveCount(0)
  await expect(page.locator('.mantine-Skeleton-root:visible')).toHaveCount(0) // parts that load on first use, such as the cards of a phone
  await page.evaluate(async () => {
    await document.fonts.ready
    const nextFrame = () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))
    const runningAnimations = () => document.getAnimations().filter((animation) => Number.isFinite(animation.effect?.getComputedTiming().endTime))
    // Transitions to another theme start with the next frame.
    for (await nextFrame(); runningAnimations().length > 0; await nextFrame())
      await Promise.allSettled(runningAnimations().map((animation) => animation.finished))
  })
}
