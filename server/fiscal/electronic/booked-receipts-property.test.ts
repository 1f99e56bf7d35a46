// Whatever a gym sells and voids, each electronic receipt keeps to the format and its signature holds.
import { addDays } from '@torniquete/contract/shared/dates.ts'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { makeClient, makeGym, makePlan, makeProduct } from '../../testing/factories.ts'
import { readSignedXml, switchToElectronicReceipts } from '../../testing/fiscal-samples.ts'
import { readPaymentKindIds } from '../../testing/front-desk.ts'
import { startTestAppForFile } from '../../testing/test-app.ts'
import { formatDgiiDay } from '../do/ecf/xml.ts'

const app = await startTestAppForFile({ SESSION_HOURS: '8760' })
app.clock.set('2026-06-15T16:00:00Z')
const gym = await makeGym(app)
const { admin } = gym
await switchToElectronicReceipts(admin)
await admin.call('debts.set-rules', { body: { is_on: true } })
const kinds = Object.values(await readPaymentKindIds(gym))
const classes = ['exempt', '0', '16', '18'] as const
const prices = ['0.01', '33.33', '118.00', '9999.99']
const products: number[] = []
for (const [index, tax_class] of classes.entries()) {
  const name = `Agua & <sales> "${index}" ${'ñ😀'.repeat(index * 3)}`
  products.push((await makeProduct(gym, { name, stock: 100_000, sale_price: prices[index] ?? '1.00', tax_class })).id)
}
const plans = [
  (await makePlan(gym, { price: '1234.56' })).id,
  (await makePlan(gym, { price: '999.99', tax_class: '18' })).id,
]
const identity = { tax_id: '101850043', legal_name: 'Comercial <SRL> & Hijos' }
const clients = [(await makeClient(gym)).id, (await makeClient(gym, identity)).id]

const scenario = fc.record({
  who: fc.nat(1),
  plan: fc.option(fc.nat(plans.length - 1)),
  lines: fc.array(
    fc.record({
      product: fc.nat(products.length - 1),
      quantity: fc.integer({ min: 1, max: 9 }),
      discount: fc.constantFrom(0, 0.01, 10, 33.33, 100),
    }),
    { minLength: 1, maxLength: 4 },
  ),
  isCredit: fc.boolean(),
  owedPercent: fc.constantFrom(0, 0, 30, 100),
  isMixed: fc.boolean(),
  voids: fc.array(fc.integer({ min: 1, max: 3 }), { maxLength: 3 }),
  isLate: fc.nat(9).map((number) => number === 0),
})
type Scenario = typeof scenario extends fc.Arbitrary<infer Value> ? Value : never

/** Terms of payment for a total in cents. */
function choosePayment({ owedPercent, isMixed }: Scenario, cents: number) {
  const owed = Math.floor((cents * owedPercent) / 100)
  const due = cents - owed
  const parts = isMixed && due > 2 ? [1, Math.floor(due / 3), due - 1 - Math.floor(due / 3)] : due > 0 ? [due] : []
  const paid = parts.flatMap((part, index) => (part > 0 ? { id_kind: kinds[index] ?? 0, amount: part / 100 } : []))
  return { ...(owed > 0 && { owed: owed / 100 }), ...(paid.length > 0 && { paid }) }
}

const toCents = (text: string) => Math.round(Number(text) * 100)

/** Books the goods, with a plan as a ticket. Returns the sale, and the number of its receipt. */
async function book(given: Scenario) {
  const items = given.lines.map(({ product, ...line }) => ({ id_product: products[product] ?? 0, ...line }))
  const id_client = clients[given.who] ?? 0
  const receipt = given.isCredit ? { type: 'credit', ...identity } : null
  const cents = given.lines.reduce((sum, { product, quantity, discount }) => {
    const whole = quantity * toCents(prices[product] ?? '1.00')
    return sum + whole - Math.round((whole * discount) / 100)
  }, 0)
  if (given.plan === null) {
    const sale = await admin.call('sales.create', {
      body: { id_client, items, receipt, ...choosePayment(given, cents) },
    })
    return { sale, payment: null, fiscal: sale.fiscal }
  }
  const price = toCents(given.plan === 0 ? '1234.56' : '999.99')
  const membership = { id_membership: plans[given.plan], start_date: '2026-03-01', overlap: true }
  const body = { id_client, membership, items, receipt, ...choosePayment(given, price + cents) }
  return admin.call('tickets.create', { body })
}

test('electronic receipts: every document is valid and signed, whatever is sold and voided', async () => {
  await fc.assert(
    fc.asyncProperty(scenario, async (given) => {
      const { sale, payment, fiscal } = await book(given)
      const xml = await readSignedXml(admin, fiscal?.ncf)
      expect(xml).toContain(`<MontoTotal>${fiscal?.total}</MontoTotal>`)
      const owed = Math.floor((toCents(fiscal?.total ?? '') * given.owedPercent) / 100)
      const dueOn = addDays(app.clock.now().toISOString().slice(0, 10), 30)
      expect(xml.includes(`<TipoPago>2</TipoPago><FechaLimitePago>${formatDgiiDay(dueOn)}<`)).toBe(owed > 0)
      if (given.isLate) app.clock.advance(31 * 86_400_000)
      const left = given.lines.map(({ quantity }) => quantity)
      for (const quantity of given.voids) {
        const index = left.findIndex((count) => count >= quantity)
        if (index < 0) break
        left[index] = (left[index] ?? 0) - quantity
        const body = { reason: 'Roto', id_shift: null, lines: [{ line: index + 1, quantity }] }
        const { fiscal: voided, fiscal_note } = await admin.call('sales.void', { params: { id: sale.id }, body })
        // The first void took back the whole sale.
        if (voided?.status === 'annulled') break
        const note = await readSignedXml(admin, fiscal_note?.ncf)
        expect(note).toContain(`<IndicadorNotaCredito>${given.isLate ? 1 : 0}</IndicadorNotaCredito>`)
      }
      if (payment) {
        const body = { reason: 'Error', id_shift: null }
        const { fiscal_note } = await admin.call('payments.void', { params: { id: payment.id }, body })
        await readSignedXml(admin, fiscal_note?.ncf)
      }
    }),
    { numRuns: 15 },
  )
})
