import { expect, test } from 'vitest'
import { makeExpense, makeGym, makeProduct, makeSupplier, type TestGym } from '../../testing/factories.ts'
import { fiscalIdentity } from '../../testing/fiscal-samples.ts'
import { startTestAppForFile } from '../../testing/test-app.ts'

const app = await startTestAppForFile()

async function openGym() {
  const gym = await makeGym(app)
  await gym.admin.call('fiscal.set-settings', { body: fiscalIdentity })
  return { gym, product: (await makeProduct(gym)).id }
}

const tryPurchase = ({ admin }: TestGym, id_supplier: number, id_product: number, fields: object) =>
  admin.try('purchases.create', {
    body: { id_supplier, items: [{ id_product, quantity: 1, unit_price: '118.00' }], ...fields },
  })

const receipt = { ncf: 'B0100000001', issued_on: '2026-01-05', goods_kind: '10', included_tax: '18.00' }

test('purchases and expenses: keep the seller’s receipt and answer it', async () => {
  const { gym, product } = await openGym()
  const supplier = await makeSupplier(gym, { tax_id: '101-85004-3', legal_name: 'Comercial SRL' })
  expect(supplier).toMatchObject({ tax_id: '101850043', legal_name: 'Comercial SRL' })
  const typed = { ...receipt, ncf: ' b01-0000 0001 ', goods_kind: '10' }
  const { answer } = await tryPurchase(gym, supplier.id, product, typed)
  expect(answer).toMatchObject(receipt)
  expect(await gym.admin.call('purchases.read', { params: { id: answer.id } })).toEqual(answer)
  const seller = { tax_id: '00113918205', supplier_name: 'Ana Peña' }
  const expense = await makeExpense(gym, { ...receipt, ...seller, goods_kind: '9' })
  expect(expense).toMatchObject({ ...receipt, ...seller, goods_kind: '09' })
  const without = { ncf: null, issued_on: null, goods_kind: null, included_tax: null }
  expect(await makeExpense(gym)).toMatchObject({ ...without, tax_id: null, supplier_name: null })
})

test('expenses.create: without the day of the receipt, the month is that of booking', async () => {
  const { gym } = await openGym()
  const expense = await makeExpense(gym, { spent_on: '2026-01-02', ncf: 'B0100000001', goods_kind: 9 })
  expect([expense.issued_on, expense.goods_kind]).toEqual([null, '09'])
})

test.each([
  [{ issued_on: '2999-01-01' }, 'issued_on', 'No puede estar en el futuro'],
  [{ included_tax: '118.01' }, 'included_tax', 'El ITBIS no puede ser mayor que el total'],
  [{ ncf: 'B01000001' }, 'ncf', 'Debe ser un NCF como B0100000001 o E310000000001'],
  [{ goods_kind: '12' }, 'goods_kind', 'Elige un tipo del 01 al 11'],
])('purchases.create: refuses %j at the field', async (fields, field, msg) => {
  const { gym, product } = await openGym()
  const { status, text } = await tryPurchase(gym, (await makeSupplier(gym)).id, product, fields)
  expect([status, JSON.parse(text).detail]).toMatchObject([422, [{ msg, loc: ['body', field] }]])
  expect((await gym.admin.call('purchases.list')).total).toBe(0)
})

test('seller’s number: refused twice from one seller, unless the first document is void', async () => {
  const { gym, product } = await openGym()
  const [seller, branch, other] = [
    await makeSupplier(gym, { tax_id: '101850043' }),
    await makeSupplier(gym, { tax_id: '101850043' }),
    await makeSupplier(gym, { tax_id: '131246796' }),
  ]
  const buy = async ({ id }: { id: number }) => (await tryPurchase(gym, id, product, receipt)).status
  const spend = async (tax_id: string) =>
    (
      await gym.admin.try('expenses.create', {
        body: { description: 'x', category: 'Otros', amount: '118.00', tax_id, ...receipt },
      })
    ).status
  const { answer: first } = await tryPurchase(gym, seller.id, product, receipt)
  expect([await buy(seller), await buy(branch), await spend('101850043')]).toEqual([409, 409, 409])
  expect([await buy(other), await spend('00113918205')]).toEqual([201, 201])
  expect([await spend('131246796'), await spend('00113918205')]).toEqual([409, 409])
  await gym.admin.call('purchases.void', { params: { id: first.id }, body: { reason: 'x' } })
  expect([await spend('101850043'), await buy(branch)]).toEqual([201, 409])
})

