import { expect, type Page, type Request } from '@playwright/test'
import { makeUser, test } from './browser-fixtures.ts'
import { openApiSession, openScreen, recordNewClientVisit, waitForExpression } from './gym-steps.ts'
import { holdRequest } from './hold-request.ts'
import { maxRetriedCallMs, slowdownFactor } from './slowdown.ts'
import { expectWithinTimeLimit } from './typing-time-limits.ts'

const isStream = (request: Request) => request.url().includes('/v1/notifications/sse')
const badge = (page: Page, count: number) =>
  page.getByRole('link', { name: new RegExp(`^${count} entradas? sin leer`) })

test('event stream: retries after 1 s, doubles pauses, misses no event @deep', async ({ page, product, gym }) => {
  await recordNewClientVisit(gym)
  await openScreen(page, product, gym.api, '/support')
  await expect(badge(page, 1)).toBeVisible()

  const tries: number[] = []
  const asked: Request[] = []
  page.on('request', (request) => {
    if (!isStream(request)) return
    tries.push(Date.now())
    asked.push(request)
  })
  const lost = Date.now()
  await product.stop('SIGKILL')
  await expect.poll(() => tries.length, { timeout: 20_000 * slowdownFactor }).toBe(2)
  await product.start()
  // Two events happen while the page waits for its third attempt.
  await recordNewClientVisit(gym)
  await recordNewClientVisit(gym)
  await expect(badge(page, 3)).toBeVisible({ timeout: maxRetriedCallMs })
  const waits = tries.map((instant, at) => instant - (tries[at - 1] ?? lost))
  for (const [at, wait] of waits.slice(0, 2).entries()) {
    expect(wait, `waits: ${waits}`).toBeGreaterThan(900 * 2 ** at)
    expectWithinTimeLimit(wait, 5000 * 2 ** at, `waits: ${waits}`)
  }
  const stored = await gym.api.call<{ items: { id_notification: number }[] }>('GET', '/notifications/')
  const known = stored.items.at(-1)?.id_notification
  const resumed = asked.at(-1)
  expect(await resumed?.headerValue('last-event-id')).toBe(String(known))
  // The stream is connected again and delivers another event.
  await recordNewClientVisit(gym)
  await expect(badge(page, 4)).toBeVisible()
})

test('deactivated user: every tab is logged out within a second', async ({ page, product, gym, hand }) => {
  const username = await makeUser(gym, 'gym_worker')
  await openScreen(page, product, await openApiSession(product, username), '/clients')
  await expect(page.getByText('No hay clientes')).toBeVisible()
  const second = await hand.openTab(`${product.address}/support`)
  await expect(badge(second, 0)).toBeVisible()
  const users = await gym.api.call<{ id: number; username: string }[]>('GET', '/users/')
  const user = users.find((each) => each.username === username)
  // Holds all other calls, so that only the event stream can report the deactivation.
  for (const tab of [page, second]) await holdRequest(tab, /\/v1\/(?!notifications\/sse|token)/)
  const out = [page, second].map((tab) => waitForExpression(tab, `document.querySelector('[name=username]')`))
  await gym.api.call('PUT', `/users/${user?.id}`, { is_active: false })
  const deactivated = Date.now()
  const delays = (await Promise.all(out)).map((instant) => instant - deactivated)
  expectWithinTimeLimit(Math.max(...delays), 1000, `out after ${delays.join(', ')} ms`)
  for (const tab of [page, second]) await expect(tab.getByText('Token inválido')).toBeVisible()
})
