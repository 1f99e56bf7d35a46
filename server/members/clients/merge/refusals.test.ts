// Refused merges and undos, and proposed duplicates.
import { expect, test } from 'vitest'
import { sql } from '../../../platform/db/sql.ts'
import { anonymousClient, makeClient, makeGym, makePayment, makePlan, makeProduct } from '../../../testing/factories.ts'
import {
  ana,
  app,
  clients,
  gym,
  merge,
  pair,
  read,
  shown,
  startMergeApp,
  stored,
  twin,
  undo,
} from '../../../testing/merge-app.ts'
import { makeImport } from '../../../testing/world.ts'

startMergeApp()

const refusal = async (params: { id_client: number; id_other: number }, caller = gym.admin) => {
  const { status, answer } = await caller.try('clients.merge', { params, body: { take: [], confirm: 'x' } })
  return [status, (answer as unknown as { detail: string }).detail]
}

test('with itself, with the anonymous, with who is deleted or of another gym, by a worker', async () => {
  const other = await makeClient(await makeGym(app))
  const anonymous = await anonymousClient(gym)
  const deleted = await makeClient(gym)
  await gym.admin.call('clients.delete', { params: { id_client: deleted.id } })
  expect(await refusal(pair(ana, ana))).toMatchObject([422, [{ msg: 'Elige a otro cliente' }]])
  for (const params of [pair(ana, anonymous), pair(anonymous, ana)]) {
    expect((await refusal(params))[0]).toBe(409)
    expect((await gym.admin.try('clients.compare', { params })).status).toBe(409)
  }
  for (const missing of [other, deleted])
    for (const params of [pair(ana, missing), pair(missing, ana)]) {
      expect((await refusal(params))[0]).toBe(404)
      expect((await gym.admin.try('clients.compare', { params })).status).toBe(404)
    }
  expect((await refusal(pair(), await gym.as('gym_worker')))[0]).toBe(403)
})

test('merge: changes since the comparison are shown again', async () => {
  const { digest } = await shown()
  await makePayment(gym, { id_client: ana.id, start_date: '2026-06-01' })
  await makePayment(gym, { id_client: twin.id, start_date: '2026-06-01' })
  expect((await gym.admin.try('clients.merge', { params: pair(), body: { take: [], confirm: digest } })).status).toBe(
    409,
  )
  expect(await clients()).toEqual(['Ana Pena', 'Ana Peña'])
})

test('merge: of two concurrent merges one succeeds', async () => {
  const { digest } = await shown()
  const { digest: back } = await shown(pair(twin, ana))
  const statuses = await Promise.all([
    gym.admin.try('clients.merge', { params: pair(), body: { take: [], confirm: digest } }),
    gym.admin.try('clients.merge', { params: pair(twin, ana), body: { take: [], confirm: back } }),
  ])
  expect(statuses.map(({ status }) => status).sort()).toEqual([201, 404])
  expect(await clients()).toHaveLength(1)
})

test('merge: a concurrent sale to the merged client moves along or is refused', async () => {
  const [plan, product] = [await makePlan(gym), await makeProduct(gym, { stock: 50 })]
  const { digest } = await shown()
  const selling = Array.from({ length: 8 }, () =>
    gym.admin.try('sales.create', {
      headers: { 'idempotency-key': crypto.randomUUID() },
      body: { id_client: twin.id, items: [{ id_product: product.id, quantity: 1 }] },
    }),
  )
  const paying = gym.admin.try('payments.create', {
    headers: { 'idempotency-key': crypto.randomUUID() },
    body: { id_client: twin.id, id_membership: plan.id, start_date: '2026-08-01' },
  })
  const merged = gym.admin.try('clients.merge', { params: pair(), body: { take: [], confirm: digest } })
  const results = await Promise.all([...selling, paying, merged])
  expect(results.every(({ status }) => [201, 404, 409].includes(status))).toBe(true)
  const rows = await stored()
  if (results.at(-1)?.status === 201)
    for (const table of ['sales', 'membership_payments'])
      expect(rows[table]?.every(({ id_client }) => id_client === ana.id)).toBe(true)
})

