import readExcelFile from 'read-excel-file/node'
import { expect, test } from 'vitest'
import { makeClient, makeGym, makePlan, makeProduct, makeSale, makeSupplier } from '../../testing/factories.ts'
import { fiscalIdentity, makeFiscalRange } from '../../testing/fiscal-samples.ts'
import { readPaymentKindIds } from '../../testing/front-desk.ts'
import { startTestAppForFile } from '../../testing/test-app.ts'

const app = await startTestAppForFile({ SESSION_HOURS: '8760' })

const none = '0.00|0.00|0.00|0.00|0.00|0.00|0.00'
/** Written by hand from the rules of the form. */
const marchFile = [
  '607|131246796|202603|10',
  `00113918205|2|B0100000002||01|20260302||200.00|34.00|${none}|0.00|100.00|0.00|134.00|0.00|0.00|0.00`,
  `101850043|1|B0100000003||01|20260304||1500.00|0.00|${none}|0.00|0.00|1500.00|0.00|0.00|0.00|0.00`,
  `101850043|1|B0100000004||01|20260305||1600.00|18.00|${none}|1618.00|0.00|0.00|0.00|0.00|0.00|0.00`,
  `401506254|1|B0200000004||01|20260306||260000.00|0.00|${none}|0.00|260000.00|0.00|0.00|0.00|0.00|0.00`,
  `101850043|1|B0100000005||01|20260308||300.00|54.00|${none}|0.00|0.00|354.00|0.00|0.00|0.00|0.00`,
  `101850043|1|B0400000002|B0100000005|01|20260309||100.00|18.00|${none}|0.00|0.00|118.00|0.00|0.00|0.00|0.00`,
  `101850043|1|B0400000003|B0100000005|01|20260310||200.00|36.00|${none}|0.00|0.00|236.00|0.00|0.00|0.00|0.00`,
  `101850043|1|B0100000006||01|20260311||100.00|18.00|${none}|0.00|0.00|0.00|118.00|0.00|0.00|0.00`,
  `101850043|1|B0400000004|B0100000006|01|20260312||100.00|18.00|${none}|0.00|0.00|0.00|118.00|0.00|0.00|0.00`,
  `101850043|1|B0400000005|B0100000001|01|20260320||100.00|0.00|${none}|118.00|0.00|0.00|0.00|0.00|0.00|0.00`,
]

/** Opens a gym at 8 a.m. of 10 February, with a range of each type from number 1, products, plans and payment methods. */
async function openGym() {
  app.clock.set('2026-02-10T12:00:00Z')
  const gym = await makeGym(app)
  const { admin } = gym
  await admin.call('fiscal.set-settings', { body: fiscalIdentity })
  for (const type of ['B01', 'B02', 'B04'])
    await admin.call('fiscal.create-range', { body: { type, from: `${type}00000001`, to: `${type}00000100` } })
  await admin.call('debts.set-rules', { body: { is_on: true } })
  const makeKind = (name: string, fiscal_form: string) =>
    admin.call('payment-kinds.create', { body: { name, fiscal_form } })
  return {
    gym,
    client: (await makeClient(gym)).id,
    kinds: {
      ...(await readPaymentKindIds(gym)),
      cheque: (await makeKind('Cheque', 'transfer')).id,
      voucher: (await makeKind('Vale', 'other')).id,
    },
    at18: await makeProduct(gym, { stock: 99, sale_price: '118.00' }),
    at16: await makeProduct(gym, { stock: 99, sale_price: '116.00', tax_class: '16' }),
    exempt: await makeProduct(gym, { stock: 99, sale_price: '50.00', tax_class: 'exempt' }),
    month: await makePlan(gym, { price: '1500.00' }),
    decade: await makePlan(gym, { price: '260000.00' }),
  }
}

const company = { type: 'credit', tax_id: '101850043', legal_name: 'Comercial SRL' } as const
const person = { type: 'credit', tax_id: '001-1391820-5', legal_name: 'Ana Peña' } as const

