// Two records of one person are merged into one client, and can be separated again within a day.
import type { MergeableField } from '@torniquete/contract/members/client-merge.ts'
import type { Client } from '@torniquete/contract/members/clients.ts'
import { beforeEach, expect, test } from 'vitest'
import { sql } from '../../../platform/db/sql.ts'
import type { Caller } from '../../../testing/api-caller.ts'
import { queryAsOwner, runAsTableOwner, tryStatementAsServer } from '../../../testing/database-digest.ts'
import {
  makeClient,
  makeGym,
  makePayment,
  makePlan,
  makePlanWithTerms,
  makeProduct,
  makeSale,
  readAnonymousClient,
  type TestGym,
} from '../../../testing/factories.ts'
import { formatReply } from '../../../testing/front-desk.ts'
import { startTestAppForFile } from '../../../testing/test-app.ts'

let gym: TestGym
let ana: Client
let twin: Client
const app = await startTestAppForFile({ SESSION_HOURS: '8760' })
beforeEach(async () => {
  // Noon in Santo Domingo, the gym's time zone.
  app.clock.set('2026-06-15T16:00:00Z')
  gym = await makeGym(app, { timeZone: 'America/Santo_Domingo' })
  ana = await makeClient(gym, {
    name: 'Ana Peña',
    phone_number: '809-555-0101',
    card_number: '111',
    notes: 'Rodilla',
  })
  twin = await makeClient(gym, { name: 'Ana Pena', email: 'ana@example.com', card_number: '222' })
})

const makePairParams = (kept = ana, gone = twin) => ({ id_client: kept.id, id_other: gone.id })
const compareClients = (params = makePairParams()) => gym.admin.call('clients.compare', { params })
async function merge(take: MergeableField[] = [], params = makePairParams(), caller: Caller = gym.admin) {
  const { digest } = await compareClients(params)
  return caller.call('clients.merge', { params, body: { take, confirm: digest } })
}
const undoMerge = (id: number) => gym.admin.try('clients.undo-merge', { params: { id_merge: id } })
const read = (client: Client) => gym.admin.call('clients.read', { params: { id_client: client.id } })
const listClients = async () => (await gym.admin.call('clients.list')).items.map(({ name }) => name)
const makeVisit = (client: Client) => gym.admin.call('attendances.create', { body: { id_client: client.id } })
const readHistory = async (client: Client) =>
  (await gym.admin.call('history.list', { query: { entity: 'clients', id: client.id } })).items.flatMap(({ changes }) =>
    changes.map(({ field, after }) => `${field}: ${after}`),
  )

type Row = Record<string, unknown>
/** Reads all stored rows about people of the gym, and the daily sums, without document versions. */
const readStoredRows = () =>
  runAsTableOwner(app, async (owner) => {
    await owner.query(`select set_config('app.gym_id', $1, false)`, [String(gym.gym.id)])
    const tables = ['sales', 'membership_payments', 'attendances', 'notifications', 'outbox', 'paid_until', 'pins']
    const found: Record<string, Row[]> = {}
    for (const table of tables) {
      const { rows } = await owner.query<{ row: Row }>(
        `select to_jsonb(t) - 'version' - 'typed' as row from ${table} t where gym_id = ${gym.gym.id} order by 1`,
      )
      found[table] = rows.map(({ row }) => row)
    }
    const { rows } = await owner.query<Row>(
      `select * from revenue_between(${gym.gym.id}, '-infinity', 'infinity') order by 1, 2, 3`,
    )
    found.revenue = rows
    return found
  })

/** Makes one row of each kind for Ana and for her duplicate record. */
async function makeLives() {
  const [plan, product] = [await makePlan(gym), await makeProduct(gym, { stock: 10 })]
  const sold = []
  for (const [client, start_date] of [
    [ana, '2026-06-01'],
    [twin, '2026-06-21'],
  ] as const) {
    const payment = await makePayment(gym, { id_client: client.id, id_membership: plan.id, start_date })
    const sale = await makeSale(gym, [{ id_product: product.id, quantity: 1 }], client.id)
    await makeVisit(client)
    sold.push({ payment, sale })
  }
  return { ...sold[1], plan }
}

