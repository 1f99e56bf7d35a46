// Quotas of each account, which take effect before one account affects others.
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { logInAs } from '../../testing/api-caller.ts'
import { queryAsOwner, runAsTableOwner } from '../../testing/database-digest.ts'
import { makeGym, makeUser, type TestGym, testPassword } from '../../testing/factories.ts'
import { makeMultipartBody, pngBytes, sendRawCall } from '../../testing/raw-call.ts'
import { startTestAppForFile } from '../../testing/test-app.ts'
import { makeSupportRequest } from '../../testing/two-gyms.ts'

const app = await startTestAppForFile()
const gym = await makeGym(app)

const put = (own: TestGym) =>
  sendRawCall(app.app, own.admin.token, 'images.upload', {
    params: { folder: 'clients' },
    payload: makeMultipartBody(pngBytes),
  })
const filesOf = (own: TestGym) => {
  const folder = join(app.dataDir, 'images', String(own.gym.id), 'clients')
  return existsSync(folder) ? readdirSync(folder) : []
}
const fill = (own: TestGym, count: number, bytes: number, age: string) =>
  queryAsOwner(
    app,
    `insert into images (gym_id, folder, name, type, token, bytes, created_at)
       select $1::integer, 'clients', n || '_a.png', 'image/png', 'x', $2, now() - $3::interval from generate_series(1, $4::integer) n`,
    [own.gym.id, bytes, age, count],
  )

test('images.upload: limits the uploads per hour and the total bytes of a gym', async () => {
  const [busy, full] = [await makeGym(app), await makeGym(app)]
  await fill(busy, 2999, 100, '10 minutes')
  await fill(busy, 3000, 100, '2 hours').catch(() => undefined) // stores nothing: the first fill took these names
  const replies = await Promise.all([put(busy), put(busy), put(busy)])
  expect(replies.map(({ status }) => status).sort()).toEqual([201, 429, 429])
  expect(replies.find(({ status }) => status === 429)?.headers['retry-after']).toBe('600')
  expect(filesOf(busy)).toHaveLength(1)
  await fill(full, 1, 1024 ** 3 - 10, '2 hours')
  const refused = await put(full)
  expect([refused.status, refused.text, filesOf(full)]).toEqual([409, expect.stringContaining('todo su espacio'), []])
  // The full quota of one gym does not affect another gym.
  expect((await put(gym)).status).toBe(201)
})

test('images.read: requests for many invented gyms do not block real gyms', async () => {
  await runAsTableOwner(app, async (owner) => {
    await owner.query('begin; lock table images')
    const asked = Array.from({ length: 12 }, (_, count) =>
      app.app.inject({ url: `/v1/images/clients/1_a.png?token=${9000 + count}-x` }),
    )
    expect((await gym.admin.try('clients.list')).status).toBe(200)
    await owner.query('rollback')
    expect((await Promise.all(asked)).map(({ statusCode }) => statusCode)).toEqual(Array(12).fill(404))
  })
}, 30_000)

test('support.create: limits the requests of one user per hour, not those of others', async () => {
  const own = await makeGym(app)
  const body = { from_name: 'Ana', email: 'ana@example.com', message: 'Otra vez' }
  const replies = await Promise.all(Array.from({ length: 40 }, () => own.admin.try('support.create', { body })))
  const refused = replies.filter(({ status }) => status !== 201)
  expect(refused.map(({ status, headers }) => [status, headers['retry-after']])).toEqual(Array(20).fill([429, '3600']))
  expect(await makeSupportRequest(await own.as('gym_worker'))).toBeGreaterThan(0)
})

test("notifications.stream: limits the streams of one session, not of the user's others", async () => {
  const { port } = await app.listen()
  const user = await makeUser(gym, 'gym_worker')
  const logIn = async () => String((await logInAs(app.app, user.username, testPassword)).token)
  const [token, second] = [await logIn(), await logIn()]
  const open: AbortController[] = []
  // Kept in an array, because fetch ends the stream of an answer that is garbage-collected.
  const replies: Response[] = []
  const listen = async (as: string) => {
    const leaving = new AbortController()
    open.push(leaving)
    const headers = { authorization: `Bearer ${as}`, accept: 'text/event-stream' }
    const reply = await fetch(`http://127.0.0.1:${port}/v1/notifications/sse`, { headers, signal: leaving.signal })
    replies.push(reply)
    return reply.status
  }
  for (let count = 0; count < 20; count += 1) expect(await listen(token)).toBe(200)
  expect([await listen(token), await listen(second)]).toEqual([429, 200])
  open[0]?.abort()
  await expect.poll(() => listen(token)).toBe(200)
  for (const each of open) each.abort()
})
