import { expect, test } from 'vitest'
import { sql } from '../../platform/db/sql.ts'
import { makeGym, makePayment, makeProduct, makeSale, type TestGym } from '../../testing/factories.ts'
import { readSignedXml, replaceAllReceipts, switchToElectronic, takeNumbers } from '../../testing/fiscal-samples.ts'
import { startSecondServer } from '../../testing/second-server.ts'
import { openTestApp } from '../../testing/test-app.ts'

const app = await openTestApp({ SESSION_HOURS: '8760' })
app.clock.set('2026-06-15T16:00:00Z')

async function openGym(): Promise<TestGym> {
  const gym = await makeGym(app)
  await switchToElectronic(gym.admin)
  for (const type of ['B01', 'B02', 'B04'])
    await gym.admin.call('fiscal.create-range', { body: takeNumbers(type, 1000) })
  return gym
}

const setContingency = ({ admin }: TestGym, contingency: boolean) =>
  admin.call('fiscal.set-settings', { body: { contingency } })

test('contingency: workers read since when it lasts, and otherwise only three fields', async () => {
  const gym = await openGym()
  const worker = await gym.as('gym_worker')
  const basics = { country: 'DO', mode: 'electronic', prices_include_tax: true }
  expect(await worker.call('fiscal.settings')).toEqual(basics)
  const { contingency_since } = await setContingency(gym, true)
  expect(await worker.call('fiscal.settings')).toEqual({ ...basics, contingency_since })
})

test('contingency: receipts of series B get electronic ones with code 4 once it is over', async () => {
  const gym = await openGym()
  const since = (await setContingency(gym, true)).contingency_since
  expect(since).toBe('2026-06-15T16:00:00.000Z')
  const payment = await makePayment(gym, {
    receipt: { type: 'credit', tax_id: '101850043', legal_name: 'Comercial SRL' },
  })
  const product = await makeProduct(gym, { stock: 5, sale_price: '118.00' })
  const sale = await makeSale(gym, [{ id_product: product.id, quantity: 2 }])
  const body = { reason: 'Roto', id_shift: null, lines: [{ line: 1, quantity: 1 }] }
  const { fiscal_note } = await gym.admin.call('sales.void', { params: { id: sale.id }, body })
  expect([payment.fiscal?.type, sale.fiscal?.type, fiscal_note?.type]).toEqual(['B01', 'B02', 'B04'])
  await replaceAllReceipts(app)
  expect((await gym.admin.call('fiscal-documents.list')).total).toBe(0)

  app.clock.set('2026-06-17T16:00:00Z')
  await setContingency(gym, false)
  await replaceAllReceipts(app)
  const replaced = {
    payment: await gym.admin.call('payments.read', { params: { id: payment.id } }),
    sale: await gym.admin.call('sales.read', { params: { id: sale.id } }),
  }
  for (const [before, after, type] of [
    [payment.fiscal, replaced.payment.fiscal, 'E31'],
    [sale.fiscal, replaced.sale.fiscal, 'E32'],
    [fiscal_note, replaced.sale.fiscal_note, 'E34'],
  ] as const) {
    expect(after).toMatchObject({
      type,
      status: 'signed',
      total: before?.total,
      modifies: { ncf: before?.ncf, date: '2026-06-15' },
    })
    const xml = await readSignedXml(gym.admin, after?.ncf)
    expect(xml).toContain('<FechaEmision>15-06-2026</FechaEmision>')
    expect(xml).toContain(
      `<NCFModificado>${before?.ncf}</NCFModificado><FechaNCFModificado>15-06-2026</FechaNCFModificado><CodigoModificacion>4`,
    )
  }
  await setContingency(gym, true)
  await setContingency(gym, false)
  await replaceAllReceipts(app)
  expect((await gym.admin.call('fiscal-documents.list')).total).toBe(3)
  app.clock.set('2026-06-15T16:00:00Z')
})

test('contingency: two servers replace each receipt once', async () => {
  const gym = await openGym()
  await setContingency(gym, true)
  for (let count = 0; count < 25; count++) await makePayment(gym, { start_date: '2026-01-01' })
  await setContingency(gym, false)
  const other = await startSecondServer(app)
  await Promise.all([replaceAllReceipts(app), replaceAllReceipts(other)])
  await other.close()
  const rows = await gym.rows(sql`
    select from fiscal_receipts where gym_id = ${gym.gym.id} and type = 'E32' and modified_ncf like 'B02%'`)
  expect(rows).toHaveLength(25)
})

test('contingency: credit notes of electronic receipts stay electronic', async () => {
  const gym = await openGym()
  const product = await makeProduct(gym, { stock: 5, sale_price: '118.00' })
  const sale = await makeSale(gym, [{ id_product: product.id, quantity: 2 }])
  await setContingency(gym, true)
  const body = { reason: 'Roto', id_shift: null, lines: [{ line: 1, quantity: 1 }] }
  const { fiscal_note } = await gym.admin.call('sales.void', { params: { id: sale.id }, body })
  expect(fiscal_note).toMatchObject({ type: 'E34', status: 'signed' })
})

test('settings: contingency is refused while receipts are on paper, and ends with electronic mode', async () => {
  const gym = await openGym()
  const change = (body: object) => gym.admin.try('fiscal.set-settings', { body })
  await setContingency(gym, true)
  expect((await change({ mode: 'paper' })).answer).toMatchObject({ mode: 'paper', contingency_since: null })
  expect((await change({ contingency: true })).status).toBe(422)
})

test('ranges: cancelling an electronic range annuls the numbers that were not used', async () => {
  const gym = await openGym()
  const range = (await gym.admin.call('fiscal.ranges')).find(({ type }) => type === 'E32')
  await makePayment(gym)
  await gym.admin.call('fiscal.cancel-range', { params: { id: range?.id ?? 0 } })
  const first = Number(range?.from.slice(3)) + 1
  const annulled = await gym.rows(sql`select type, first, last from fiscal_annulments where gym_id = ${gym.gym.id}`)
  expect(annulled).toEqual([{ type: 'E32', first, last: first + 999_998 }])
})