test('merge: moves payments, sales, visits and notifications, and keeps daily sums', async () => {
  const { payment, sale } = await makeLives()
  const before = await readStoredRows()
  expect(await compareClients()).toMatchObject({
    moves: { payments: 1, sales: 1, visits: 1, messages: 0 },
    overlap: [{ start_date: '2026-06-21', expire_membership: '2026-07-01' }],
  })
  await merge()
  expect(await listClients()).toEqual(['Ana Peña'])
  expect(await read(ana)).toMatchObject({ name: 'Ana Peña', paid_until: '2026-07-21' })
  const bill = await gym.admin.call('sales.read', { params: { id: sale?.id ?? 0 } })
  expect(bill).toMatchObject({
    client: { id: ana.id, name: 'Ana Pena' },
    number: sale?.number,
    amount_total: '100.00',
  })
  const paid = await gym.admin.call('payments.read', { params: { id: payment?.id ?? 0 } })
  expect(paid).toMatchObject({ client: { id: ana.id, name: 'Ana Pena' }, number: payment?.number })
  const after = await readStoredRows()
  expect(after.revenue).toEqual(before.revenue)
  const anas = (rows: Row[]) => rows.map((row) => ({ ...row, id_client: ana.id }))
  for (const table of ['sales', 'membership_payments', 'attendances', 'notifications']) {
    const own = before[table]?.filter(({ id_client }) => id_client !== null)
    expect(after[table]).toEqual(expect.arrayContaining(anas(own ?? [])))
  }
  expect(await readHistory(ana)).toContain('merged: Ana Pena')
  expect(await readHistory(twin)).toContain('merged: Ana Peña')
  // Voiding a payment that the merge moved lowers the sums once, on the day of the void.
  await gym.admin.call('payments.void', { params: { id: payment?.id ?? 0 }, body: { reason: 'Doble' } })
  const sum = (rows: Row[] = []) => rows.map(({ kind, total }) => `${kind} ${Number(total)}`)
  expect(sum(before.revenue)).toEqual(['payment 2500', 'sale 200'])
  expect(sum((await readStoredRows()).revenue)).toEqual(['payment 1250', 'sale 200'])
  expect((await read(ana)).paid_until).toBe('2026-07-01')
})

test('merge: an undo restores both clients and all their rows', async () => {
  await makeLives()
  const before = { rows: await readStoredRows(), ana: await read(ana), twin: await read(twin) }
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
  expect(await undoMerge(id)).toMatchObject({
    status: 200,
    answer: { kept: { name: 'Ana Peña' }, gone: { name: 'Ana Pena' } },
  })
  app.clock.set('2026-06-15T16:00:00Z')
  const same = ({ updated_at, ...client }: Client) => client
  expect(same(await read(ana))).toEqual(same(before.ana))
  expect(same(await read(twin))).toEqual(same(before.twin))
  const rows = await readStoredRows()
  expect(rows).toEqual(before.rows)
  expect(await readHistory(twin)).toContain('unmerged: Ana Peña')
  expect((await undoMerge(id)).status).toBe(404)
})

test('merge: cannot be undone after a day, when its undo data are deleted', async () => {
  await makeVisit(twin)
  const { id } = await merge()
  await queryAsOwner(
    app,
    `update client_merges set created_at = now() - interval '25 hours' where id = $1 and gym_id = $2`,
    [id, gym.gym.id],
  )
  await gym.rows(sql`select delete_expired_rows(500)`)
  app.clock.reset()
  expect((await undoMerge(id)).status).toBe(404)
  const kept = await queryAsOwner(app, 'select undo from client_merges where id = $1', [id])
  expect(kept.rows).toEqual([{ undo: null }])
})

test('merge: the merged client is not in the deleted list and cannot be restored', async () => {
  const { id } = await merge()
  expect((await gym.admin.call('clients.deleted')).items).toEqual([])
  const refused = await gym.admin.try('clients.restore', { params: { id_client: twin.id } })
  expect(formatReply(refused)).toBe('409 Deshaz primero la unión con Ana Peña.')
  await undoMerge(id)
  expect(await listClients()).toEqual(['Ana Pena', 'Ana Peña'])
})

