// Lists exported as Excel files: contents, permissions, and errors during the download.
import { once } from 'node:events'
import { type ClientRequest, get, type IncomingMessage } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { type CallQueryInput, type ExportCallName, endpoints } from '@torniquete/contract/endpoints.ts'
import readExcelFile from 'read-excel-file/node'
import { expect, test } from 'vitest'
import { type Caller, logInAs } from '../../testing/api-caller.ts'
import { countSessionsWaitingForLock, runAsTableOwner } from '../../testing/database-digest.ts'
import {
  makeClient,
  makeExpense,
  makeGym,
  makePayment,
  makePlan,
  makeProduct,
  makePurchase,
  makeSale,
  makeSupplier,
  makeUser,
  testPassword,
} from '../../testing/factories.ts'
import { makeCallUrl } from '../../testing/raw-call.ts'
import { startTestAppForFile } from '../../testing/test-app.ts'
import { readTokenUserId } from '../../testing/two-gyms.ts'

const many = 5_500
const noon = '2026-03-04T16:00:00.000Z'
const march = { start_date: '2026-03-04', end_date: '2026-03-04' }

/** The gym `busy` gets so many sales that each export takes some time. */
const app = await startTestAppForFile()
const address = (await app.listen()).address
const gym = await makeGym(app, { timeZone: 'America/Santo_Domingo' })
const busy = await makeGym(app)
const client = await makeClient(busy)
await runAsTableOwner(app, async (owner) => {
  // Several documents get the same time in milliseconds but different microseconds, which JavaScript's dates lack.
  await owner.query('set session_replication_role = replica')
  await owner.query(
    `insert into sales (gym_id, number, id_client, id_user, party_name, user_name, amount_total, created_at)
     select $1, n, $2, $3, 'Cliente ' || n, 'Ana', n, timestamptz '2026-03-04' + interval '1.000001 s' * (n / 3) from generate_series(1, $4::int) n`,
    [busy.gym.id, client.id, readTokenUserId(busy.admin), many],
  )
  await owner.query(
    `insert into sale_items (gym_id, id_sale, line, id_product, product_name, quantity, unit_price, discount, tax)
     select gym_id, id, 1, 1, md5(number::text), 1, amount_total, 0, 0 from sales where gym_id = $1`,
    [busy.gym.id],
  )
  await owner.query('analyze sales, sale_items')
})

const headersOf = ({ token }: Caller) => ({ authorization: `Bearer ${token}` })

const ask = (name: ExportCallName, caller: Caller, query = {}): ClientRequest =>
  get(address + makeCallUrl(name, { query }), { headers: headersOf(caller) })

/** Resolves when the first chunk of the answer has arrived. */
async function begin(...asked: Parameters<typeof ask>): Promise<IncomingMessage> {
  const [answer] = await once(ask(...asked), 'response')
  return answer
}

async function sheetOf<Name extends ExportCallName>(name: Name, caller: Caller, query?: CallQueryInput<Name> & object) {
  const answer = await begin(name, caller, query)
  expect(answer.statusCode).toBe(200)
  const [sheet, ...others] = await readExcelFile(await buffer(answer))
  expect([sheet?.sheet, others]).toEqual(['Hoja1', []])
  return sheet?.data ?? []
}

const atNoon = new Date('2026-03-04T12:00:00Z')

