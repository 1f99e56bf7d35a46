// A browser whose polls a balancer hands to one server after the other.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { Caller } from '../../testing/api.ts'
import { makeClient, makeGym, type TestGym } from '../../testing/factories.ts'
import { startSecondServer } from '../../testing/second-server.ts'
import { startTestApp, type TestApp } from '../../testing/test-app.ts'

let servers: TestApp[]
let gym: TestGym
beforeAll(async () => {
  const first = await startTestApp()
  servers = [await startSecondServer(first), first]
  gym = await makeGym(first)
})
afterAll(async () => {
  for (const server of servers) await server.close()
})

class Browser {
  readonly #callers = servers.map(({ app }) => new Caller(app, gym.admin.token))
  #turn = 0
  #tag = ''
  total = -1

  async poll(): Promise<number> {
    const caller = this.#callers[this.#turn++ % this.#callers.length] as Caller // one of them
    const query = { size_page: 10 }
    const said = await caller.try('attendances.list', {
      query,
      headers: this.#tag ? { 'if-none-match': this.#tag } : {},
    })
    this.#tag = String(said.headers.etag)
    if (said.status === 200) this.total = said.answer.total
    return said.status
  }
}

test('polls: another server accepts the ETag until the answer changes', async () => {
  const browser = new Browser()
  const six = async () => {
    const statuses: number[] = []
    for (let turn = 0; turn < 6; turn += 1) statuses.push(await browser.poll())
    return statuses
  }
  expect(await six()).toEqual([200, 304, 304, 304, 304, 304])
  const { id } = await makeClient(gym)
  await gym.admin.call('attendances.create', { body: { id_client: id } })
  // One of them hears of it later than the other.
  const seen = async () => {
    await browser.poll()
    return browser.total
  }
  await expect.poll(seen).toBe(1)
  await expect.poll(async () => [await browser.poll(), await browser.poll()]).toEqual([304, 304])
  expect(await six()).toEqual([304, 304, 304, 304, 304, 304])
  expect(browser.total).toBe(1)
  // Announcements may have been missed: it is read again, and is the same.
  for (const { live } of servers) live.forget()
  expect(await six()).toEqual([304, 304, 304, 304, 304, 304])
})
