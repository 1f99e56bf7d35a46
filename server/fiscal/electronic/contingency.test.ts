import { fiscalWarningTitles } from '@torniquete/contract/fiscal/warning-titles.ts'
import { expect, test } from 'vitest'
import { sql } from '../../platform/db/sql.ts'
import { countSessionsWaitingForLock, queryAsOwner, runAsTableOwner } from '../../testing/database-digest.ts'
import { makeGym, makePayment, makeProduct, makeSale, type TestGym } from '../../testing/factories.ts'
import {
  makeUniqueNumberRange,
  readSignedXml,
  runContingencyReplacement,
  switchToElectronicReceipts,
} from '../../testing/fiscal-samples.ts'
import { startSecondServer } from '../../testing/second-server.ts'
import { startTestAppForFile } from '../../testing/test-app.ts'

const app = await startTestAppForFile({ SESSION_HOURS: '8760' })
app.clock.set('2026-06-15T16:00:00Z')

async function openGym(): Promise<TestGym> {
  const gym = await makeGym(app)
  await switchToElectronicReceipts(gym.admin)
  for (const type of ['B01', 'B02', 'B04'])
    await gym.admin.call('fiscal.create-range', { body: makeUniqueNumberRange(type, 1000) })
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
  await runContingencyReplacement(app)
  expect((await gym.admin.call('fiscal-documents.list')).total).toBe(0)

  app.clock.set('2026-06-17T16:00:00Z')
  await setContingency(gym, false)
  await runContingencyReplacement(app)
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
  await runContingencyReplacement(app)
  expect((await gym.admin.call('fiscal-documents.list')).total).toBe(3)
  app.clock.set('2026-06-15T16:00:00Z')
})

test('contingency: two servers replace each receipt once', async () => {
  const gym = await openGym()
  await setContingency(gym, true)
  for (let count = 0; count < 25; count++) await makePayment(gym, { start_date: '2026-01-01' })
  await setContingency(gym, false)
  const other = await startSecondServer(app)
  await Promise.all([runContingencyReplacement(app), runContingencyReplacement(other)])
  await other.close()
  const rows = await gym.rows(sql`
    select from fiscal_receipts where gym_id = ${gym.gym.id} and type = 'E32' and modified_ncf like 'B02%'`)
  expect(rows).toHaveLength(25)
})

test('contingency: the replacing receipt takes a number that is valid today', async () => {
  const gym = await openGym()
  const ranges = await gym.admin.call('fiscal.ranges')
  const e31 = ranges.find(({ type }) => type === 'E31')?.id
  await queryAsOwner(app, 'update fiscal_ranges set expires_on = $3 where gym_id = $1 and id = $2', [
    gym.gym.id,
    e31,
    '2026-06-16',
  ])
  const { from } = await gym.admin.call('fiscal.create-range', { body: makeUniqueNumberRange('E31', 100) })
  await setContingency(gym, true)
  const { id } = await makePayment(gym, {
    receipt: { type: 'credit', tax_id: '101850043', legal_name: 'Comercial SRL' },
  })
  app.clock.set('2026-06-17T16:00:00Z')
  await setContingency(gym, false)
  await runContingencyReplacement(app)
  app.clock.set('2026-06-15T16:00:00Z')
  expect((await gym.admin.call('payments.read', { params: { id } })).fiscal?.ncf).toBe(from)
})

test('contingency: administrators are told once a day that receipts cannot be replaced', async () => {
  const gym = await openGym()
  await setContingency(gym, true)
  await makePayment(gym)
  const e32 = (await gym.admin.call('fiscal.ranges')).find(({ type }) => type === 'E32')
  await gym.admin.call('fiscal.cancel-range', { params: { id: e32?.id ?? 0 } })
  await setContingency(gym, false)
  for (let again = 0; again < 2; again += 1) await runContingencyReplacement(app)
  const { items } = await gym.admin.call('notifications.list')
  expect(items.filter(({ title }) => title === fiscalWarningTitles.contingency).map(({ message }) => message)).toEqual([
    'Los comprobantes electrónicos que reemplazan a los de la contingencia no se pudieron emitir. No hay comprobantes Factura de Consumo Electrónica (E32) disponibles. Un administrador debe registrar un rango.',
  ])
})

test('contingency: a change of the settings at the same time causes no deadlock', async () => {
  const gym = await openGym()
  await setContingency(gym, true)
  await makePayment(gym)
  await setContingency(gym, false)
  await runAsTableOwner(app, async (owner) => {
    const lock = (table: string, more = '') =>
      owner.query(`select from ${table} where gym_id = $1 for no key update ${more}`, [gym.gym.id])
    await owner.query('begin')
    await lock('fiscal_ranges')
    const done = runContingencyReplacement(app)
    await expect.poll(() => countSessionsWaitingForLock(owner, 'fiscal_ranges')).toBe(1)
    await lock('fiscal_settings', 'nowait')
    await owner.query('commit')
    await done
  })
  expect((await gym.admin.call('fiscal-documents.list')).total).toBe(1)
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

test('contingency: a receipt replaced only in a test environment gets a note of series B later', async () => {
  const gym = await openGym()
  await setContingency(gym, true)
  const { id, fiscal } = await makePayment(gym)
  await setContingency(gym, false)
  await runContingencyReplacement(app)
  await gym.admin.call('fiscal.set-settings', { body: { environment: 'certification' } })
  const body = { reason: 'x', id_shift: null }
  const { fiscal_note } = await gym.admin.call('payments.void', { params: { id }, body })
  expect(fiscal_note).toMatchObject({ type: 'B04', modifies: { ncf: fiscal?.ncf }, total: fiscal?.total })
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

test('ranges: in paper mode, only cancelled electronic ranges with used numbers are annulled', async () => {
  const gym = await openGym()
  await makePayment(gym)
  await gym.admin.call('fiscal.set-settings', { body: { mode: 'paper' } })
  for (const { id, type } of await gym.admin.call('fiscal.ranges'))
    if (type.startsWith('E')) await gym.admin.call('fiscal.cancel-range', { params: { id } })
  const annulled = await gym.rows(sql`select type from fiscal_annulments where gym_id = ${gym.gym.id}`)
  expect(annulled).toEqual([{ type: 'E32' }])
})

test('ranges: without a country, cancelling an unused electronic range annuls nothing', async () => {
  const gym = await openGym()
  await gym.admin.call('fiscal.set-settings', { body: { country: 'none', tax_id: null, legal_name: null } })
  const range = (await gym.admin.call('fiscal.ranges')).find(({ type }) => type === 'E32')
  expect((await gym.admin.try('fiscal.cancel-range', { params: { id: range?.id ?? 0 } })).status).toBe(200)
  expect(await gym.rows(sql`select from fiscal_annulments where gym_id = ${gym.gym.id}`)).toEqual([])
})
