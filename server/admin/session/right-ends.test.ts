// A revoked right ends at once, even for fast writers and servers that missed the announcement.
import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { logInAs } from '../../testing/api.ts'
import { asOwner, deadlocksSoFar, waiting } from '../../testing/digest.ts'
import { makeClient, makeGym, makeUser, master, password } from '../../testing/factories.ts'
import { png, rawCall, uploadOf } from '../../testing/raw-call.ts'
import { openTestApp } from '../../testing/test-app.ts'

const app = await openTestApp()
const gym = await makeGym(app)

async function worker() {
  const user = await makeUser(gym, 'gym_worker')
  const caller = await logInAs(app.app, user.username, password)
  const reads = async () => (await caller.try('gym-info.read')).status
  const writes = async () => (await caller.try('clients.create', { body: { name: 'Nueva' } })).status
  return { user, caller, params: { id_user: user.id }, reads, writes }
}

/** Without a trigger nothing is announced: as if the word of it had been lost. */
const unheard = (change: string) =>
  asOwner(app, async (owner) => {
    await owner.query('set session_replication_role = replica')
    await owner.query(change)
  })

test.each([
  ['deactivated', 'is_active = false'],
  ['deleted', 'deleted_at = now()'],
  ['of another role', 'id_role = 3'],
  ['of ended sessions', 'session_epoch = session_epoch + 1'],
])('%s unannounced: the next write is refused, uploads too', async (_, change) => {
  const { user, caller, reads, writes } = await worker()
  expect([await reads(), await writes()]).toEqual([200, 201])
  await unheard(`update users set ${change} where id = ${user.id}`)
  expect(await writes()).toBe(401)
  const upload = { params: { folder: 'clients' }, payload: uploadOf(png) }
  expect((await rawCall(app.app, caller.token, 'images.upload', upload)).status).toBe(401)
})

test('write: a user without the right is told only that, whatever else was wrong', async () => {
  const { user, caller } = await worker()
  const key = { headers: { 'idempotency-key': randomUUID() } }
  const { id } = await caller.call('clients.create', { body: { name: 'Nueva' }, ...key })
  const calls = () => [
    caller.try('clients.update', { params: { id_client: 999_999 }, body: {} }),
    caller.try('clients.update', { params: { id_client: id }, body: {}, headers: { 'if-match': '"0"' } }),
    caller.try('clients.update', { params: { id_client: id }, body: { name: 'Cliente Anónimo' } }),
    caller.try('clients.create', { body: { name: 'Otra' }, ...key }),
    caller.try('clients.create', { body: { name: 'Nueva' }, ...key }),
  ]
  const statuses = async () => (await Promise.all(calls())).map(({ status }) => status)
  expect(await statuses()).toEqual([404, 412, 409, 409, 201])
  await unheard(`update users set is_active = false where id = ${user.id}`)
  const answers = await Promise.all(calls())
  expect(answers.map(({ status }) => status)).toEqual(Array(5).fill(401))
  expect(answers.map(({ text }) => text)).toEqual(Array(5).fill(JSON.stringify({ detail: 'Token inválido' })))
})

test('write: reports errors of the right’s check as themselves (deadlock retried, timeout 503)', async () => {
  const { writes } = await worker()
  expect(await writes()).toBe(201)
  const failing = (state: string, times: number) =>
    asOwner(app, (owner) =>
      owner.query(`
        create sequence troubles;
        create function trouble() returns boolean language plpgsql security definer as $$
        begin
          if nextval('troubles') <= ${times} then raise exception 'trouble' using errcode = '${state}'; end if;
          return true;
        end $$;
        create policy trouble on users as restrictive for select using (trouble())`),
    )
  const mended = () =>
    asOwner(app, (owner) => owner.query('drop policy trouble on users; drop function trouble; drop sequence troubles'))
  for (const [state, times, expected] of [
    ['40P01', 1, 201],
    ['55P03', 1000, 503],
    ['57014', 1000, 503],
    ['53300', 1000, 503],
  ] as const) {
    await failing(state, times)
    try {
      expect(await writes(), state).toBe(expected)
    } finally {
      await mended()
    }
  }
})

test('write: is rolled back if its right ended while it waited, without delaying the end', async () => {
  const { caller, params } = await worker()
  const client = await makeClient(gym, { notes: 'antes' })
  await asOwner(app, async (owner) => {
    await owner.query('begin')
    await owner.query(`select from clients where id = ${client.id} for update`)
    const write = caller.try('clients.update', { params: { id_client: client.id }, body: { notes: 'después' } })
    await expect.poll(() => waiting(owner, 'clients')).toBe(1)
    await gym.admin.call('users.update', { params, body: { is_active: false } })
    await owner.query('commit')
    expect((await write).status).toBe(401)
  })
  expect(await gym.admin.call('clients.read', { params: { id_client: client.id } })).toEqual(client)
})

