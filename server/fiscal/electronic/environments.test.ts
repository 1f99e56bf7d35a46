import { expect, test } from 'vitest'
import { sql } from '../../platform/db/sql.ts'
import { makeGym, makePayment, makePlan, type TestGym } from '../../testing/factories.ts'
import { readSignedXml, setElectronicDocumentStatus, switchToElectronicReceipts } from '../../testing/fiscal-samples.ts'
import { startTestAppForFile } from '../../testing/test-app.ts'
import { warnOfRangeAndCertExpiry } from '../warnings.ts'

const app = await startTestAppForFile({ SESSION_HOURS: '8760' })

const company = { type: 'credit', tax_id: '101850043', legal_name: 'Comercial SRL' } as const
const listRanges = ({ admin }: TestGym) => admin.call('fiscal.ranges')

/** Sells in the test environment, and again in production with ranges that start at the same numbers. */
async function moveToProduction() {
  const gym = await makeGym(app)
  await switchToElectronicReceipts(gym.admin)
  const plan = await makePlan(gym, { price: '1500.00' })
  const sell = () => makePayment(gym, { id_membership: plan.id, receipt: company })
  const tested = await sell()
  const ranges = await listRanges(gym)
  await gym.admin.call('fiscal.set-settings', { body: { mode: 'paper', environment: 'production' } })
  for (const { type, from, to } of ranges) await gym.admin.call('fiscal.create-range', { body: { type, from, to } })
  await gym.admin.call('fiscal.set-settings', { body: { mode: 'electronic' } })
  return { gym, tested, sold: await sell(), ranges }
}

const voidPayment = async ({ admin }: TestGym, id: number) =>
  (await admin.call('payments.void', { params: { id }, body: { reason: 'x', id_shift: null } })).fiscal_note

test('environments: each one has its own ranges, which give the same numbers', async () => {
  const { gym, tested, sold, ranges } = await moveToProduction()
  expect(sold.fiscal?.ncf).toBe(tested.fiscal?.ncf)
  expect(sold.fiscal?.qr).toContain('https://ecf.dgii.gov.do/ecf/')
  expect((await listRanges(gym)).map(({ type, environment, status }) => `${type} ${environment} ${status}`)).toEqual([
    ...ranges.map(({ type }) => `${type} production active`).reverse(),
    ...ranges.map(({ type }) => `${type} test queued`),
  ])
  const { type, from, to } = ranges[0] ?? { type: '', from: '', to: '' }
  expect((await gym.admin.try('fiscal.create-range', { body: { type, from, to } })).status).toBe(409)
})

test('environments: a sale is refused while only another one has numbers', async () => {
  const gym = await makeGym(app)
  await switchToElectronicReceipts(gym.admin)
  await gym.admin.call('fiscal.set-settings', { body: { environment: 'certification' } })
  await expect(makePayment(gym)).rejects.toThrow(/409/)
})

test('environments: production is refused until it has numbers', async () => {
  const gym = await makeGym(app)
  await switchToElectronicReceipts(gym.admin)
  const { status, text } = await gym.admin.try('fiscal.set-settings', { body: { environment: 'production' } })
  expect([status, text]).toEqual([422, expect.stringContaining('No hay un rango E32 de producción')])
  expect((await gym.admin.call('fiscal.settings')).environment).toBe('test')
})

test('fiscal-documents.list: leaves out documents of an environment that the gym left', async () => {
  const { gym, tested, sold } = await moveToProduction()
  const listDocuments = async () =>
    (await gym.admin.call('fiscal-documents.list')).items.map(({ document }) => document.id)
  expect(await listDocuments()).toEqual([sold.id])
  await gym.admin.call('fiscal.set-settings', { body: { environment: 'test' } })
  expect(await listDocuments()).toEqual([tested.id])
  const params = { ncf: sold.fiscal?.ncf ?? '' }
  expect((await gym.admin.call('fiscal-documents.read', { params })).document.id).toBe(tested.id)
})

