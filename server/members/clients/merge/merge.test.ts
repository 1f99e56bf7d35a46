// Two clients that are one person become one, and two again within a day.
import type { Client } from '@torniquete/contract/members/clients.ts'
import { expect, test } from 'vitest'
import { sql } from '../../../platform/db/sql.ts'
import { asOwner } from '../../../testing/digest.ts'
import { makePayment, makePlan, makeProduct, makeSale } from '../../../testing/factories.ts'
import {
  ana,
  app,
  clients,
  gym,
  history,
  merge,
  pair,
  type Row,
  read,
  shown,
  startMergeApp,
  stored,
  twin,
  undo,
  visit,
} from '../../../testing/merge-app.ts'
import { uploadImage } from '../../../testing/world.ts'

startMergeApp()

/** One of each kind of the twin's, and of Ana's. */
async function makeLives() {
  const [plan, product] = [await makePlan(gym), await makeProduct(gym, { stock: 10 })]
  const sold = []
  for (const [client, start_date] of [
    [ana, '2026-06-01'],
    [twin, '2026-06-21'],
  ] as const) {
    const payment = await makePayment(gym, { id_client: client.id, id_membership: plan.id, start_date })
    const sale = await makeSale(gym, [{ id_product: product.id, quantity: 1 }], client.id)
    await visit(client)
    sold.push({ payment, sale })
  }
  return { ...sold[1], plan }
}

test('merge: moves payments, sales, visits and notifications, and keeps daily sums', async () => {
  const { payment, sale } = await makeLives()
  const before = await stored()
  expect(await shown()).toMatchObject({
    moves: { payments: 1, sales: 1, visits: 1, messages: 0 },
    overlap: [{ start_date: '2026-06-21', expire_membership: '2026-07-01' }],
  })
  await merge()
  expect(await clients()).toEqual(['Ana Peña'])
  expect(await read(ana)).toMatchObject({ name: 'Ana Peña', paid_until: '2026-07-21' })
  const bill = await gym.admin.call('sales.read', { params: { id: sale?.id ?? 0 } })
  expect(bill).toMatchObject({
    client: { id: ana.id, name: 'Ana Pena' },
    number: sale?.number,
    amount_total: '100.00',
  })
  const paid = await gym.admin.call('payments.read', { params: { id: payment?.id ?? 0 } })
  expect(paid).toMatchObject({ client: { id: ana.id, name: 'Ana Pena' }, number: payment?.number })
  const after = await stored()
  expect(after.revenue).toEqual(before.revenue)
  const anas = (rows: Row[]) => rows.map((row) => ({ ...row, id_client: ana.id }))
  for (const table of ['sales', 'membership_payments', 'attendances', 'notifications']) {
    const own = before[table]?.filter(({ id_client }) => id_client !== null)
    expect(after[table]).toEqual(expect.arrayContaining(anas(own ?? [])))
  }
  expect(await history(ana)).toContain('merged: Ana Pena')
  expect(await history(twin)).toContain('merged: Ana Peña')
  const visits = await gym.admin.call('attendances.list', { query: { page: 1 } })
  expect(visits.items.map(({ id_client }) => id_client)).toEqual([ana.id, ana.id])
  // A void takes back what was booked, on its day, once.
  await gym.admin.call('payments.void', { params: { id: payment?.id ?? 0 }, body: { reason: 'Doble' } })
  const sum = (rows: Row[] = []) => rows.map(({ kind, total }) => [kind, Number(total)])
  expect([sum(before.revenue), sum((await stored()).revenue)]).toEqual([
    [
      ['payment', 2500],
      ['sale', 200],
    ],
    [
      ['payment', 1250],
      ['sale', 200],
    ],
  ])
  expect((await read(ana)).paid_until).toBe('2026-07-01')
})

