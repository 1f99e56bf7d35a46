import { setTimeout } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { runAsTableOwner } from '../testing/database-digest.ts'
import { makeClient, makeGym, makePayment, makePlan, makeProduct, makeSale } from '../testing/factories.ts'
import { fiscalIdentity, makeFiscalRange } from '../testing/fiscal-samples.ts'
import { startTestAppForFile } from '../testing/test-app.ts'

const app = await startTestAppForFile({ SESSION_HOURS: '8760' })

test('without a country: answers have no fiscal fields', async () => {
  const gym = await makeGym(app)
  const product = await makeProduct(gym, { stock: 5, sale_price: '118.00' })
  const sale = await makeSale(gym, [{ id_product: product.id, quantity: 1 }])
  const read = await gym.admin.call('sales.read', { params: { id: sale.id } })
  const lines = [{ line: 1, quantity: 1 }]
  const more = await makeSale(gym, [{ id_product: product.id, quantity: 2 }])
  const voided = await gym.admin.call('sales.void', {
    params: { id: more.id },
    body: { reason: 'x', id_shift: null, lines },
  })
  expect(voided.partial_voids).toHaveLength(1)
  for (const answer of [sale, read, voided, await makePayment(gym), product, await makeClient(gym)])
    expect(JSON.stringify(answer)).not.toMatch(/fiscal|tax_class|included_tax|tax_id|"lines"/)
  expect(read).toEqual(sale)
})

test('sales.create: takes the next number of the active range and states the included tax', async () => {
  const gym = await makeGym(app)
  const range = await makeFiscalRange(gym.admin)
  const taxed = await makeProduct(gym, { stock: 5, sale_price: '118.00' })
  const exempt = await makeProduct(gym, { stock: 5, sale_price: '50.00', tax_class: 'exempt' })
  const sale = await makeSale(gym, [
    { id_product: taxed.id, quantity: 2 },
    { id_product: exempt.id, quantity: 1 },
  ])
  expect(sale.fiscal).toEqual({
    ncf: range.from,
    type: 'B02',
    type_name: 'Factura de Consumo',
    issued_at: sale.created_at,
    expires_on: null,
    modifies: null,
    buyer: null,
    exempt: '50.00',
    taxed: [{ rate: 18, base: '200.00', tax: '36.00' }],
    tax_total: '36.00',
    total: '286.00',
    status: 'paper',
    security_code: null,
    signed_at: null,
    qr: null,
  })
  expect(sale.sales_bill_items.map(({ tax_class, included_tax }) => [tax_class, included_tax])).toEqual([
    ['18', '36.00'],
    ['exempt', '0.00'],
  ])
  expect(await gym.admin.call('sales.read', { params: { id: sale.id } })).toEqual(sale)
  const [used] = await gym.admin.call('fiscal.ranges')
  expect(used).toMatchObject({ left: 999, status: 'active' })
})

test('payments.create: credit receipt names the buyer and keeps the identity on the client', async () => {
  const gym = await makeGym(app)
  await makeFiscalRange(gym.admin, 'B01')
  const client = await makeClient(gym)
  const plan = await makePlan(gym, { price: '1500.00' })
  const sell = (receipt: object) =>
    gym.admin.try('payments.create', {
      body: { id_client: client.id, id_membership: plan.id, start_date: '2026-03-01', receipt },
    })
  const refused = await sell({ type: 'credit' })
  expect([refused.status, refused.text]).toEqual([422, expect.stringContaining('"tax_id"')])
  expect((await sell({ type: 'credit', tax_id: '101-85004-3' })).status).toBe(422)
  const { status, answer } = await sell({ type: 'credit', tax_id: '101-85004-3', legal_name: 'Comercial SRL' })
  expect(status).toBe(201)
  expect(answer).toMatchObject({
    membership: { tax_class: 'exempt', included_tax: '0.00' },
    fiscal: {
      type: 'B01',
      buyer: { tax_id: '101850043', legal_name: 'Comercial SRL' },
      exempt: '1500.00',
      taxed: [],
      total: '1500.00',
    },
    fiscal_note: null,
  })
  expect(await gym.admin.call('clients.read', { params: { id_client: client.id } })).toMatchObject({
    tax_id: '101850043',
    legal_name: 'Comercial SRL',
  })
})

