import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { makeClient, makeGym, makePlan, makeProduct } from '../../testing/factories.ts'
import { readSignedXml, switchToElectronicReceipts, testGymTaxId } from '../../testing/fiscal-samples.ts'
import { startTestAppForFile } from '../../testing/test-app.ts'

const app = await startTestAppForFile({ SESSION_HOURS: '8760' })

test('sales.create: the receipt is signed in the booking, and a repeat gets the same answer', async () => {
  const gym = await makeGym(app)
  await switchToElectronicReceipts(gym.admin)
  const product = await makeProduct(gym, { stock: 5, sale_price: '118.00' })
  const body = { id_client: (await makeClient(gym)).id, items: [{ id_product: product.id, quantity: 2 }] }
  const headers = { 'idempotency-key': randomUUID() }
  const first = await gym.admin.try('sales.create', { body, headers })
  expect(first.status).toBe(201)
  const { fiscal, id } = first.answer
  expect(fiscal).toMatchObject({ type: 'E32', status: 'signed', total: '236.00', tax_total: '36.00' })
  const xml = await readSignedXml(gym.admin, fiscal?.ncf)
  expect(xml).toContain('<DireccionEmisor>Calle El Sol 12</DireccionEmisor><Municipio>250100</Municipio>')
  expect(xml).toContain(`<SignatureValue>${fiscal?.security_code}`)
  expect(fiscal?.qr).toMatch(/^https:\/\/fc\.dgii\.gov\.do\/testecf\/consultatimbrefc\?RncEmisor=/)
  expect(await gym.admin.call('sales.read', { params: { id } })).toEqual(first.answer)
  expect((await gym.admin.try('sales.create', { body, headers })).text).toBe(first.text)
  expect(await gym.admin.call('fiscal-documents.list')).toMatchObject({
    total: 1,
    items: [
      { ncf: fiscal?.ncf, status: 'signed', is_summary: true, needs_person: false, document: { kind: 'sale', id } },
    ],
  })
  expect(await gym.admin.call('fiscal-documents.counts')).toMatchObject({ waiting: 1, needs_person: 0 })
})

test('payments.create: a credit receipt of the client’s identity is an E31', async () => {
  const gym = await makeGym(app)
  await switchToElectronicReceipts(gym.admin)
  const client = await makeClient(gym, { tax_id: '101850043', legal_name: 'Comercial SRL' })
  const plan = await makePlan(gym, { price: '1500.00' })
  const payment = await gym.admin.call('payments.create', {
    body: { id_client: client.id, id_membership: plan.id, start_date: '2026-03-01', receipt: { type: 'credit' } },
  })
  expect(payment.fiscal).toMatchObject({ type: 'E31', status: 'signed', buyer: { tax_id: '101850043' } })
  expect(payment.fiscal?.qr).toContain(
    `ecf.dgii.gov.do/testecf/consultatimbre?RncEmisor=${testGymTaxId}&RncComprador=101850043`,
  )
  const xml = await readSignedXml(gym.admin, payment.fiscal?.ncf)
  expect(xml).toContain('<RazonSocialComprador>Comercial SRL</RazonSocialComprador>')
  expect(xml).toContain('<IndicadorBienoServicio>2</IndicadorBienoServicio>')
  expect(await gym.admin.call('payments.read', { params: { id: payment.id } })).toEqual(payment)
})

test('tickets.create: one signed receipt lists the plan and the products', async () => {
  const gym = await makeGym(app)
  await switchToElectronicReceipts(gym.admin)
  const plan = await makePlan(gym, { price: '1500.00' })
  const product = await makeProduct(gym, { stock: 5, sale_price: '118.00' })
  const ticket = await gym.admin.call('tickets.create', {
    body: {
      id_client: (await makeClient(gym)).id,
      membership: { id_membership: plan.id, start_date: '2026-03-01' },
      items: [{ id_product: product.id, quantity: 1 }],
    },
  })
  expect(ticket.fiscal).toMatchObject({ status: 'signed', total: '1618.00' })
  const { security_code } = ticket.fiscal ?? {}
  expect([ticket.payment.fiscal?.security_code, ticket.sale.fiscal?.security_code]).toEqual([
    security_code,
    security_code,
  ])
  expect(await readSignedXml(gym.admin, ticket.fiscal?.ncf)).toMatch(
    new RegExp(`<NombreItem>${plan.name}<.*<NombreItem>${product.name}<`),
  )
  const [read] = await gym.admin.call('tickets.read', { params: { document: 'sale', id: ticket.sale.id } })
  expect(read).toEqual(ticket)
})

test('sales.create: without a range of its type nothing is booked', async () => {
  const gym = await makeGym(app)
  await switchToElectronicReceipts(gym.admin)
  for (const { id } of await gym.admin.call('fiscal.ranges'))
    await gym.admin.call('fiscal.cancel-range', { params: { id } })
  const product = await makeProduct(gym, { stock: 5 })
  const body = { id_client: (await makeClient(gym)).id, items: [{ id_product: product.id, quantity: 1 }] }
  const { status, text } = await gym.admin.try('sales.create', { body })
  expect([status, text]).toEqual([409, expect.stringContaining('Factura de Consumo Electrónica (E32)')])
  expect((await gym.admin.call('sales.list')).total).toBe(0)
})

test('sales.create: concurrent sales get consecutive numbers, each signed', async () => {
  const gym = await makeGym(app)
  await switchToElectronicReceipts(gym.admin)
  const product = await makeProduct(gym, { stock: 50 })
  const body = { id_client: (await makeClient(gym)).id, items: [{ id_product: product.id, quantity: 1 }] }
  const sales = await Promise.all(Array.from({ length: 12 }, () => gym.admin.call('sales.create', { body })))
  const numbers = sales.map(({ fiscal }) => Number(fiscal?.ncf.slice(3))).sort((one, other) => one - other)
  expect(numbers.map((number) => number - (numbers[0] ?? 0))).toEqual(Array.from({ length: 12 }, (_, index) => index))
  for (const { fiscal } of sales)
    expect(await readSignedXml(gym.admin, fiscal?.ncf)).toContain(`<eNCF>${fiscal?.ncf}</eNCF>`)
})