test('607: a month with every case equals the file written by hand', async () => {
  const { gym, client, kinds, at18, at16, exempt, month, decade } = await openGym()
  const { admin } = gym
  const line = ({ id }: { id: number }, quantity = 1) => ({ id_product: id, quantity })
  const sell = (items: object[], more: object = {}) =>
    admin.call('sales.create', { body: { id_client: client, items, ...more } })
  const sellPlan = (id_membership: number, more: object) =>
    admin.call('payments.create', {
      body: { id_client: client, id_membership, start_date: '2026-03-04', overlap: true, ...more },
    })
  const voidSale = (id: number, more: object = {}) =>
    admin.call('sales.void', { params: { id }, body: { reason: 'Devuelto', id_shift: null, ...more } })
  const paidBy = (id_kind: number, amount: string) => ({ id_kind, amount })

  const oldCredit = await sell([line(at18)], { receipt: company })
  const oldConsumer = await sell([line(at18)])
  // Half past eleven at night of 28 February in Santo Domingo.
  app.clock.set('2026-03-01T03:30:00Z')
  await sell([line(at18)])

  app.clock.set('2026-03-01T12:00:00Z')
  const paid = [paidBy(kinds.cash, '200.00'), paidBy(kinds.card, '86.00')]
  const consumer = await sell([line(at18, 2), line(exempt)], { paid })
  app.clock.set('2026-03-02T12:00:00Z')
  const owing = { paid: [paidBy(kinds.transfer, '100.00')], owed: '134.00' }
  await sell([line(at18), line(at16)], { receipt: person, ...owing })
  app.clock.set('2026-03-03T12:00:00Z')
  await admin.call('debts.collect', { params: { id_client: client }, body: { amount: '134.00' } })
  app.clock.set('2026-03-04T12:00:00Z')
  await sellPlan(month.id, { receipt: company, paid: [paidBy(kinds.card, '1500.00')] })
  app.clock.set('2026-03-05T12:00:00Z')
  const membership = { id_membership: month.id, start_date: '2026-06-01', overlap: true }
  await admin.call('tickets.create', {
    body: { id_client: client, membership, items: [line(at18)], receipt: company },
  })
  app.clock.set('2026-03-06T12:00:00Z')
  const buyer = { type: 'consumer', tax_id: '401506254', legal_name: 'Empresa Grande SRL' }
  await sellPlan(decade.id, { receipt: buyer, paid: [paidBy(kinds.transfer, '260000.00')] })
  app.clock.set('2026-03-07T12:00:00Z')
  await voidSale(consumer.id, { lines: [{ line: 1, quantity: 1 }], paid: [paidBy(kinds.cash, '118.00')] })
  app.clock.set('2026-03-08T12:00:00Z')
  const three = await sell([line(at18, 3)], { receipt: company, paid: [paidBy(kinds.card, '354.00')] })
  app.clock.set('2026-03-09T12:00:00Z')
  await voidSale(three.id, { lines: [{ line: 1, quantity: 1 }] })
  app.clock.set('2026-03-10T12:00:00Z')
  await voidSale(three.id)
  app.clock.set('2026-03-11T12:00:00Z')
  const unpaid = await sell([line(at18)], { receipt: company, owed: '118.00' })
  app.clock.set('2026-03-12T12:00:00Z')
  await voidSale(unpaid.id)
  app.clock.set('2026-03-20T12:00:00Z')
  await voidSale(oldCredit.id)
  await voidSale(oldConsumer.id)
  const others = [paidBy(kinds.cheque, '30.00'), paidBy(kinds.voucher, '20.00')]
  await sell([line(exempt)], { paid: others })
  // Ten at night of 31 March in Santo Domingo, then 1 April.
  app.clock.set('2026-04-01T02:00:00Z')
  await sell([line(at18)])
  app.clock.set('2026-04-01T12:00:00Z')
  await sell([line(at18)])

  const query = { month: '2026-03' }
  const file = await admin.try('fiscal.report-file', { params: { code: '607' }, query })
  expect(file.text).toBe(marchFile.map((row) => `${row}\r\n`).join(''))
  expect(file.headers).toMatchObject({
    'content-type': 'text/plain; charset=utf-8',
    'content-disposition': 'attachment; filename="DGII_F_607_131246796_202603.TXT"',
  })
  const { rows, summary, missing } = await admin.call('fiscal.sales-report', { query })
  expect(rows.map(({ document }) => document.kind)).toEqual([
    ...['sale', 'payment', 'ticket', 'payment', 'sale', 'void', 'void', 'sale', 'void', 'void'],
  ])
  expect(rows.flatMap(({ modified_document }) => modified_document ?? [])).toEqual(
    [three, three, unpaid, oldCredit].map(({ id }) => ({ kind: 'sale', id })),
  )
  expect(missing).toEqual([])
  expect(summary).toEqual({
    count: 10,
    // Receipts of 263,700.00 and 124.00, less credit notes of 500.00 and 72.00.
    amount: '263200.00',
    tax: '52.00',
    consumer: {
      count: 3,
      amount: '200.00',
      tax: '36.00',
      cash: '82.00',
      transfer: '30.00',
      card: '86.00',
      credit: '0.00',
      vouchers: '0.00',
      barter: '0.00',
      other_forms: '20.00',
    },
  })
  const april = await admin.call('fiscal.sales-report')
  expect([april.month, april.rows, april.summary.consumer?.count]).toEqual(['2026-04', [], 1])
})

