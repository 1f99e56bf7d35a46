// A revoked right ends at once, also for fast writers and on servers that missed the announcement of the change.
import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { logInAs } from '../../testing/api-caller.ts'
import { countSessionsWaitingForLock, runAsTableOwner } from '../../testing/database-digest.ts'
import { logInMaster, makeClient, makeGym, makeUser, testPassword } from '../../testing/factories.ts'
import { makeMultipartBody, pngBytes, sendRawCall } from '../../testing/raw-call.ts'
import { startTestAppForFile } from '../../testing/test-app.ts'

const app = await startTestAppForFile()
const gym = await makeGym(app)

async function worker() {
  const user = await makeUser(gym, 'gym_worker')
  const caller = await logInAs(app.app, user.username, testPassword)
  const reads = async () => (await caller.try('gym-info.read')).status
  const writes = async () => (await caller.try('clients.create', { body: { name: 'Nueva' } })).status
  return { user, caller, params: { id_user: user.id }, reads, writes }
}

/** Changes rows without triggers, so that no announcement is sent, as if it were lost. */
const unheard = (change: string) =>
  runAsTableOwner(app, async (owner) => {
    await owner.query('set session_replication_role = replica')
    await owner.query(change)
  })

test.each([
  ['deactivated', 'is_active = false'],
  ['deleted', 'deleted_at = now()'],
  ['of another role', 'id_role = 3'],
  ['of ended sessions', 'session_epoch = session_epoch + 1'],
])('revoked right: the next write is refused after an unannounced change (%s)', async (_, change) => {
  const { user, caller, reads, writes } = await worker()
  expect([await reads(), await writes()]).toEqual([200, 201])
  await unheard(`update users set ${change} where id = ${user.id}`)
  expect(await writes()).toBe(401)
  const upload = { params: { folder: 'clients' }, payload: makeMultipartBody(pngBytes) }
  expect((await sendRawCall(app.app, caller.token, 'images.upload', upload)).status).toBe(401)
})

test('revoked right: repeats and writes to missing rows get only 401, even if not announced', async () => {
  const { user, caller } = await worker()
  const create = { body: { name: 'Nueva' }, headers: { 'idempotency-key': randomUUID() } }
  const calls = async () => [
    (await caller.try('clients.create', create)).status,
    (await caller.try('clients.update', { params: { id_client: 999_999 }, body: {} })).status,
  ]
  expect(await calls()).toEqual([201, 404])
  await unheard(`update users set is_active = false where id = ${user.id}`)
  expect(await calls()).toEqual([401, 401])
})

test('users.update: a revoked right applies to writes of that user that are still waiting', async () => {
  const { caller, params } = await worker()
  const client = await makeClient(gym, { notes: 'antes' })
  await runAsTableOwner(app, async (owner) => {
    await owner.query('begin')
    await owner.query(`select from clients where id = ${client.id} for update`)
    const update = { params: { id_client: client.id }, body: { notes: 'después' } }
    const writes = Array.from({ length: 20 }, () => caller.try('clients.update', update))
    await expect.poll(() => countSessionsWaitingForLock(owner, 'clients')).toBeGreaterThan(3)
    // Revokes the right while the writes wait for the lock.
    await gym.admin.call('users.update', { params, body: { is_active: false } })
    await owner.query('commit')
    expect(new Set((await Promise.all(writes)).map(({ status }) => status))).toEqual(new Set([401]))
  })
  expect(await gym.admin.call('clients.read', { params: { id_client: client.id } })).toEqual(client)
})

test('users.update, gyms.update: reactivation does not make earlier tokens valid again', async () => {
  const { caller, params, reads } = await worker()
  await caller.call('users.update', { params, body: { password: `${testPassword}2`, current_password: testPassword } })
  expect(await reads()).toBe(200)
  for (const is_active of [false, true]) await gym.admin.call('users.update', { params, body: { is_active } })
  expect(await reads()).toBe(401)

  const other = await makeGym(app)
  const platform = await logInMaster(app)
  for (const is_active of [false, true])
    await platform.call('gyms.update', { params: { id: other.gym.id }, body: { is_active } })
  expect((await other.admin.try('gym-info.read')).status).toBe(401)
  expect((await (await logInAs(app.app, other.gym.username, testPassword)).try('gym-info.read')).status).toBe(200)
})