test('merge: the photo is chosen like other fields, and both files are kept', async () => {
  const show = (name: string) => ({
    photo_path: `images/clients/1_${name}.png`,
    photo_url: `/v1/images/clients/1_${name}.png?token=1-a`,
  })
  await gym.admin.call('clients.update', { params: { id_client: ana.id }, body: show('ana') })
  await gym.admin.call('clients.update', { params: { id_client: twin.id }, body: show('twin') })
  const { id } = await merge(['photo_url'])
  expect(await read(ana)).toMatchObject(show('twin'))
  await undoMerge(id)
  expect([await read(ana), await read(twin)]).toMatchObject([show('ana'), show('twin')])
})

test('merge: the comparison warns that fingerprints of the merged client will be deleted', async () => {
  expect((await compareClients()).drops_biometrics).toBe(false)
  await runAsTableOwner(app, async (owner) => {
    await owner.query("select set_config('app.gym_id', $1, false)", [String(gym.gym.id)])
    await owner.query('update clients set biometrics_agreed_at = now() where id = $1', [twin.id])
    await owner.query(
      `insert into biometrics (gym_id, id_client, type, number, part, major, minor, format, duress, digest, key_name, data, taken_at)
       values ($1, $2, 1, 0, 0, 10, 0, 0, false, 'x', 'x', 'x', now())`,
      [gym.gym.id, twin.id],
    )
  })
  expect((await compareClients()).drops_biometrics).toBe(true)
  expect((await compareClients(makePairParams(twin, ana))).drops_biometrics).toBe(false)
})

test('merge: a door block of either client applies to the merged one until an undo', async () => {
  await gym.admin.call('door.edit-user-verify', { query: { pin: twin.id_zkteco ?? 0, new_verify: 3 } })
  const { id } = await merge()
  expect((await read(ana)).door_blocked).toBe(true)
  await undoMerge(id)
  expect([(await read(ana)).door_blocked, (await read(twin)).door_blocked]).toEqual([false, true])
})

test('merge: refused with the same client and with the anonymous client', async () => {
  const anonymous = await readAnonymousClient(gym)
  const attempt = async (params: ReturnType<typeof makePairParams>) =>
    (await gym.admin.try('clients.merge', { params, body: { take: [], confirm: 'x' } })).status
  expect([
    await attempt(makePairParams(ana, ana)),
    await attempt(makePairParams(ana, anonymous)),
    await attempt(makePairParams(anonymous, ana)),
  ]).toEqual([422, 409, 409])
})

test('merge: refused while one client is paused and the other has paid days', async () => {
  const plan = await makePlanWithTerms(gym, { pause_days: 30 })
  for (const client of [ana, twin])
    await makePayment(gym, { id_client: client.id, id_membership: plan.id, start_date: '2026-06-10' })
  const body = { start_date: '2026-06-15', end_date: '2026-06-20', reason: 'Viaje' }
  await gym.admin.call('pauses.create', { params: { id_client: ana.id }, body })
  const { digest } = await compareClients()
  const refused = await gym.admin.try('clients.merge', {
    params: makePairParams(),
    body: { take: [], confirm: digest },
  })
  expect(formatReply(refused)).toBe(
    '409 Ana Peña está en pausa y la otra ficha tiene días pagados: termina antes la pausa.',
  )
})

test('merge: refused if a client changed after the comparison that the user confirmed', async () => {
  const { digest } = await compareClients()
  await makePayment(gym, { id_client: ana.id, start_date: '2026-06-01' })
  await makePayment(gym, { id_client: twin.id, start_date: '2026-06-01' })
  expect(
    (await gym.admin.try('clients.merge', { params: makePairParams(), body: { take: [], confirm: digest } })).status,
  ).toBe(409)
  expect(await listClients()).toEqual(['Ana Pena', 'Ana Peña'])
})