/** Goes on until it is told to end. */
function loops(count: number, act: () => Promise<{ status: number }>) {
  const statuses: number[] = []
  let going = true
  const all = Array.from({ length: count }, async () => {
    while (going) statuses.push((await act()).status)
  })
  return {
    statuses,
    end: async () => {
      going = false
      await Promise.all(all)
    },
  }
}

test('behind 200 writes that one worker sends at once a dismissal does not wait', { tags: ['deep'] }, async () => {
  const { caller, params } = await worker()
  let answered = 0
  const writing = Array.from({ length: 200 }, async () => {
    const { status } = await caller.try('clients.create', { body: { name: 'Nueva' } })
    answered += 1
    return status
  })
  const inLine = () => app.database.connections().find(({ pool }) => pool === 'write')?.waiting ?? 0
  await expect.poll(inLine, { interval: 1 }).toBeGreaterThan(100)
  await gym.admin.call('users.update', { params, body: { is_active: false } })
  expect(answered).toBeLessThan(100)
  const statuses = await Promise.all(writing)
  expect(statuses).toContain(401)
  expect(statuses.filter((status) => ![201, 401, 503].includes(status))).toEqual([])
})

test('while all turns of a gym wait for a record, one who keeps it is dismissed', async () => {
  const { caller, params } = await worker()
  const client = await makeClient(gym)
  await asOwner(app, async (owner) => {
    await owner.query('begin')
    await owner.query(`select from clients where id = ${client.id} for update`)
    const writes = Array.from({ length: 20 }, () =>
      caller.try('clients.update', { params: { id_client: client.id }, body: { notes: 'después' } }),
    )
    await expect.poll(() => waiting(owner, 'clients')).toBeGreaterThan(3)
    // Before what they wait for is let go.
    await gym.admin.call('users.update', { params, body: { is_active: false } })
    await owner.query('commit')
    expect(new Set((await Promise.all(writes)).map(({ status }) => status))).toEqual(new Set([401]))
  })
})

test('users.update: a deactivation is answered during continuous writes and ends them', async () => {
  const { caller, params } = await worker()
  const late: number[] = []
  let answered = 0
  const writes = loops(6, async () => {
    const begun = performance.now()
    const reply = await caller.try('clients.create', { body: { name: 'Nueva' } })
    if (answered && begun > answered) late.push(reply.status)
    return reply
  })
  await expect.poll(() => writes.statuses.length).toBeGreaterThan(0)
  await gym.admin.call('users.update', { params, body: { is_active: false } })
  answered = performance.now()
  const read = () => gym.admin.call('clients.list', { query: { size_page: 1 } })
  const { total } = await read()
  await expect.poll(() => late.length).toBeGreaterThan(20)
  await writes.end()
  expect(late.filter((status) => status !== 401)).toEqual([])
  expect((await read()).total).toBe(total)
})

test('a worker who writes its own row in a loop neither stays active nor keeps anybody waiting', async () => {
  const { caller, params } = await worker()
  const writes = loops(4, () => {
    const body = {
      id_role: 4,
      is_active: true,
      phone_number: String(Math.random()).slice(0, 18),
      password,
      current_password: password,
    }
    return caller.try('users.update', { params, body })
  })
  await expect.poll(() => writes.statuses.length).toBeGreaterThan(0)
  await gym.admin.call('users.update', { params, body: { is_active: false } })
  await writes.end()
  expect((await gym.admin.call('users.read', { params })).is_active).toBe(false)
})

test('gyms.update: deactivating a gym causes no deadlock with a worker who writes in a loop', async () => {
  const platform = await master(app)
  const own = await makeGym(app)
  const user = await makeUser(own, 'gym_worker')
  const caller = await logInAs(app.app, user.username, password)
  const deadlocks = await deadlocksSoFar(app)
  const writes = loops(8, () =>
    caller.try('users.update', {
      params: { id_user: user.id },
      body: { phone_number: String(Math.random()).slice(0, 18) },
    }),
  )
  await expect.poll(() => writes.statuses.length).toBeGreaterThan(8)
  await platform.call('gyms.update', { params: { id: own.gym.id }, body: { is_active: false } })
  expect((await caller.try('gym-info.read')).status).toBe(401)
  await writes.end()
  expect(new Set(writes.statuses)).toEqual(new Set([200, 401]))
  expect(await deadlocksSoFar(app)).toBe(deadlocks)
})

test('activated again, a user or a gym revives no token of before', async () => {
  const { caller, params, reads } = await worker()
  await caller.call('users.update', { params, body: { password: `${password}2`, current_password: password } })
  expect(await reads()).toBe(200)
  for (const is_active of [false, true]) await gym.admin.call('users.update', { params, body: { is_active } })
  expect(await reads()).toBe(401)

  const other = await makeGym(app)
  const platform = await master(app)
  for (const is_active of [false, true])
    await platform.call('gyms.update', { params: { id: other.gym.id }, body: { is_active } })
  expect((await other.admin.try('gym-info.read')).status).toBe(401)
  expect((await (await logInAs(app.app, other.gym.username, password)).try('gym-info.read')).status).toBe(200)
})