test('exports: totals of sales, purchases and payments leave voided documents out', async () => {
  app.clock.set(noon)
  const water = await makeProduct(gym, { name: 'Agua', stock: 50, sale_price: '50.25' })
  const jose = await makeClient(gym, { name: '=José & Cía' })
  const item = { id_product: water.id, quantity: 2, discount: 10, tax: 18 }
  await makeSale(gym, [item], jose.id)
  const wrong = await makeSale(gym, [item], jose.id)
  await gym.admin.call('sales.void', { params: { id: wrong.id }, body: { reason: 'Doble' } })
  const { user } = wrong
  const head = ['Total', 'Anulado', 'Estado', 'Forma de pago', 'Efectivo', 'Tarjeta', 'Transferencia']
  const inCash = (amount: number) => ['Efectivo', amount, null, null]
  const voided = [0, 108.54, 'ANULADA', 'Efectivo', null, null, null]
  const sums = [108.54, 108.54, null, null, 108.54, 0, 0]
  expect(await sheetOf('sales.export', gym.admin, march)).toEqual([
    ['Número', 'Fecha', 'Cliente', 'Usuario', 'Productos', 'Subtotal', 'Descuento', 'Impuesto', ...head],
    [2, atNoon, '=José & Cía', user.name, '2 × Agua', 0, 0, 0, ...voided],
    [1, atNoon, '=José & Cía', user.name, '2 × Agua', 100.5, 10.05, 18.09, 108.54, null, null, ...inCash(108.54)],
    ['Total', null, null, null, null, 100.5, 10.05, 18.09, ...sums],
  ])
  expect(await sheetOf('sales.export', gym.admin, { ...march, brief: 'true' })).toEqual([
    ['Número', 'Fecha', 'Cliente', 'Trabajador', ...head],
    [2, atNoon, '=José & Cía', user.name, ...voided],
    [1, atNoon, '=José & Cía', user.name, 108.54, null, null, ...inCash(108.54)],
    ['Total', null, null, null, ...sums],
  ])
  const supplier = await makeSupplier(gym, { name: 'Corripio' })
  await makePurchase(gym, [{ id_product: water.id, quantity: 1, unit_price: '30' }], supplier.id)
  const filter = { ...march, supplier_name: 'corri' }
  expect(await sheetOf('purchases.export', gym.admin, filter)).toEqual([
    ['Número', 'Fecha', 'Proveedor', 'Usuario', ...head, 'Sin indicar'],
    [2, atNoon, 'Corripio', user.name, 30, null, null, null, null, null, null, 30],
    ['Total', null, null, null, 30, 0, null, null, 0, 0, 0, 30],
  ])
  const plan = await makePlan(gym, { name: 'Mensual', duration_days: 28 })
  await makePayment(gym, { id_client: jose.id, id_membership: plan.id, start_date: '2026-03-10' })
  const day = (text: string) => new Date(`${text}T00:00:00Z`)
  expect(await sheetOf('payments.export', gym.admin, march)).toEqual([
    [
      ...['Número', 'Fecha', 'Cliente', 'Usuario', 'Membresía', 'Precio', 'Descuento %'],
      ...['Primer día', 'Último día', ...head],
    ],
    [
      ...[1, atNoon, '=José & Cía', user.name, 'Mensual', 1250, 0, day('2026-03-10'), day('2026-04-06')],
      ...[1250, null, null, ...inCash(1250)],
    ],
    ['Total', null, null, null, null, 1250, null, null, null, 1250, 0, null, null, 1250, 0, 0],
  ])
  expect(await sheetOf('voids.export', gym.admin, march)).toEqual([
    ['Número', 'Fecha', 'Documento', 'De', 'Anuló', 'Motivo', 'Importe'],
    [1, atNoon, 'Venta N.º 2', '=José & Cía', user.name, 'Doble', 108.54],
  ])
  app.clock.reset()
})

test('exports: pending debts have a column next to the payment methods', async () => {
  const own = await makeGym(app)
  const [{ id: id_client }, water] = [await makeClient(own), await makeProduct(own, { sale_price: '40.00', stock: 9 })]
  await own.admin.call('debts.set-rules', { body: { is_on: true } })
  const [, card] = await own.admin.call('payment-kinds.list')
  const sell = (body: object) =>
    own.admin.call('sales.create', { body: { id_client, items: [{ id_product: water.id, quantity: 2 }], ...body } })
  const half = { paid: [{ id_kind: card?.id ?? 0, amount: 50 }], owed: 30 }
  const [, wrong] = [await sell(half), await sell(half), await sell({ owed: 80 })]
  await own.admin.call('sales.void', { params: { id: wrong.id }, body: { reason: 'Doble' } })
  const paid = async () =>
    (await sheetOf('sales.export', own.admin, { brief: 'true' })).slice(1, -1).map((row) => row[7])
  expect(await paid()).toEqual(['Pendiente de pago', 'Tarjeta 50.00', 'Tarjeta 50.00; Pendiente de pago 30.00'])
  await own.admin.call('debts.collect', { params: { id_client }, body: { amount: 50 } })
  expect(await paid()).toEqual([
    'Efectivo 20.00; Pendiente de pago 60.00',
    'Tarjeta 50.00',
    'Tarjeta 50.00; Efectivo 30.00',
  ])
  const { id } = await own.admin.call('debts.collect', { params: { id_client }, body: { amount: 60 } })
  expect((await sheetOf('sales.export', own.admin, { brief: 'true' })).map((row) => [row[4], ...row.slice(8)])).toEqual(
    [
      ['Total', 'Efectivo', 'Tarjeta', 'Transferencia', 'Pendiente de pago'],
      [80, 80, null, null, null],
      [0, null, null, null, null],
      [80, 30, 50, null, null],
      [160, 110, 50, 0, 0],
    ],
  )
  const kinds = ['Efectivo', 'Tarjeta', 'Transferencia']
  const sheet = async () => (await sheetOf('collections.export', own.admin)).map((row) => row.toSpliced(1, 3))
  expect(await sheet()).toEqual([
    [
      ...['Cobro', 'Forma de pago', 'Quedó a deber', 'Total', 'Anulado', 'Estado'],
      ...['Anulado el', 'Anulado por', 'Motivo', ...kinds],
    ],
    [2, 'Efectivo 60.00', 0, 60, null, null, null, null, null, 60, null, null],
    [1, 'Efectivo 50.00', 60, 50, null, null, null, null, null, 50, null, null],
    ['Total', null, null, 110, 0, null, null, null, null, 110, 0, 0],
  ])
  // A voided debt collection does not count as a payment of the document.
  await own.admin.call('collections.void', { params: { id }, body: { reason: 'Doble' } })
  expect((await paid())[0]).toBe('Efectivo 20.00; Pendiente de pago 60.00')
  expect((await sheet())[1]).toEqual([
    ...[2, 'Efectivo 60.00', 0, 0, 60, 'ANULADA'],
    ...[expect.any(Date), 'Dueña', 'Doble', null, null, null],
  ])
})