test('merge: of two concurrent merges one succeeds', async () => {
  const { digest } = await compareClients()
  const { digest: back } = await compareClients(makePairParams(twin, ana))
  const statuses = await Promise.all([
    gym.admin.try('clients.merge', { params: makePairParams(), body: { take: [], confirm: digest } }),
    gym.admin.try('clients.merge', { params: makePairParams(twin, ana), body: { take: [], confirm: back } }),
  ])
  expect(statuses.map(({ status }) => status).sort()).toEqual([201, 404])
  expect(await listClients()).toHaveLength(1)
})

test('merge: a concurrent sale to the merged client is moved to the kept one, or refused', async () => {
  const [plan, product] = [await makePlan(gym), await makeProduct(gym, { stock: 50 })]
  const { digest } = await compareClients()
  const items = [{ id_product: product.id, quantity: 1 }]
  const selling = Array.from({ length: 8 }, () =>
    gym.admin.try('sales.create', { body: { id_client: twin.id, items } }),
  )
  const paying = gym.admin.try('payments.create', {
    body: { id_client: twin.id, id_membership: plan.id, start_date: '2026-08-01' },
  })
  const merged = gym.admin.try('clients.merge', { params: makePairParams(), body: { take: [], confirm: digest } })
  const results = await Promise.all([...selling, paying, merged])
  expect(results.every(({ status }) => [201, 404, 409].includes(status))).toBe(true)
  const rows = await readStoredRows()
  if (results.at(-1)?.status === 201)
    for (const table of ['sales', 'membership_payments'])
      expect(rows[table]?.every(({ id_client }) => id_client === ana.id)).toBe(true)
})

test('merge: an undo is refused if the PIN is taken, and while a later merge exists', async () => {
  const { id } = await merge()
  const third = await makeClient(gym, { name: 'Luz', id_zkteco: twin.id_zkteco })
  expect(formatReply(await undoMerge(id))).toBe(`409 El número ${twin.id_zkteco} ya pertenece a otra persona.`)
  const later = await merge([], makePairParams(ana, third))
  expect(formatReply(await undoMerge(id))).toBe('409 Deshaz primero la unión con Luz.')
  expect((await undoMerge(later.id)).status).toBe(200)
  await gym.admin.call('clients.update', { params: { id_client: third.id }, body: { id_zkteco: 7777 } })
  await gym.admin.call('clients.delete', { params: { id_client: ana.id } })
  expect(formatReply(await undoMerge(id))).toBe('409 Ana Peña ya no es un cliente. Restáuralo primero.')
  await gym.admin.call('clients.restore', { params: { id_client: ana.id } })
  expect((await undoMerge(id)).status).toBe(200)
  expect((await read(twin)).id_zkteco).toBe(twin.id_zkteco)
})

test('merge: an undo leaves later edits and sales with the kept client', async () => {
  const { id } = await merge(['email', 'name'])
  await gym.admin.call('clients.update', { params: { id_client: ana.id }, body: { email: 'nueva@example.com' } })
  const { id: payment } = await makePayment(gym, { id_client: ana.id, start_date: '2026-06-15' })
  await undoMerge(id)
  expect(await read(ana)).toMatchObject({ name: 'Ana Peña', email: 'nueva@example.com', paid_until: '2026-07-15' })
  expect(await read(twin)).toMatchObject({ email: 'ana@example.com', paid_until: null })
  const paid = await gym.admin.call('payments.read', { params: { id: payment } })
  expect(paid.client.id).toBe(ana.id)
})

test("merge: the server's database role can change a document's owner only by a merge", async () => {
  const attempt = (statement: string) => tryStatementAsServer(app, gym.gym.id, statement)
  expect(await attempt(`update sales set id_client = ${ana.id}`)).toMatch(/permission denied/)
  expect(await attempt(`update client_merges set undo = '{}'`)).toMatch(/permission denied/)
  expect(await attempt(`select move_client_rows(${ana.id}, ${twin.id}, null)`)).toMatch(/permission denied/)
  const anonymous = await readAnonymousClient(gym)
  expect(await attempt(`select merge_clients(${ana.id}, ${anonymous.id}, 1, now(), '{}')`)).toMatch(/not two clients/)
})

test('similar clients: found by phone, mail, or name if no other field contradicts', async () => {
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
