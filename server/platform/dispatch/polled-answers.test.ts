// Polled answers from memory equal those from the database, and are never sent to another gym or ended session.
import { beforeEach, expect, test } from 'vitest'
import { logInAs } from '../../testing/api-caller.ts'
import { makeClient, makeGym, makeUser, type TestGym, testPassword } from '../../testing/factories.ts'
import { startTestAppForFile } from '../../testing/test-app.ts'

let gym: TestGym
const app = await startTestAppForFile()
const address = (await app.listen()).address
beforeEach(async () => {
  gym = await makeGym(app)
})

const path = '/v1/attendances/detail?size_page=1000'

async function poll(headers: Record<string, string> = {}, token = gym.admin.token, where = path) {
  const response = await fetch(address + where, { headers: { authorization: `Bearer ${token}`, ...headers } })
  return {
    status: response.status,
    tag: response.headers.get('etag') ?? '',
    text: await response.text(),
    headers: response.headers,
  }
}

async function gauge(name: string): Promise<number> {
  const text = await (await fetch(`${address}/metrics`)).text()
  return Number(new RegExp(`^torniquete_${name} (\\d+)`, 'm').exec(text)?.[1])
}
const fromMemory = () => gauge('polls_unchanged')

/** Repeats `work` if the server lost its connection for announcements, because it then caches nothing. */
async function whileHearing(work: () => Promise<void>): Promise<void> {
  for (;;) {
    await expect.poll(() => gauge('announcements_heard')).toBe(1)
    const before = await gauge('announcements_lost')
    try {
      return await work()
    } catch (error) {
      if ((await gauge('announcements_lost')) === before) throw error
    }
  }
}

async function comesIn(): Promise<void> {
  const { id } = await makeClient(gym)
  await gym.admin.call('attendances.create', { body: { id_client: id } })
}

test('polled answers: an unchanged answer comes from memory and is identical', async () => {
  await whileHearing(async () => {
    await comesIn()
    const first = await poll()
    const before = await fromMemory()
    const again = await poll()
    const unchanged = await poll({ 'if-none-match': first.tag })
    const weak = await poll({ 'if-none-match': `W/${first.tag}` })
    expect([again.status, again.text, again.tag]).toEqual([200, first.text, first.tag])
    expect([unchanged.status, unchanged.text, weak.status]).toEqual([304, '', 304])
    expect(await fromMemory()).toBe(before + 3)
  })
})

test('polled answers: the next poll shows a change', async () => {
  const { tag } = await poll()
  await comesIn()
  const next = await poll({ 'if-none-match': tag })
  expect(next.status).toBe(200)
  expect(JSON.parse(next.text).total).toBe(1)
})

test('polled answers: a cached answer is never sent to another gym, query or ended session', async () => {
  await comesIn()
  const { tag } = await poll()
  const other = await makeGym(app)
  expect(JSON.parse((await poll({}, other.admin.token)).text).total).toBe(0)
  expect((await poll({}, gym.admin.token, '/v1/attendances/detail?page=0')).status).toBe(422)
  const worker = await makeUser(gym, 'gym_worker')
  const { token } = await logInAs(app.app, worker.username, testPassword)
  expect((await poll({}, token)).status).toBe(200)
  await gym.admin.call('users.update', { params: { id_user: worker.id }, body: { is_active: false } })
  expect((await poll({ 'if-none-match': tag }, token)).status).toBe(401)
  expect((await poll({}, 'nonsense')).status).toBe(401)
})
