import type { Page } from '@playwright/test'

/** Factor by which pages are slowed down: `SLOWDOWN=4 npm test -- browser` finds race conditions. */
export const slowdownFactor = Number(process.env.SLOWDOWN ?? 1)

/**
 * Milliseconds a retried call may take: up to half a minute between attempts, plus an attempt that may start just
 * before the server returns.
 */
export const maxRetriedCallMs = 40_000 * slowdownFactor

/** Makes this page run that many times slower, by the browser's CPU throttling. */
export async function throttlePage(page: Page, times: number): Promise<void> {
  const developer = await page.context().newCDPSession(page)
  await developer.send('Emulation.setCPUThrottlingRate', { rate: times })
}