test('environments: a number shows the document of the newest one', async () => {
  const { gym, tested, sold } = await moveToProduction()
  const params = { ncf: sold.fiscal?.ncf ?? '' }
  expect((await gym.admin.call('fiscal-documents.read', { params })).document.id).toBe(sold.id)
  const xml = await readSignedXml(gym.admin, params.ncf)
  expect(xml).toContain(`<SignatureValue>${sold.fiscal?.security_code}`)
  expect((await gym.admin.call('payments.read', { params: { id: tested.id } })).fiscal).toEqual(tested.fiscal)
})

test('607: lists receipts of the current environment, and those of production on paper', async () => {
  const { gym, tested, sold } = await moveToProduction()
  const listReported = async (body: object) => {
    await gym.admin.call('fiscal.set-settings', { body })
    const { rows } = await gym.admin.call('fiscal.sales-report', { query: {} })
    return rows.map(({ document }) => document.id)
  }
  expect(await listReported({})).toEqual([sold.id])
  expect(await listReported({ environment: 'test' })).toEqual([tested.id])
  expect(await listReported({ mode: 'paper' })).toEqual([sold.id])
})

test('voids: a receipt of an environment that the gym left gets no credit note', async () => {
  const { gym, tested, sold } = await moveToProduction()
  await setElectronicDocumentStatus(gym, sold.fiscal?.ncf, { status: 'accepted' })
  expect(await voidPayment(gym, tested.id)).toBeNull()
  expect(await voidPayment(gym, sold.id)).toMatchObject({ type: 'E34', modifies: { ncf: sold.fiscal?.ncf } })
})

test('voids: a receipt of production is voided only in production', async () => {
  const { gym, sold } = await moveToProduction()
  await gym.admin.call('fiscal.set-settings', { body: { environment: 'certification' } })
  const body = { reason: 'x', id_shift: null }
  const { status, text } = await gym.admin.try('payments.void', { params: { id: sold.id }, body })
  expect([status, text]).toEqual([409, expect.stringContaining('comprobante de producción')])
})

test('fiscal-documents.counts: leaves out documents of an environment that the gym left', async () => {
  const { gym, sold } = await moveToProduction()
  const readCounts = () => gym.admin.call('fiscal-documents.counts')
  expect(await readCounts()).toMatchObject({ waiting: 1, needs_person: 0 })
  await setElectronicDocumentStatus(gym, sold.fiscal?.ncf, { status: 'rejected', is_number_used: true })
  expect(await readCounts()).toMatchObject({ waiting: 0, needs_person: 1 })
})

test('annulments: keep the environment and the RNC of their numbers', async () => {
  const { gym, sold, ranges } = await moveToProduction()
  await voidPayment(gym, sold.id)
  const e34 = ranges.find(({ type }) => type === 'E34')?.id ?? 0
  await gym.admin.call('fiscal.cancel-range', { params: { id: e34 } })
  const { tax_id } = await gym.admin.call('fiscal.settings')
  const annulled = await gym.rows(sql`
    select type, environment, tax_id from fiscal_annulments where gym_id = ${gym.gym.id} order by id`)
  expect(annulled).toEqual([
    { type: 'E31', environment: 'production', tax_id },
    { type: 'E34', environment: 'test', tax_id },
  ])
})

test('warnings: a range of another environment is not reported', async () => {
  const gym = await makeGym(app)
  await switchToElectronicReceipts(gym.admin)
  await gym.admin.call('fiscal.set-settings', { body: { environment: 'certification' } })
  app.clock.set('2027-12-20T16:00:00Z')
  await warnOfRangeAndCertExpiry(app.database, app.clock.now())
  const titles = await gym.rows<{ title: string }>(sql`select title from notifications where gym_id = ${gym.gym.id}`)
  expect(titles.map(({ title }) => title)).not.toContain('Comprobantes por vencer')
  app.clock.reset()
})
