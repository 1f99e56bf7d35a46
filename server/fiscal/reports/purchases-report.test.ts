import { expect, test } from 'vitest'
import { makeExpense, makeGym, makeProduct, makeSale, makeSupplier, type TestGym } from '../../testing/factories.ts'
import { fiscalIdentity } from '../../testing/fiscal-samples.ts'
import { readPaymentKindIds } from '../../testing/front-desk.ts'
import { startTestAppForFile } from '../../testing/test-app.ts'

const app = await startTestAppForFile({ SESSION_HOURS: '8760' })

const withheld = '0.00|0.00'
const rest = '0.00||0.00|0.00|0.00|0.00|0.00'
/** Written by hand from the rules of the form. */
const marchFile = [
  '606|131246796|202603|8',
  `101850043|1|10|E310000000007||20260301||0.00|100.00|100.00|18.00|${withheld}|0.00|18.00|${rest}|04`,
  `401506254|1|03|B0100000200||20260302|20260303|10000.00|0.00|10000.00|1800.00|${withheld}|0.00|1800.00|${rest}|02`,
  `101850043|1|09|B0100000101||20260303|20260303|0.00|1000.00|1000.00|180.00|${withheld}|0.00|180.00|${rest}|01`,
  `401506254|1|09|B0100000201||20260304|20260305|500.00|0.00|500.00|0.00|${withheld}|0.00|0.00|${rest}|03`,
  `401506254|1|02|B0100000202||20260305||82.00|0.00|82.00|18.00|${withheld}|0.00|18.00|${rest}|04`,
  `401506254|1|06|B0100000203||20260305|20260305|100.00|0.00|100.00|0.00|${withheld}|0.00|0.00|${rest}|07`,
  `00113918205|2|09|E410000000001||20260330|20260402|0.00|100.00|100.00|18.00|${withheld}|0.00|18.00|${rest}|07`,
  `101850043|1|09|B0100000102||20260331|20260331|0.00|50.00|50.00|0.00|${withheld}|0.00|0.00|${rest}|02`,
]

async function openGym() {
  app.clock.set('2026-02-10T12:00:00Z')
  const gym = await makeGym(app)
  await gym.admin.call('fiscal.set-settings', { body: fiscalIdentity })
  const makeKind = async (name: string, fiscal_form: string) =>
    (await gym.admin.call('payment-kinds.create', { body: { name, fiscal_form } })).id
  const kinds = {
    ...(await readPaymentKindIds(gym)),
    account: await makeKind('Cuenta por pagar', 'credit'),
    voucher: await makeKind('Vale', 'other'),
  }
  return { gym, kinds, product: await makeProduct(gym, { sale_price: '118.00' }) }
}

const buy = ({ admin }: TestGym, id_supplier: number, line: object, more: object = {}) =>
  admin.call('purchases.create', { body: { id_supplier, items: [{ quantity: 1, ...line }], ...more } })

