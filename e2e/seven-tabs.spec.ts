// The counter's PC over plain http: browsers give a host six connections, and each open tab wants to be live.
import { expect, type Page } from '@playwright/test'
import { type Product, test } from './product.ts'
import { makeClient, noteVisitor, rowsOf } from './scenes.ts'
import { slowdown } from './slowdown.ts'

test.use({ address: 'lan' })

const badge = (page: Page, count: number) =>
  page.getByRole('link', { name: new RegExp(`^${count} entradas? sin leer`) })

const timesOf = (tab: Page, all: readonly Page[]): number => all.filter((each) => each === tab).length

async function openStreams(product: Product): Promise<number> {
  const text = await (await fetch(`${product.address}/metrics`)).text()
  return Number(/^torniquete_streams (\d+)/m.exec(text)?.[1])
}

test('seven tabs are live with one stream, whichever of them closes or sleeps', { tag: '@deep' }, async ({
  context,
  product,
  gym,
}) => {
  // Those of stories before have ended.
  await expect.poll(() => openStreams(product)).toBe(0)
  const leaders: Page[] = []
  context.on('request', (request) => {
    if (request.url().includes('/v1/notifications/sse')) leaders.push(request.frame().page())
  })
  // Of two that begin at once one gives way: whoever asked last need not be who listens.
  const ended: Page[] = []
  context.on('requestfailed', (request) => {
    if (request.url().includes('/v1/notifications/sse')) ended.push(request.frame().page())
  })
  await context.addInitScript(`localStorage.access_token = '${gym.api.token}'`)
  const tabs: Page[] = []
  for (let count = 0; count < 7; count += 1) {
    const tab = await context.newPage()
    await tab.goto(`${product.pageAddress}${count === 6 ? '/clients' : '/support'}`)
    await expect(badge(tab, 0)).toBeVisible()
    tabs.push(tab)
  }
  expect(await tabs[0]?.evaluate('isSecureContext')).toBe(false)
  expect([...new Set(leaders)]).toEqual([tabs[0]])
  await expect.poll(() => openStreams(product)).toBe(1)
  await noteVisitor(gym)
  for (const tab of tabs) await expect(badge(tab, 1)).toBeVisible()

  // What comes between two leaders is not lost.
  await leaders[0]?.close()
  await makeClient(gym, 'Zoila Ceballos')
  await noteVisitor(gym)
  const left = tabs.slice(1)
  const [list] = left.slice(-1)
  if (list) await expect(rowsOf(list, 'Clientes').filter({ hasText: 'Zoila Ceballos' })).toBeVisible()
  for (const tab of left) await expect(badge(tab, 2)).toBeVisible()
  await expect.poll(() => openStreams(product)).toBe(1)

  // A tab that the browser lets sleep hears nothing, and holds up nobody.
  const sleeper = left.find((tab) => timesOf(tab, leaders) > timesOf(tab, ended))
  if (!sleeper) throw new Error('nobody listens')
  const asleep = sleeper.waitForEvent('dialog')
  // Nothing of a page runs while it asks.
  void sleeper.evaluate('alert()')
  const dialog = await asleep
  const awake = left.filter((tab) => tab !== sleeper)
  const led = leaders.length
  await noteVisitor(gym)
  for (const tab of awake) await expect(badge(tab, 3)).toBeVisible({ timeout: 30_000 * slowdown })
  expect(leaders.length).toBeGreaterThan(led)
  await dialog.dismiss()
  await expect(badge(sleeper, 3)).toBeVisible()
  await expect.poll(() => openStreams(product)).toBe(1)
})