test('607: a credit note lowers the ITBIS until 30 days after its receipt', async () => {
  app.clock.set('2026-01-01T12:00:00Z')
  const gym = await makeGym(app)
  for (const type of ['B01', 'B04']) await makeFiscalRange(gym.admin, type)
  const product = await makeProduct(gym, { stock: 9, sale_price: '118.00' })
  const id_client = (await makeClient(gym)).id
  const body = { id_client, items: [{ id_product: product.id, quantity: 1 }], receipt: company }
  const sales = [await gym.admin.call('sales.create', { body }), await gym.admin.call('sales.create', { body })]
  const taxes: (string | undefined)[] = []
  for (const [index, day] of ['2026-01-31', '2026-02-01'].entries()) {
    app.clock.set(`${day}T12:00:00Z`)
    const params = { id: sales[index]?.id ?? 0 }
    await gym.admin.call('sales.void', { params, body: { reason: 'x', id_shift: null } })
    taxes.push((await gym.admin.call('fiscal.sales-report')).rows.at(-1)?.tax)
  }
  expect(taxes).toEqual(['18.00', '0.00'])
})

test('report exports: one row for each row of the report, and one for the consumer receipts', async () => {
  app.clock.set('2026-03-05T12:00:00Z')
  const gym = await makeGym(app)
  for (const type of ['B01', 'B02']) await makeFiscalRange(gym.admin, type)
  const product = await makeProduct(gym, { stock: 9, sale_price: '118.00' })
  const items = [{ id_product: product.id, quantity: 1 }]
  const sale = await gym.admin.call('sales.create', {
    body: { id_client: (await makeClient(gym)).id, items, receipt: company },
  })
  await makeSale(gym, items)
  const read = async (path: string) => {
    const headers = { authorization: `Bearer ${gym.admin.token}` }
    const url = `/v1/fiscal/reports/${path}export.xlsx?month=2026-03`
    const reply = await app.app.inject({ url, headers })
    expect(reply.headers['content-disposition']).toMatch(/%202026-03\.xlsx$/)
    return (await readExcelFile(reply.rawPayload))[0]?.data ?? []
  }
  const [titles, row, ...others] = await read('607/')
  expect(titles?.slice(0, 8)).toEqual([
    ...['RNC o cédula', 'Tipo de identificación', 'NCF', 'NCF modificado', 'Tipo de ingreso'],
    ...['Fecha del comprobante', 'Fecha de retención', 'Monto facturado'],
  ])
  expect([row?.[2], row?.[7], row?.[8], row?.[16], others]).toEqual([sale.fiscal?.ncf, 100, 18, 118, []])
  expect((await read('607/consumer/'))[1]?.slice(0, 4)).toEqual([1, 100, 18, 118])
  expect([(await read('606/')).length, (await read('608/')).length]).toEqual([1, 1])
})

