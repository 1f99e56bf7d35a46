import { expect, type Page, type Request } from '@playwright/test'
import { holdBack } from './hold-back.ts'
import { expectSoon } from './paces.ts'
import { makeUser, test } from './product.ts'
import { enter, instantOf, makeClient, noteVisitor, rowsOf, session } from './scenes.ts'
import { longestPause, slowdown } from './slowdown.ts'

const isStream = (request: Request) => request.url().includes('/v1/notifications/sse')
const badge = (page: Page, count: number) =>
  page.getByRole('link', { name: new RegExp(`^${count} entradas? sin leer`) })

test('without a server it retries after 1 s, doubling, and resumes without a gap', async ({ page, product, gym }) => {
  await noteVisitor(gym)
  await enter(page, product, gym.api, '/support')
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
  await expect.poll(() => tries.length, { timeout: 20_000 * slowdown }).toBe(2)
  await product.start()
  // It comes in while the page still waits for its third try.
  await noteVisitor(gym)
  await noteVisitor(gym)
  await expect(badge(page, 3)).toBeVisible({ timeout: longestPause })
  const waits = tries.map((instant, at) => instant - (tries[at - 1] ?? lost))
  for (const [at, wait] of waits.slice(0, 2).entries()) {
    expect(wait, `waits: ${waits}`).toBeGreaterThan(900 * 2 ** at)
    expectSoon(wait, 5000 * 2 ** at, `waits: ${waits}`)
  }
  const stored = await gym.api.call<{ items: { id_notification: number }[] }>('GET', '/notifications/')
  const known = stored.items.at(-1)?.id_notification
  const resumed = asked.at(-1)
  expect(await resumed?.headerValue('last-event-id')).toBe(String(known))
  // Connected again, the next loss begins again at 1 s: the stream itself is alive.
  await noteVisitor(gym)
  await expect(badge(page, 4)).toBeVisible()
})

test('what changed after a page was read and before it listened is seen', async ({ page, product, gym }) => {
  const listen = await holdBack(page, '**/v1/notifications/sse*')
  const asked = page.waitForRequest(isStream)
  await enter(page, product, gym.api, '/clients')
  await expect(page.getByText('No hay clientes')).toBeVisible()
  await asked
  await makeClient(gym, 'Ana Brújula')
  listen()
  await expect(rowsOf(page, 'Clientes')).toHaveText(/Ana Brújula/)
})

test('a 401 ends the session and the retries', async ({ page, product, gym }) => {
  let refused = 0
  await page.clock.install()
  await page.route('**/v1/notifications/sse*', (route) => {
    refused += 1
    return route.fulfill({ status: 401, json: { detail: 'Token inválido' } })
  })
  await enter(page, product, gym.api, '/support')
  await expect(page.getByText('Token inválido')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Iniciar sesión' })).toBeVisible()
  await page.clock.fastForward(120_000)
  await page.getByLabel('Usuario').fill('nadie')
  expect(refused).toBe(1)
  expect(await page.evaluate('localStorage.getItem("access_token")')).toBeNull()
})

test('a refusal of the token of before ends no newer session', async ({ page, product, gym }) => {
  const refuse = await holdBack(page, '**/v1/notifications/sse*', {
    times: 1,
    end: (route) => route.fulfill({ status: 401, json: { detail: 'Token inválido' } }),
  })
  const asked = page.waitForRequest(isStream)
  await enter(page, product, gym.api, '/clients')
  await asked
  // As another tab does in which the same person logs in.
  const { token } = await session(product, gym.username)
  await page.evaluate(`localStorage.access_token = '${token}'`)
  const next = page.waitForRequest(isStream)
  refuse()
  expect(await (await next).headerValue('authorization')).toBe(`Bearer ${token}`)
  await expect(badge(page, 0)).toBeVisible()
  expect(await page.evaluate('localStorage.access_token')).toBe(token)
})

test('two tabs share one stream, and the second takes over when the first closes', async ({
  page,
  product,
  gym,
  hand,
}) => {
  const streams: Request[] = []
  page.context().on('request', (request) => {
    if (isStream(request)) streams.push(request)
  })
  await enter(page, product, gym.api, '/support')
  await expect(badge(page, 0)).toBeVisible()
  await expect.poll(() => streams.length).toBe(1)
  const second = await hand.openTab(`${product.address}/clients`)
  await expect(badge(second, 0)).toBeVisible()
  await noteVisitor(gym)
  await expect(badge(page, 1)).toBeVisible()
  await expect(badge(second, 1)).toBeVisible()
  expect(streams).toHaveLength(1)
  await page.close()
  await expect.poll(() => streams.length).toBe(2)
  await noteVisitor(gym)
  await expect(badge(second, 2)).toBeVisible()
})

test('whoever is deactivated is out within a second, in every tab', async ({ page, product, gym, hand }) => {
  const username = await makeUser(gym, 'gym_worker')
  await enter(page, product, await session(product, username), '/clients')
  await expect(page.getByText('No hay clientes')).toBeVisible()
  const second = await hand.openTab(`${product.address}/support`)
  await expect(badge(second, 0)).toBeVisible()
  const users = await gym.api.call<{ id: number; username: string }[]>('GET', '/users/')
  const user = users.find((each) => each.username === username)
  // Nothing but the stream can tell it.
  for (const tab of [page, second]) await holdBack(tab, /\/v1\/(?!notifications\/sse|token)/)
  const out = [page, second].map((tab) => instantOf(tab, `document.querySelector('[name=username]')`))
  await gym.api.call('PUT', `/users/${user?.id}`, { is_active: false })
  const deactivated = Date.now()
  const delays = (await Promise.all(out)).map((instant) => instant - deactivated)
  expectSoon(Math.max(...delays), 1000, `out after ${delays.join(', ')} ms`)
  for (const tab of [page, second]) await expect(tab.getByText('Token inválido')).toBeVisible()
})
