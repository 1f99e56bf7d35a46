import { expect } from '@playwright/test'
import { measurePageWeight, screenDownloadBudgets } from '../bench/screen-download.ts'
import { masterPassword, test } from './browser-fixtures.ts'

test('screens: none loads more kB or sends more requests than allowed @deep', async ({ browser, product, gym }) => {
  const { token: master } = await product.loginAs('master', masterPassword)
  const tokens = { gym: gym.api.token, master }
  for (const { path, who, kilobytes, requests: most } of screenDownloadBudgets) {
    const context = await browser.newContext({ viewport: { width: 412, height: 823 }, serviceWorkers: 'block' })
    if (who) await context.addInitScript(`localStorage.access_token = '${tokens[who]}'`)
    const { gzip, requests } = await measurePageWeight(context, product.address + path)
    await context.close()
    expect.soft(gzip, `${path}: kB of JavaScript and CSS, gzip`).toBeLessThanOrEqual(kilobytes)
    expect.soft(requests, `${path}: requests`).toBeLessThanOrEqual(most)
  }
})
