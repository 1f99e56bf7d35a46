import { expect, test } from 'vitest'
import { makeGym, makePayment, makePlan, makeProduct, makeSale, type TestGym } from '../../testing/factories.ts'
import {
  makeUniqueNumberRange,
  runContingencyReplacement,
  setElectronicDocumentStatus,
  switchToElectronicReceipts,
} from '../../testing/fiscal-samples.ts'
import { startTestAppForFile } from '../../testing/test-app.ts'

const app = await startTestAppForFile({ SESSION_HOURS: '8760' })
app.clock.set('2026-06-30T16:00:00Z')

const company = { type: 'credit', tax_id: '101850043', legal_name: 'Comercial SRL' } as const

async function openGym(): Promise<TestGym> {
  const gym = await makeGym(app)
  await switchToElectronicReceipts(gym.admin)
  return gym
}

const readReport = ({ admin }: TestGym, month = '2026-06') => admin.call('fiscal.sales-report', { query: { month } })

test('607: leaves out receipts that were annulled, or rejected for good', async () => {
  const gym = await openGym()
  const plan = await makePlan(gym, { price: '1500.00' })
  const sell = () => makePayment(gym, { id_membership: plan.id, receipt: company })
  const [valid, rejected, correctable, unsent] = [await sell(), await sell(), await sell(), await sell()]
  await makePayment(gym, { id_membership: plan.id })
  await setElectronicDocumentStatus(gym, rejected.fiscal?.ncf, { status: 'rejected', is_number_used: true })
  await setElectronicDocumentStatus(gym, correctable.fiscal?.ncf, { status: 'rejected', is_number_used: false })
  for (const { id } of [rejected, unsent])
    await gym.admin.call('payments.void', { params: { id }, body: { reason: 'x', id_shift: null } })
  const { rows, summary } = await readReport(gym)
  expect(rows.map(({ ncf }) => ncf)).toEqual([valid.fiscal?.ncf, correctable.fiscal?.ncf])
  expect(summary.consumer).toMatchObject({ count: 1, amount: '1500.00' })
})

test('607: after a contingency, lists the electronic receipts in the month of the sale, with the replaced NCF', async () => {
  const gym = await openGym()
  for (const type of ['B01', 'B02', 'B04'])
    await gym.admin.call('fiscal.create-range', { body: makeUniqueNumberRange(type, 100) })
  const product = await makeProduct(gym, { stock: 9, sale_price: '118.00' })
  await gym.admin.call('fiscal.set-settings', { body: { contingency: true } })
  const paper = await makePayment(gym, { receipt: company })
  const sale = await makeSale(gym, [{ id_product: product.id, quantity: 3 }])
  const body = { reason: 'Roto', id_shift: null, lines: [{ line: 1, quantity: 1 }] }
  await gym.admin.call('sales.void', { params: { id: sale.id }, body })
  const before = await readReport(gym)
  app.clock.set('2026-07-01T16:00:00Z')
  await gym.admin.call('fiscal.set-settings', { body: { contingency: false } })
  await runContingencyReplacement(app)
  const after = await readReport(gym)
  const { fiscal } = await gym.admin.call('payments.read', { params: { id: paper.id } })
  expect(after.rows).toEqual([{ ...before.rows[0], ncf: fiscal?.ncf, modified_ncf: paper.fiscal?.ncf }])
  expect(after.summary).toEqual(before.summary)
  expect(after.summary.consumer).toMatchObject({ count: 1, amount: '200.00', tax: '36.00', cash: '236.00' })
  expect((await readReport(gym, '2026-07')).rows).toEqual([])
  app.clock.set('2026-06-30T16:00:00Z')
})
