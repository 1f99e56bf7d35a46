// Idempotent writes need no extra round trip to the database, and a repeat stores nothing.
import { randomUUID } from 'node:crypto'
import { afterAll, expect, test } from 'vitest'
import { Caller } from '../../testing/api-caller.ts'
import { DatabaseDigest, queryAsOwner } from '../../testing/database-digest.ts'
import { makeClient, makeGym, makePlan, makeProduct } from '../../testing/factories.ts'
import { FaultyProxy } from '../../testing/faulty-proxy.ts'
import { sendRawCall } from '../../testing/raw-call.ts'
import { startSecondServer } from '../../testing/second-server.ts'
import { startTestAppForFile } from '../../testing/test-app.ts'

/** A second server that reaches the database through a proxy, which counts round trips. */
const app = await startTestAppForFile()
const line = await FaultyProxy.to(app.database.address)
const far = await startSecondServer(app, { address: line.address })
const gym = await makeGym(app)
afterAll(async () => {
  await far.close()
  await line.close()
})

const withKey = (key = randomUUID()) => ({ headers: { 'idempotency-key': key } })

test('write: creating a document takes two round trips to the database', async () => {
  const admin = new Caller(far.app, gym.admin.token)
  const [client, plan, product] = [await makeClient(gym), await makePlan(gym), await makeProduct(gym, { stock: 100 })]
  const calls = {
    payment: () =>
      admin.call('payments.create', {
        body: { id_client: client.id, id_membership: plan.id, start_date: '2026-02-01', overlap: true },
        ...withKey(),
      }),
    sale: () =>
      admin.call('sales.create', {
        body: { id_client: client.id, items: [{ id_product: product.id, quantity: 1 }] },
        ...withKey(),
      }),
  }
  for (const [name, call] of Object.entries(calls)) {
    // The first call fills the caches of session, time zone and connection.
    await call()
    const before = line.turns('torniquete')
    await call()
    expect(line.turns('torniquete') - before, name).toBe(2)
  }
})

test('PUT: a repeat with its key gets the first answer and its ETag instead of a conflict', async () => {
  const { id } = await makeClient(gym, { name: 'Ana Cruz' })
  const etag = (await sendRawCall(app.app, gym.admin.token, 'clients.read', { params: { id_client: id } })).headers.etag
  const rename = (name: string, headers: Record<string, string>) =>
    sendRawCall(app.app, gym.admin.token, 'clients.update', { params: { id_client: id }, body: { name }, headers })
  const headers = { 'idempotency-key': randomUUID(), 'if-match': String(etag) }
  const first = await rename('Ana Luz Cruz', headers)
  await rename('Ana Paz Cruz', {})
  const again = await rename('Ana Luz Cruz', headers)
  expect([first.status, first.headers.etag === etag]).toEqual([200, false])
  expect([again.status, again.text, again.headers.etag]).toEqual([200, first.text, first.headers.etag])
  expect(await gym.admin.call('clients.read', { params: { id_client: id } })).toMatchObject({ name: 'Ana Paz Cruz' })
  expect((await rename('Otra', headers)).status).toBe(409)
})

test('write: a repeat gets the first answer, and its own changes are rolled back', async () => {
  const product = await makeProduct(gym, { stock: 1 })
  const client = await makeClient(gym)
  const stored = await DatabaseDigest.of(app)
  const calls = [
    // The server would refuse a second sale, because the product is out of stock by now.
    () => {
      const key = withKey()
      return () =>
        gym.admin.try('sales.create', {
          body: { id_client: client.id, items: [{ id_product: product.id, quantity: 1 }] },
          ...key,
        })
    },
    // The database would refuse a second client, because the first call's client has the card by now.
    () => {
      const key = withKey()
      return () => gym.admin.try('clients.create', { body: { name: 'Nueva', card_number: '4711' }, ...key })
    },
  ]
  for (const make of calls) {
    const call = make()
    const first = await call()
    expect(first.status).toBe(201)
    const before = await stored.take()
    const again = await call()
    expect([again.status, again.text]).toEqual([first.status, first.text])
    expect(await stored.take()).toEqual(before)
    expect((await make()()).status).toBe(409)
  }
  await stored.close()
})

test('write: a deadlock in the last statement is retried, and a timeout there gives 503', async () => {
  const [client, plan] = [await makeClient(gym), await makePlan(gym)]
  const body = { id_client: client.id, id_membership: plan.id, start_date: '2026-02-01', overlap: true }
  const total = async () => (await gym.admin.call('payments.list')).total
  for (const [state, times, expected] of [
    ['40P01', 1, 201],
    ['55P03', 1000, 503],
    ['23503', 1000, 404],
  ] as const) {
    await queryAsOwner(
      app,
      `
        create sequence troubles;
        create function trouble() returns trigger language plpgsql security definer as $$
        begin
          if nextval('troubles') <= ${times} then raise exception 'trouble' using errcode = '${state}'; end if;
          return null;
        end $$;
        create trigger trouble after insert on membership_payments for each row execute function trouble()`,
    )
    try {
      const before = await total()
      expect((await gym.admin.try('payments.create', { body, ...withKey() })).status, state).toBe(expected)
      expect((await total()) - before, state).toBe(expected === 201 ? 1 : 0)
    } finally {
      await queryAsOwner(
        app,
        'drop trigger trouble on membership_payments; drop function trouble; drop sequence troubles',
      )
    }
  }
})