test('606: a month with every case equals the file written by hand', async () => {
  const { gym, kinds, product } = await openGym()
  const { admin } = gym
  const company = (await makeSupplier(gym, { tax_id: '101-85004-3', legal_name: 'Comercial SRL' })).id
  const person = (await makeSupplier(gym, { tax_id: '00113918205' })).id
  const unknown = (await makeSupplier(gym)).id
  const paidBy = (...parts: [number, string][]) => ({ paid: parts.map(([id_kind, amount]) => ({ id_kind, amount })) })
  const at = (unit_price: string, more: object = {}) => ({ id_product: product.id, unit_price, ...more })
  await admin.call('fiscal.create-range', { body: { type: 'B02', from: 'B0200000001', to: 'B0200000100' } })

  app.clock.set('2026-03-03T12:00:00Z')
  const drinks = {
    ncf: 'B01 00000101',
    issued_on: '2026-03-03',
    included_tax: '180.00',
    ...paidBy([kinds.cash, '1180.00']),
  }
  await buy(gym, company, at('118.00', { quantity: 10 }), drinks)
  const seller = { tax_id: '401506254', supplier_name: 'Inmobiliaria SRL' }
  const rent = { ...seller, ncf: 'B0100000200', issued_on: '2026-03-02', included_tax: '1800.00' }
  await makeExpense(gym, { category: 'Alquiler', amount: '11800.00', ...rent, ...paidBy([kinds.transfer, '11800.00']) })
  app.clock.set('2026-03-04T12:00:00Z')
  // Tax on top of the line, and unpaid.
  await buy(gym, company, at('100.00', { tax: 18 }), {
    ncf: 'E310000000007',
    issued_on: '2026-03-01',
    goods_kind: '10',
  })
  await buy(gym, company, at('10.00'), { ncf: 'B0100000100', issued_on: '2026-02-27' })
  const wrong = await buy(gym, company, at('10.00'), { ncf: 'B0100000103', issued_on: '2026-03-04' })
  await admin.call('purchases.void', { params: { id: wrong.id }, body: { reason: 'x', id_shift: null } })
  app.clock.set('2026-03-05T12:00:00Z')
  const machine = { ...seller, ncf: 'B0100000201', issued_on: '2026-03-04', goods_kind: '9' }
  await makeExpense(gym, { category: 'Equipos', amount: '500.00', ...machine, ...paidBy([kinds.card, '500.00']) })
  const cleaning = { ...seller, ncf: 'B0100000202', included_tax: '18.00', ...paidBy([kinds.account, '100.00']) }
  await makeExpense(gym, { category: 'Limpieza', ...cleaning })
  await makeExpense(gym, { category: 'Otros', ...seller, ncf: 'B0100000203', ...paidBy([kinds.voucher, '100.00']) })
  const wages = await makeExpense(gym, { category: 'Nómina' })
  const noNumber = await buy(gym, company, at('10.00'), { issued_on: '2026-03-05' })
  const noTaxId = await buy(gym, unknown, at('10.00'), { ncf: 'B0100000104', issued_on: '2026-03-05' })
  await makeSale(gym, [{ id_product: product.id, quantity: 1 }])
  // Ten at night of 31 March in Santo Domingo.
  app.clock.set('2026-04-01T02:00:00Z')
  await buy(gym, company, at('50.00'), { ncf: 'B0100000102', ...paidBy([kinds.transfer, '50.00']) })
  app.clock.set('2026-04-02T12:00:00Z')
  const late = { ncf: 'E410000000001', issued_on: '2026-03-30', included_tax: '18.00' }
  await buy(gym, person, at('118.00'), { ...late, ...paidBy([kinds.cash, '50.00'], [kinds.card, '68.00']) })

  const query = { month: '2026-03' }
  const { text } = await admin.try('fiscal.report-file', { params: { code: '606' }, query })
  expect(text).toBe(marchFile.map((row) => `${row}\r\n`).join(''))
  const { summary, missing } = await admin.call('fiscal.purchases-report', { query })
  expect(summary).toEqual({ count: 8, amount: '11932.00', tax: '2034.00' })
  const purchase = ({ id, number }: { id: number; number: number }) => ({ kind: 'purchase', id, number })
  const expense = { kind: 'expense', id: wages.id, number: wages.number }
  expect(missing).toHaveLength(4)
  expect(missing).toEqual(
    expect.arrayContaining([
      { document: expense, field: 'tax_id', reason: 'Falta el RNC o la cédula del proveedor' },
      { document: expense, field: 'ncf', reason: 'Falta el NCF del proveedor' },
      { document: purchase(noNumber), field: 'ncf', reason: 'Falta el NCF del proveedor' },
      { document: purchase(noTaxId), field: 'tax_id', reason: 'El proveedor no tiene RNC o cédula' },
    ]),
  )
})

test('606: ITBIS belongs to the cost in a month with exempt sales only', async () => {
  const { gym } = await openGym()
  await makeExpense(gym, { tax_id: '101850043', ncf: 'B0100000001', included_tax: '15.25' })
  const [row] = (await gym.admin.call('fiscal.purchases-report')).rows
  expect(row).toMatchObject({ tax: '15.25', tax_to_cost: '15.25', tax_to_deduct: '0.00', services_amount: '84.75' })
})