test('seller’s number: of concurrent bookings one succeeds', async () => {
  const { gym, product } = await openGym()
  const suppliers = await Promise.all(Array.from({ length: 4 }, () => makeSupplier(gym, { tax_id: '101850043' })))
  const replies = await Promise.all(suppliers.map(({ id }) => tryPurchase(gym, id, product, receipt)))
  expect(replies.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409])
})

test('fiscal.edit-received: completes a booked document, with history and a new version', async () => {
  const { gym, product } = await openGym()
  const { admin } = gym
  const supplier = await makeSupplier(gym, { tax_id: '101850043' })
  const { answer: purchase } = await tryPurchase(gym, supplier.id, product, {})
  const edit = (body: object, params: object = {}) =>
    admin.try('fiscal.edit-received', { params: { kind: 'purchase', id: purchase.id, ...params }, body })
  const read = () => admin.try('purchases.read', { params: { id: purchase.id } })
  const { headers: before } = await read()
  expect((await edit(receipt)).answer).toMatchObject({ ...receipt, tax_id: '101850043' })
  const { answer, headers: after } = await read()
  expect(answer).toEqual({ ...purchase, ...receipt })
  expect(after.etag).not.toBe(before.etag)
  const { items } = await admin.call('history.list', { query: { entity: 'purchases', id: purchase.id } })
  expect(items[0]?.changes).toContainEqual({ field: 'ncf', before: null, after: 'B0100000001' })
  // Absent fields stay, and the document's own number is no other one.
  expect((await edit({ goods_kind: null, ncf: receipt.ncf })).answer).toMatchObject({ ...receipt, goods_kind: null })
  expect((await edit({ included_tax: '118.01' })).status).toBe(422)
  expect((await edit({ tax_id: '131246796' })).status).toBe(422)

  const expense = await makeExpense(gym, { amount: '118.00' })
  const ofExpense = { kind: 'expense', id: expense.id }
  expect((await edit({ ...receipt, tax_id: '101850043' }, ofExpense)).status).toBe(409)
  const seller = { tax_id: '00113918205', supplier_name: 'Ana Peña' }
  expect((await edit({ ...receipt, ...seller }, ofExpense)).answer).toMatchObject({ ...receipt, ...seller })
  expect((await edit(receipt, { id: 999_999 })).status).toBe(404)
  await admin.call('expenses.void', { params: { id: expense.id }, body: { reason: 'x' } })
  expect((await edit({ ncf: null }, ofExpense)).status).toBe(409)
  const worker = await gym.as('gym_worker')
  expect((await worker.try('fiscal.edit-received', { params: ofExpense, body: {} })).status).toBe(403)
})

test('without a country: fiscal fields of a purchase are neither stored nor answered', async () => {
  const gym = await makeGym(app)
  const product = (await makeProduct(gym)).id
  const supplier = (await makeSupplier(gym)).id
  const { status, text } = await tryPurchase(gym, supplier, product, { ...receipt, issued_on: '2999-01-01' })
  const expense = await makeExpense(gym, { ...receipt, tax_id: '101850043' })
  expect(status).toBe(201)
  expect(text + JSON.stringify(expense)).not.toMatch(/ncf|issued_on|goods_kind|included_tax|tax_id/)
  await gym.admin.call('fiscal.set-settings', { body: fiscalIdentity })
  expect(await gym.admin.call('expenses.read', { params: { id: expense.id } })).toMatchObject({
    ncf: null,
    tax_id: null,
  })
})

test('suppliers and payment methods: identity and fiscal form can be changed', async () => {
  const { gym } = await openGym()
  const { id } = await makeSupplier(gym)
  const change = (body: object) => gym.admin.try('suppliers.update', { params: { id_supplier: id }, body })
  expect((await change({ tax_id: '101850042', legal_name: 'Comercial SRL' })).answer).toMatchObject({
    tax_id: '101850042',
  })
  expect((await change({ tax_id: '1018' })).status).toBe(422)
  expect((await change({ tax_id: '' })).answer).toMatchObject({ tax_id: null, legal_name: 'Comercial SRL' })
  const kinds = await gym.admin.call('payment-kinds.list')
  expect(kinds.map(({ fiscal_form }) => fiscal_form)).toEqual(['cash', 'card', 'transfer'])
  const cheque = await gym.admin.call('payment-kinds.create', { body: { name: 'Cheque' } })
  const params = { id_kind: cheque.id }
  const changed = await gym.admin.call('payment-kinds.update', { params, body: { fiscal_form: 'transfer' } })
  expect([cheque.fiscal_form, changed.fiscal_form]).toEqual(['other', 'transfer'])
})
