import type { Page } from '@playwright/test'

/** Slowdown of pages against this machine: `SLOWDOWN=4 npm test -- browser` finds race conditions. */
export const slowdown = Number(process.env.SLOWDOWN ?? 1)

/**
 * Milliseconds: half a minute, the longest pause between attempts, plus the attempt itself, which may start just before
 * the server returns.
 */
export const longestPause = 40_000 * slowdown

/** Runs this page that many times slower, by the browser's own throttling. */
export async function slowDown(page: Page, times: number): Promise<void> {
  const developer = await page.context().newCDPSession(page)
  await developer.send('Emulation.setCPUThrottlingRate', { rate: times })
}