test('sales.create: without an active range nothing is booked', async () => {
  const gym = await makeGym(app)
  await gym.admin.call('fiscal.set-settings', { body: fiscalIdentity })
  const product = await makeProduct(gym, { stock: 5 })
  const client = await makeClient(gym)
  const body = { id_client: client.id, items: [{ id_product: product.id, quantity: 1 }] }
  const { status, answer } = await gym.admin.try('sales.create', { body })
  expect([status, answer]).toEqual([
    409,
    { detail: 'No hay comprobantes Factura de Consumo (B02) disponibles. Un administrador debe registrar un rango.' },
  ])
  expect((await gym.admin.call('sales.list')).total).toBe(0)
})

test('voids: a credit note to the same buyer modifies the receipt, also for single lines', async () => {
  const gym = await makeGym(app)
  const [{ from }, notes] = [await makeFiscalRange(gym.admin), await makeFiscalRange(gym.admin, 'B04')]
  const product = await makeProduct(gym, { stock: 9, sale_price: '100.00' })
  const sale = await makeSale(gym, [{ id_product: product.id, quantity: 3 }])
  const first = await gym.admin.call('sales.void', {
    params: { id: sale.id },
    body: { reason: 'Roto', id_shift: null, lines: [{ line: 1, quantity: 1 }] },
  })
  expect(first.fiscal_note).toMatchObject({
    ncf: notes.from,
    type: 'B04',
    type_name: 'Nota de Crédito',
    modifies: { ncf: from },
    taxed: [{ rate: 18, base: '84.75', tax: '15.25' }],
    total: '100.00',
  })
  const [partial] = first.partial_voids ?? []
  expect(partial?.fiscal_note).toEqual(first.fiscal_note)
  expect(partial?.lines).toEqual([{ line: 1, quantity: 1, amount: '100.00' }])
  const rest = await gym.admin.call('sales.void', { params: { id: sale.id }, body: { reason: 'x', id_shift: null } })
  // 300.00 includes 45.76 of tax, and the voided 100.00 includes 15.25, so 30.51 is left.
  expect(rest.fiscal_note).toMatchObject({ taxed: [{ rate: 18, base: '169.49', tax: '30.51' }], total: '200.00' })
  expect(rest.fiscal).toEqual(sale.fiscal)
})

test('voids: without a range of notes nothing is voided', async () => {
  const gym = await makeGym(app)
  await makeFiscalRange(gym.admin)
  const payment = await makePayment(gym)
  const { status } = await gym.admin.try('payments.void', { params: { id: payment.id }, body: { reason: 'x' } })
  expect(status).toBe(409)
  expect((await gym.admin.call('payments.read', { params: { id: payment.id } })).voided).toBeNull()
})

test('tickets.create: both documents share one receipt, each with its own amounts', async () => {
  const gym = await makeGym(app)
  await makeFiscalRange(gym.admin)
  const client = await makeClient(gym)
  const plan = await makePlan(gym, { price: '1500.00' })
  const product = await makeProduct(gym, { stock: 5, sale_price: '118.00' })
  const ticket = await gym.admin.call('tickets.create', {
    body: {
      id_client: client.id,
      membership: { id_membership: plan.id, start_date: '2026-03-01' },
      items: [{ id_product: product.id, quantity: 1 }],
    },
  })
  expect(ticket.fiscal).toMatchObject({ exempt: '1500.00', tax_total: '18.00', total: '1618.00' })
  expect(ticket.payment.fiscal).toMatchObject({ ncf: ticket.fiscal?.ncf, taxed: [], total: '1500.00' })
  expect(ticket.sale.fiscal).toMatchObject({ ncf: ticket.fiscal?.ncf, exempt: '0.00', total: '118.00' })
  const [read] = await gym.admin.call('tickets.read', { params: { document: 'sale', id: ticket.sale.id } })
  expect(read).toEqual(ticket)
})

test('settings: identity is required, and fixed once a number was used', async () => {
  const gym = await makeGym(app)
  const change = (body: object) => gym.admin.try('fiscal.set-settings', { body })
  expect((await change({ country: 'DO' })).answer).toMatchObject({
    detail: [{ loc: ['body', 'tax_id'] }, { loc: ['body', 'legal_name'] }],
  })
  expect((await change({ tax_id: '12345' })).status).toBe(422)
  expect((await change({ prices_include_tax: false })).status).toBe(422)
  expect((await change({ mode: 'electronic' })).status).toBe(409)
  const warned = await change({ country: 'DO', tax_id: '101850042', legal_name: 'X' })
  expect(warned.answer).toMatchObject({ country: 'DO', warnings: [{ field: 'tax_id' }] })
  await makeFiscalRange(gym.admin)
  expect((await change({ country: 'none' })).status).toBe(200)
  expect((await change({ country: 'DO' })).status).toBe(200)
  await makePayment(gym)
  expect((await change({ country: 'none' })).status).toBe(409)
  expect((await change({ tax_id: '131246796' })).status).toBe(409)
  expect(await (await gym.as('gym_worker')).call('fiscal.settings')).toEqual({
    country: 'DO',
    mode: 'paper',
    prices_include_tax: true,
  })
})

