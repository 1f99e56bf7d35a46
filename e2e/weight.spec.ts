// A budget: a screen that begins to fetch more than its share before it stands turns this red, not the next measure.
import { expect } from '@playwright/test'
import { mostRequests, screens, weigh } from '../bench/weight.ts'
import { test } from './product.ts'

test('no screen fetches more than its share before it stands', async ({ browser, product, gym }) => {
  for (const { path, kilobytes } of screens) {
    const context = await browser.newContext({ viewport: { width: 412, height: 823 }, serviceWorkers: 'block' })
    if (path !== '/') await context.addInitScript(`localStorage.access_token = '${gym.api.token}'`)
    const { brotli, requests } = await weigh(context, product.address + path)
    await context.close()
    expect.soft(brotli, `${path}: kB of JavaScript, compressed`).toBeLessThanOrEqual(kilobytes)
    expect.soft(requests, `${path}: requests`).toBeLessThanOrEqual(mostRequests)
  }
})