test('exports: filter products and expenses, and contain no rows of other gyms or days', async () => {
  app.clock.set(noon)
  await makeProduct(gym, { name: 'Batido', code: '0075', description: '600 ml', min_quantity: 4 })
  await makeProduct(gym, { name: 'Batata', sale_price: null })
  expect(await sheetOf('products.export', gym.admin, { product_name: 'bat' })).toEqual([
    [
      ...['Nombre', 'Unidad', 'Cantidad actual', 'Cantidad mínima'],
      ...['Precio de venta', 'Último precio de compra', 'Código', 'Descripción'],
    ],
    ['Batata', 'Unidad', 0, null, null, null, null, null],
    ['Batido', 'Unidad', 0, 4, 100, null, '0075', '600 ml'],
  ])
  await makeExpense(gym, { description: 'Luz de febrero', payee: 'Edenorte', spent_on: '2026-02-27' })
  await makeExpense(gym, { description: 'Agua' })
  const [, ...expenses] = await sheetOf('expenses.export', gym.admin, { ...march, name: 'luz' })
  expect(expenses.slice(0, -1).map((row) => row.toSpliced(6, 1).slice(0, 10))).toEqual([
    [1, atNoon, 'Luz de febrero', 'Otros', 'Edenorte', new Date('2026-02-27T00:00:00Z'), 100, null, null, null],
  ])
  expect(await sheetOf('sales.export', gym.admin, { start_date: '2026-03-05' })).toHaveLength(1)
  const other = await makeGym(app)
  const isWhole = (name: ExportCallName) => endpoints[name].query.safeParse({}).success
  for (const name of (Object.keys(endpoints).filter((each) => each.endsWith('.export')) as ExportCallName[]).filter(
    isWhole,
  ))
    expect(await sheetOf(name, other.admin), name).toHaveLength(1)
  app.clock.reset()
})

test('exports: thousands of sales appear once, newest first, without blocking other calls', async () => {
  let [ended, answered] = [false, 0]
  const beside = async () => {
    for (; !ended; answered += 1) await (await fetch(`${address}/v1/config`)).arrayBuffer()
  }
  const trivial = beside()
  const data = await sheetOf('sales.export', busy.admin).finally(() => {
    ended = true
  })
  await trivial
  expect(answered).toBeGreaterThan(10)
  const numbers = data.slice(1, -1).map(([number]) => number)
  expect(numbers).toHaveLength(many)
  expect(numbers.every((number, at) => number === many - at)).toBe(true)
}, 60_000)

test('exports: the download is cut when the caller’s right ends', async () => {
  const user = await makeUser(busy, 'gym_admin')
  const answer = await begin('sales.export', await logInAs(app.app, user.username, testPassword))
  expect(answer.statusCode).toBe(200)
  await runAsTableOwner(app, async (owner) => {
    await owner.query('begin; lock table sales in access exclusive mode')
    // The first chunks are being sent, and the next chunk waits for the lock.
    await expect.poll(() => countSessionsWaitingForLock(owner, '"sales"')).toBe(1)
    const whole = buffer(answer)
    whole.catch(() => {})
    await busy.admin.call('users.update', { params: { id_user: user.id }, body: { is_active: false } })
    await owner.query('rollback')
    await expect(whole).rejects.toThrow('aborted')
  })
})