test('merge: an undo restores everything', async () => {
  await makeLives()
  const before = { rows: await stored(), ana: await read(ana), twin: await read(twin) }
  const { id } = await merge(['name', 'id_zkteco', 'card_number', 'email', 'notes'])
  expect(await read(ana)).toMatchObject({
    name: 'Ana Pena',
    id_zkteco: twin.id_zkteco,
    card_number: '222',
    email: 'ana@example.com',
    phone_number: '809-555-0101',
    notes: null,
  })
  app.clock.advance(23 * 3_600_000)
  expect(await gym.admin.call('clients.last-merge', { params: { id_client: ana.id } })).toMatchObject({
    last: { id, gone: { id: twin.id, name: 'Ana Pena' }, user: 'Dueña' },
  })
  expect(await undo(id)).toMatchObject({
    status: 200,
    answer: { kept: { name: 'Ana Peña' }, gone: { name: 'Ana Pena' } },
  })
  app.clock.set('2026-06-15T16:00:00Z')
  const same = ({ updated_at, ...client }: Client) => client
  expect(same(await read(ana))).toEqual(same(before.ana))
  expect(same(await read(twin))).toEqual(same(before.twin))
  const rows = await stored()
  expect(rows).toEqual(before.rows)
  expect(await history(twin)).toContain('unmerged: Ana Peña')
  expect((await undo(id)).status).toBe(404)
})

test('after a day it stands, and nothing of it tells any more whose a visit was', async () => {
  await visit(twin)
  const { id } = await merge()
  await asOwner(app, (owner) =>
    owner.query(`update client_merges set created_at = now() - interval '25 hours' where id = $1 and gym_id = $2`, [
      id,
      gym.gym.id,
    ]),
  )
  await app.database.write({ gym: gym.gym.id, user: null }, (tx) => tx.run(sql`select drop_old(500)`))
  app.clock.reset()
  expect((await undo(id)).status).toBe(404)
  const [row] = await asOwner(
    app,
    async (owner) => (await owner.query('select undo from client_merges where id = $1', [id])).rows,
  )
  expect(row).toEqual({ undo: null })
})

test('merge: the merged client is not in the deleted list and cannot be restored', async () => {
  const { id } = await merge()
  expect((await gym.admin.call('clients.deleted')).items).toEqual([])
  const refused = await gym.admin.try('clients.restore', { params: { id_client: twin.id } })
  expect([refused.status, refused.answer]).toEqual([409, { detail: 'Deshaz primero la unión con Ana Peña.' }])
  await undo(id)
  expect(await clients()).toEqual(['Ana Pena', 'Ana Peña'])
})

test('a photo is chosen like any field, and neither is lost', async () => {
  const [first, second] = [await uploadImage(gym.admin, 'clients'), await uploadImage(gym.admin, 'clients')]
  const show = ({ path, token }: typeof first) => ({ photo_path: path, photo_url: `/v1/${path}?token=${token}` })
  for (const [client, photo] of [
    [ana, first],
    [twin, second],
  ] as const)
    await gym.admin.call('clients.update', { params: { id_client: client.id }, body: show(photo) })
  const { id } = await merge(['photo_url'])
  expect(await read(ana)).toMatchObject(show(second))
  await undo(id)
  expect(await read(ana)).toMatchObject(show(first))
  expect(await read(twin)).toMatchObject(show(second))
})

test('fingers that are kept of who goes are told, for they go for good', async () => {
  expect((await shown()).drops_biometrics).toBe(false)
  await asOwner(app, async (owner) => {
    await owner.query("select set_config('app.gym_id', $1, false)", [String(gym.gym.id)])
    await owner.query('update clients set biometrics_agreed_at = now() where id = $1', [twin.id])
    await owner.query(
      `insert into biometrics (gym_id, id_client, type, number, part, major, minor, format, duress, digest, key_name, data, taken_at)
       values ($1, $2, 1, 0, 0, 10, 0, 0, false, 'x', 'x', 'x', now())`,
      [gym.gym.id, twin.id],
    )
  })
  expect((await shown()).drops_biometrics).toBe(true)
  expect((await shown(pair(twin, ana))).drops_biometrics).toBe(false)
  const { id } = await merge()
  await undo(id)
  expect((await shown()).drops_biometrics).toBe(false)
})

test('a block by hand was of this person, whichever of them it stood on', async () => {
  await gym.admin.call('door.edit-user-verify', { query: { pin: twin.id_zkteco ?? 0, new_verify: 3 } })
  const { id } = await merge()
  expect((await read(ana)).door_blocked).toBe(true)
  await undo(id)
  expect([(await read(ana)).door_blocked, (await read(twin)).door_blocked]).toEqual([false, true])
})