test('undone: a number that somebody has by now, who stays no longer, a merge that came after', async () => {
  const { id } = await merge()
  const third = await makeClient(gym, { name: 'Luz', id_zkteco: twin.id_zkteco })
  expect(await undo(id)).toMatchObject({
    status: 409,
    answer: { detail: `El número ${twin.id_zkteco} ya pertenece a otra persona.` },
  })
  const later = await merge([], pair(ana, third))
  expect(await undo(id)).toMatchObject({
    status: 409,
    answer: { detail: 'Deshaz primero la unión con Luz.' },
  })
  expect((await undo(later.id)).status).toBe(200)
  await gym.admin.call('clients.update', { params: { id_client: third.id }, body: { id_zkteco: 7777 } })
  await gym.admin.call('clients.delete', { params: { id_client: ana.id } })
  expect(await undo(id)).toMatchObject({
    status: 409,
    answer: { detail: 'Ana Peña ya no es un cliente. Restáuralo primero.' },
  })
  await gym.admin.call('clients.restore', { params: { id_client: ana.id } })
  expect((await undo(id)).status).toBe(200)
  expect((await read(twin)).id_zkteco).toBe(twin.id_zkteco)
})

test('undone, one merge behind another: who has to give whom back is named by who can be found', async () => {
  const { id } = await merge()
  const luz = await makeClient(gym, { name: 'Luz' })
  const later = await merge([], pair(luz, ana))
  const first = { status: 409, answer: { detail: 'Deshaz primero la unión con Luz.' } }
  expect(await undo(id)).toMatchObject(first)
  expect(await gym.admin.try('clients.restore', { params: { id_client: twin.id } })).toMatchObject(first)
  expect((await undo(later.id)).status).toBe(200)
  expect((await undo(id)).status).toBe(200)
  expect((await clients()).sort()).toEqual(['Ana Pena', 'Ana Peña', 'Luz'])
})

test('undone: what somebody changed or sold since stays with who stayed', async () => {
  const { id } = await merge(['email', 'name'])
  await gym.admin.call('clients.update', { params: { id_client: ana.id }, body: { email: 'nueva@example.com' } })
  const { id: payment } = await makePayment(gym, { id_client: ana.id, start_date: '2026-06-15' })
  await undo(id)
  expect(await read(ana)).toMatchObject({ name: 'Ana Peña', email: 'nueva@example.com', paid_until: '2026-07-15' })
  expect(await read(twin)).toMatchObject({ email: 'ana@example.com', paid_until: null })
  const paid = await gym.admin.call('payments.read', { params: { id: payment } })
  expect(paid.client.id).toBe(ana.id)
})

test('the server’s role can say whose a document is by a merge alone, and writes none by hand', async () => {
  const attempt = (text: string) =>
    app.database
      .write({ gym: gym.gym.id, user: null }, (tx) => tx.run(sql([text] as unknown as TemplateStringsArray)))
      .then(
        () => 'done',
        (error: Error) => error.message,
      )
  expect(await attempt(`update sales set id_client = ${ana.id}`)).toMatch(/permission denied/)
  expect(await attempt(`update client_merges set undo = '{}'`)).toMatch(/permission denied/)
  expect(await attempt(`insert into client_merges (gym_id) values (${gym.gym.id})`)).toMatch(/permission denied/)
  expect(await attempt(`select hand_over(${ana.id}, ${twin.id}, null)`)).toMatch(/permission denied/)
  const anonymous = await anonymousClient(gym)
  expect(await attempt(`select merge_clients(${ana.id}, ${anonymous.id}, 1, now(), '{}')`)).toMatch(/not two clients/)
})

test('an import that is undone leaves who stayed of a merge', async () => {
  const id_import = await makeImport(gym.admin, 'clients.import')
  const imported = (await gym.admin.call('clients.list')).items.find(({ id }) => id !== ana.id && id !== twin.id)
  await merge([], { id_client: imported?.id ?? 0, id_other: twin.id })
  expect(await gym.admin.call('clients.undo-import', { params: { id_import } })).toEqual({ deleted: 0, kept: 1 })
})

test('similar clients: match by phone, mail, or name without a contradiction', async () => {
  const similar = async (query: Record<string, string | number>) =>
    (await gym.admin.call('clients.similar', { query: { except: ana.id, ...query } })).map(({ id, reason }) => [
      id,
      reason,
    ])
  expect(await similar({ name: 'ANA PEÑA' })).toEqual([[twin.id, 'name']])
  expect(await similar({ name: 'Ana' })).toEqual([])
  expect(await similar({ email: 'Ana@Example.com' })).toEqual([[twin.id, 'email']])
  const other = await makeClient(gym, { name: 'Otra', phone_number: '+1 (809) 555 0101', birth_date: '1990-07-24' })
  expect(await similar({ phone_number: '8095550101', email: 'ana@example.com' })).toEqual([
    [twin.id, 'email'],
    [other.id, 'phone_number'],
  ])
  expect(await similar({ phone_number: '555' })).toEqual([])
  expect(await similar({ name: 'otra', birth_date: '1990-07-24' })).toEqual([[other.id, 'birth_date']])
  expect(await similar({ name: 'otra', birth_date: '1991-07-24' })).toEqual([])
  expect(await similar({})).toEqual([])
})
