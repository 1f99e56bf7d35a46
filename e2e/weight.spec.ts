// A budget: a screen that begins to fetch more than its share before it stands turns this red, not the next measure.
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from '@playwright/test'
import { screens, stands, weigh } from '../bench/weight.ts'
import { repositoryRoot } from '../server/db/repository-root.ts'
import { masterPassword, test } from './product.ts'
import { enter } from './scenes.ts'

test('no screen fetches more than its share before it stands', async ({ browser, product, gym }) => {
  const { token: master } = await product.logIn('master', masterPassword)
  const tokens = { gym: gym.api.token, master }
  for (const { path, who, kilobytes, requests: most } of screens) {
    const context = await browser.newContext({ viewport: { width: 412, height: 823 }, serviceWorkers: 'block' })
    if (who) await context.addInitScript(`localStorage.access_token = '${tokens[who]}'`)
    const { brotli, requests } = await weigh(context, product.address + path)
    await context.close()
    expect.soft(brotli, `${path}: kB of JavaScript, compressed`).toBeLessThanOrEqual(kilobytes)
    expect.soft(requests, `${path}: requests`).toBeLessThanOrEqual(most)
  }
})

test('what a dialog of the page will show is read once the page has nothing else to do', async ({
  page,
  product,
  gym,
}) => {
  await page.addInitScript(`window.resting = []; window.requestIdleCallback = (work) => window.resting.push(work)`)
  let asked: string[] = []
  page.on('request', (request) => asked.push(new URL(request.url()).pathname))
  for (const [path, later] of [
    ['/clients', '/v1/memberships/'],
    ['/billing', '/v1/memberships/'],
    ['/inventory', '/v1/suppliers/'],
  ] as const) {
    // The page before asks for nothing any more.
    await page.goto('about:blank')
    asked = []
    await enter(page, product, gym.api, path)
    await page.evaluate(stands)
    expect(asked, path).not.toContain(later)
    await page.evaluate('window.requestIdleCallback = setTimeout; for (const work of window.resting) work()')
    await expect.poll(() => asked, { message: path }).toContain(later)
  }
})

test('each file of code runs: in none stands a schema before what it is made of', async ({ page, product, gym }) => {
  await enter(page, product, gym.api, '/clients')
  const files = readdirSync(join(repositoryRoot, 'build/web/assets')).filter((file) => file.endsWith('.js'))
  const failed = await page.evaluate(
    (files) =>
      Promise.all(
        files.map((file) =>
          import(`/assets/${file}`).then(
            () => [],
            (error: unknown) => [`${file}: ${error}`],
          ),
        ),
      ).then((each) => each.flat()),
    files,
  )
  expect(failed).toEqual([])
})