test('607: a later limit does not change receipts that were issued before', async () => {
  const gym = await makeGym(app)
  await makeFiscalRange(gym.admin)
  const product = await makeProduct(gym, { stock: 1, sale_price: '118.00' })
  await makeSale(gym, [{ id_product: product.id, quantity: 1 }])
  await gym.admin.call('fiscal.set-settings', { body: { buyer_from: '118.00' } })
  const { rows, summary, missing } = await gym.admin.call('fiscal.sales-report')
  expect([rows, missing, summary.consumer?.count]).toEqual([[], [], 1])
})

test.each(['fiscal.purchases-report', 'fiscal.sales-report', 'fiscal.voided-report'] as const)(
  '%s: refuses a future month, a wrong one, and gyms without a country',
  async (name) => {
    app.clock.set('2026-03-31T12:00:00Z')
    const { admin } = await makeGym(app)
    expect((await admin.try(name)).status).toBe(409)
    await admin.call('fiscal.set-settings', { body: fiscalIdentity })
    const { status, answer } = await admin.try(name, { query: { month: '2026-04' } })
    expect([status, answer]).toEqual([
      422,
      { detail: [{ type: 'too_big', msg: 'Ese mes todavía no empieza', loc: ['query', 'month'] }] },
    ])
    expect((await admin.try(name, { query: { month: '2026-13' } })).status).toBe(422)
    expect((await admin.call(name)).month).toBe('2026-03')
  },
)

test('report files: an empty month has a heading only, and workers get none', async () => {
  app.clock.set('2026-03-31T12:00:00Z')
  const gym = await makeGym(app)
  await gym.admin.call('fiscal.set-settings', { body: fiscalIdentity })
  await makeSupplier(gym)
  for (const code of ['606', '607', '608']) {
    const input = { params: { code }, query: { month: '2026-01' } }
    expect((await gym.admin.try('fiscal.report-file', input)).text).toBe(`${code}|131246796|202601|0\r\n`)
    expect((await (await gym.as('gym_worker')).try('fiscal.report-file', input)).status).toBe(403)
  }
})

test('608: lists a number of series E that was entered while the gym issued receipts on paper', async () => {
  const { admin } = await makeGym(app)
  await admin.call('fiscal.set-settings', { body: fiscalIdentity })
  await admin.call('fiscal.void-number', { body: { ncf: 'E320000000050', kind: '04' } })
  expect((await admin.call('fiscal.voided-report')).rows.map(({ ncf }) => ncf)).toEqual(['E320000000050'])
})

test('608: lists the numbers of the month by day, then by number', async () => {
  app.clock.set('2026-04-02T12:00:00Z')
  const { admin } = await makeGym(app)
  await admin.call('fiscal.set-settings', { body: fiscalIdentity })
  for (const [ncf, kind, date] of [
    ['B0200000050', '04', '2026-03-15'],
    ['B0100000060', '02', '2026-03-15'],
    ['B0200000049', '10', '2026-03-01'],
    ['B0200000051', '01', '2026-04-01'],
    ['B0200000048', '01', '2026-02-28'],
  ])
    await admin.call('fiscal.void-number', { body: { ncf, kind, date } })
  const { text } = await admin.try('fiscal.report-file', { params: { code: '608' }, query: { month: '2026-03' } })
  expect(text).toBe(
    '608|131246796|202603|3\r\nB0200000049|20260301|10\r\nB0100000060|20260315|02\r\nB0200000050|20260315|04\r\n',
  )
})