test('without a country: the requested receipt is ignored, even an invalid one', async () => {
  const gym = await makeGym(app)
  const plan = await makePlan(gym)
  const id_client = (await makeClient(gym)).id
  for (const receipt of [null, { type: 'credit', tax_id: '123' }]) {
    const body = { id_client, id_membership: plan.id, start_date: '2026-03-01', overlap: true, receipt }
    expect((await gym.admin.try('payments.create', { body })).status).toBe(201)
  }
  const changes = (await gym.admin.call('history.list')).items.flatMap((entry) => entry.changes)
  expect(changes.map(({ field }) => field)).not.toContain('tax_class')
})

test('without a country: fiscal fields of documents and parties are ignored, even invalid ones', async () => {
  const { admin } = await makeGym(app)
  const body = { name: 'Rosa', tax_id: 'abc', legal_name: 5 }
  expect((await admin.try('clients.create', { body })).status).toBe(201)
  expect((await admin.try('suppliers.create', { body })).status).toBe(201)
  const expense = {
    description: 'Luz',
    amount: '10.00',
    category: 'Alquiler',
    ncf: 'x',
    tax_id: 'abc',
    included_tax: '-',
  }
  expect((await admin.try('expenses.create', { body: expense })).status).toBe(201)
})

test("consumer receipt: has no buyer name for an RNC alone, and the client's name for a cédula", async () => {
  const gym = await makeGym(app)
  await makeFiscalRange(gym.admin)
  const plan = await makePlan(gym)
  const sell = async (id_client: number, tax_id: string) => {
    const receipt = { type: 'consumer', tax_id } as const
    const body = { id_client, id_membership: plan.id, start_date: '2026-03-01', receipt }
    return (await gym.admin.call('payments.create', { body })).fiscal?.buyer
  }
  const [ana, luis] = [await makeClient(gym, { name: 'Ana Peña' }), await makeClient(gym, { name: 'Luis Mota' })]
  expect(await sell(ana.id, '101850043')).toEqual({ tax_id: '101850043', legal_name: null })
  expect(await sell(luis.id, '00113918205')).toEqual({ tax_id: '00113918205', legal_name: 'Luis Mota' })
  for (const { id } of [ana, luis])
    expect((await gym.admin.call('clients.read', { params: { id_client: id } })).legal_name).toBeNull()
})

test('credit receipt: a typed legal name is saved to a client who has an RNC but no name', async () => {
  const gym = await makeGym(app)
  await makeFiscalRange(gym.admin, 'B01')
  const plan = await makePlan(gym)
  const { id } = await makeClient(gym, { tax_id: '101850043' })
  const body = {
    id_client: id,
    id_membership: plan.id,
    start_date: '2026-03-01',
    receipt: { type: 'credit', legal_name: 'Comercial SRL' } as const,
  }
  await gym.admin.call('payments.create', { body })
  expect((await gym.admin.call('clients.read', { params: { id_client: id } })).legal_name).toBe('Comercial SRL')
})

test('settings: a sale that waits while receipts are switched off is refused and books nothing', async () => {
  const gym = await makeGym(app)
  await makeFiscalRange(gym.admin)
  const product = await makeProduct(gym, { stock: 5 })
  const body = { id_client: (await makeClient(gym)).id, items: [{ id_product: product.id, quantity: 1 }] }
  const waiting = await runAsTableOwner(app, async (owner) => {
    await owner.query('begin')
    await owner.query(`insert into document_numbers (gym_id, kind, last) values (${gym.gym.id}, 'sale', 0)`)
    const booked = gym.admin.try('sales.create', { body })
    await setTimeout(300)
    const off = gym.admin.try('fiscal.set-settings', { body: { country: 'none' } })
    await setTimeout(300)
    await owner.query('commit')
    return { booked, off }
  })
  expect([(await waiting.booked).status, (await waiting.off).status]).toEqual([409, 200])
  expect((await gym.admin.call('sales.list')).total).toBe(0)
  expect((await gym.admin.call('sales.create', { body })).fiscal).toBeUndefined()
})
