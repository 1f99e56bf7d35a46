// Random sales, purchases, voids, deletions, repeats and cut connections, partly concurrent: all books must agree.
import { addDays } from '@torniquete/contract/shared/dates.ts'
import { addAmounts, fromCents, toCents } from '@torniquete/contract/shared/money.ts'
import { computeBillAmounts } from '@torniquete/contract/till/bills.ts'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  app,
  cutDatabaseConnections,
  firstHistoryDay,
  listReportRanges,
  startBooksApp,
} from '../../testing/books-app.ts'
import { checkProperty, propertyTimeoutMs } from '../../testing/check-property.ts'
import { runAsTableOwner } from '../../testing/database-digest.ts'
import { makeClient, makeGym, makePlan, makeProduct, makeSupplier, type TestGym } from '../../testing/factories.ts'
import { type RepeatableRequest as Asked, RepeatableUserRequests } from '../../testing/repeated-requests.ts'
import {
  selectInconsistentSums,
  selectPaymentKindFlow,
  selectProductSales,
  selectSumViolations,
  selectValidTendersByKind,
  storeDaySums,
} from '../../testing/verify-day-sums.ts'

startBooksApp()

const line = fc.record({
  product: fc.nat(3),
  quantity: fc.integer({ min: 1, max: 6 }),
  discount: fc.integer({ min: 0, max: 10_000 }),
  tax: fc.integer({ min: 0, max: 3_000 }),
  price: fc.integer({ min: 0, max: 50_000 }),
})
const lines = fc.array(line, { minLength: 1, maxLength: 3 })
/** Number of payment kinds that pay a document; 0 names none. */
const kinds = fc.nat(2)
const action = fc.oneof(
  { weight: 5, arbitrary: fc.record({ kind: fc.constant('sale'), lines, kinds }) },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('purchase'), lines, kinds }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('payment'), kinds }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('ticket'), lines }) },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('void'), which: fc.nat(), kinds }) },
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant('part'),
      which: fc.nat(),
      line: fc.integer({ min: 1, max: 2 }),
      quantity: fc.integer({ min: 1, max: 3 }),
      restock: fc.boolean(),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ kind: fc.constant('adjust'), product: fc.nat(3), change: fc.integer({ min: -6, max: 6 }) }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('count'), product: fc.nat(3), counted: fc.nat(9) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('book'), which: fc.nat() }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('delete'), product: fc.nat(3) }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('repeat'), which: fc.nat() }) },
  // Cuts every connection to the database.
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('cut') }) },
)
type Action = typeof action extends fc.Arbitrary<infer T> ? T : never
/** Steps of a test; each begins some days after the previous one. */
const history = fc.array(fc.record({ days: fc.nat(20), actions: fc.array(action, { minLength: 1, maxLength: 6 }) }), {
  minLength: 1,
  maxLength: 6,
})

const calls = [
  'sales.create',
  'purchases.create',
  'payments.create',
  'tickets.create',
  'sales.void',
  'purchases.void',
  'payments.void',
  'stock.adjust',
  'stock.open-count',
  'stock.enter',
  'stock.book-count',
] as const
type Request = Asked<(typeof calls)[number]>

interface Ids {
  client: number
  supplier: number
  plan: number
  products: number[]
  kinds: number[]
}

const priceOf = (product: number) => `${product * 7 + 1}.${product}9`

class Till {
  readonly #gym: TestGym
  readonly #ids: Ids
  readonly #requests: RepeatableUserRequests<Request['name']>

  constructor(gym: TestGym, ids: Ids) {
    this.#gym = gym
    this.#ids = ids
    this.#requests = new RepeatableUserRequests(gym.admin)
  }

  static async open(): Promise<Till> {
    const gym = await makeGym(app)
    const products = []
    for (let at = 0; at < 4; at += 1) {
      const { id } = await makeProduct(gym, { sale_price: priceOf(at), min_quantity: 2, stock: 4 })
      products.push(id)
    }
    return new Till(gym, {
      client: (await makeClient(gym)).id,
      supplier: (await makeSupplier(gym)).id,
      plan: (await makePlan(gym, { price: '33.33' })).id,
      products,
      kinds: (await gym.admin.call('payment-kinds.list')).map(({ id }) => id),
    })
  }

  get gym(): number {
    return this.#gym.gym.id
  }

  async act(action: Action): Promise<void> {
    if (action.kind === 'cut') return cutDatabaseConnections()
    if (action.kind === 'delete')
      return void (await this.#gym.admin.try('products.delete', {
        params: { id_product: this.#product(action.product) },
      }))
    if (action.kind === 'count') return this.#count(action)
    if (action.kind === 'book') return this.#bookCount(action.which)
    if (action.kind === 'part') return this.#voidLine(action)
    const request = 'which' in action ? this.#earlier(action) : this.#fresh(action)
    if (request) await this.#send(request)
  }

  #product(index: number): number {
    return this.#ids.products[index] ?? 0
  }

  /** Voids a quantity of one sale line, which may exceed the quantity left. */
  async #voidLine({ which, line, quantity, restock }: Extract<Action, { kind: 'part' }>): Promise<void> {
    const made = this.#requests.made.filter(({ name }) => name === 'sales.create' || name === 'tickets.create')
    const chosen = made[which % Math.max(1, made.length)]
    if (!chosen) return
    const answer = JSON.parse(chosen.answer?.text ?? '')
    const body = { reason: 'x', lines: [{ line, quantity }], restock }
    await this.#send(this.#note('sales.void', body, (answer.sale ?? answer).id))
  }

  readonly #counts: number[] = []

  /** Enters a counted quantity, into the last stock count or a new one. */
  async #count({ product, counted }: Extract<Action, { kind: 'count' }>): Promise<void> {
    const id = counted % 2 === 0 ? this.#counts.at(-1) : undefined
    const opened = id ?? (await this.#send(this.#note('stock.open-count', {}))).id
    if (!this.#counts.includes(opened)) this.#counts.push(opened)
    await this.#send(
      this.#note('stock.enter', { entries: [{ id_product: this.#product(product), quantity: counted }] }, opened),
    )
  }

  async #bookCount(which: number): Promise<void> {
    const id = this.#counts[which % Math.max(1, this.#counts.length)]
    if (id === undefined) return
    const { status, answer } = await this.#gym.admin.try('stock.differences', { params: { id } })
    if (status !== 200) return
    await this.#send(this.#note('stock.book-count', { reason: 'x', confirm: answer.digest }, id))
  }

  #fresh(action: Extract<Action, { kind: 'sale' | 'purchase' | 'payment' | 'ticket' | 'adjust' }>): Request {
    const { client, supplier, plan } = this.#ids
    if (action.kind === 'adjust')
      return this.#note(
        'stock.adjust',
        { kind: 'adjustment', change: action.change, reason: 'x' },
        this.#product(action.product),
      )
    const membership = { id_membership: plan, start_date: '2026-01-01', overlap: true }
    if (action.kind === 'payment')
      return this.#note('payments.create', { id_client: client, ...membership, ...this.#paid('33.33', action.kinds) })
    const items = action.lines.map((each) => ({
      id_product: this.#product(each.product),
      quantity: each.quantity,
      discount: each.discount / 100,
      tax: each.tax / 100,
      unit_price: each.price / 100,
    }))
    if (action.kind === 'ticket') return this.#note('tickets.create', { id_client: client, membership, items })
    const isSale = action.kind === 'sale'
    const priced = items.map((item, at) => {
      const unit_price = isSale ? priceOf(action.lines[at]?.product ?? 0) : fromCents(action.lines[at]?.price ?? 0)
      return { ...item, unit_price }
    })
    const paid = this.#paid(computeBillAmounts(priced).total, action.kinds)
    if (isSale) return this.#note('sales.create', { id_client: client, items, ...paid })
    return this.#note('purchases.create', { id_supplier: supplier, items, ...paid })
  }

  /** Payment parts by the last kinds of the list, none of which is the default kind. */
  #paid(total: string, kinds: number): object {
    const cents = toCents(total) ?? 0
    if (kinds === 0 || cents < kinds) return {}
    const rest = cents - (kinds - 1)
    const amounts = [rest, 1].slice(0, kinds)
    return { paid: amounts.map((amount, at) => ({ id_kind: this.#ids.kinds.at(-1 - at), amount: fromCents(amount) })) }
  }

  #earlier(action: Extract<Action, { kind: 'void' | 'repeat' }>): Request | null {
    if (action.kind === 'repeat') return this.#requests.earlier(action.which) ?? null
    const { which, kinds } = action
    const { made } = this.#requests
    const chosen = made[which % Math.max(1, made.length)]
    if (!chosen) return null
    const answer = JSON.parse(chosen.answer?.text ?? '')
    // A ticket has two documents, so `which` selects one of them.
    if (chosen.name === 'tickets.create')
      return which % 2 === 0
        ? this.#note('payments.void', { reason: 'x' }, answer.payment.id)
        : this.#note('sales.void', { reason: 'x' }, answer.sale.id)
    const { id, amount_total, membership } = answer
    // A purchase may have been booked without a payment; its void then refunds none.
    const back = chosen.name === 'purchases.create' ? {} : this.#paid(amount_total ?? membership.price, kinds)
    const body = { reason: 'x', ...back }
    return this.#note(chosen.name.replace('create', 'void') as Request['name'], body, id) // each create call has a void call of the same name
  }

  #note(name: Request['name'], body: object, id = 0): Request {
    return this.#requests.note(name, body, { id, id_product: id })
  }

  async #send(request: Request): Promise<{ id: number }> {
    return JSON.parse((await this.#requests.send(request)).text)
  }

  get booked(): number {
    return this.#requests.made.reduce((sum, { name }) => sum + (name === 'tickets.create' ? 2 : 1), 0)
  }

  /** Stock of each product as the screens show it: last balance of the ledger, and quantity in the stock report. */
  async stocks(): Promise<{ ledger: number[]; shelf: number[] }> {
    const { products } = this.#ids
    const ledgers = products.map((id_product) =>
      this.#requests.read('movements.list', { query: { id_product, size_page: 1 } }),
    )
    const { items } = await this.#requests.read('stock.list', { query: { size_page: 100 } })
    const ledger = (await Promise.all(ledgers)).map(({ items, product }) => items[0]?.balance ?? product.quantity)
    return { ledger, shelf: products.map((id, at) => items.find((row) => row.id === id)?.quantity ?? ledger[at] ?? 0) }
  }

  /** Sales and discounts in a range of days, as the screens show them. */
  async sold(query: { start_date?: string; end_date?: string }) {
    const shelf = await this.#requests.read('stock.list', { query: { ...query, which: 'best' } })
    const given = await this.#requests.read('discounts.list', { query: { ...query, size_page: 1000 } })
    expect(given.items).toHaveLength(given.total)
    return {
      sold: shelf.sums.sold,
      revenue: shelf.sums.revenue,
      lines: given.total,
      voided: given.total_voided,
      given: given.amount_sum,
    }
  }

  async flow() {
    const rows = await this.#requests.read('tenders.flow')
    return rows.flatMap(({ kind, income, expenses }) => (kind ? [{ kind: kind.id, income, expenses }] : []))
  }

  /** Amounts by payment kind of the valid documents in a range of days; their sum must equal the list's. */
  async standing(document: 'sale' | 'payment' | 'purchase', query: { start_date?: string; end_date?: string }) {
    const rows = await this.#requests.read('tenders.of-list', { params: { document }, query })
    const { amount_sum } = await this.#requests.read(`${document}s.list`, { query })
    expect(addAmounts(rows.map(({ amount }) => amount))).toBe(amount_sum)
    return rows.flatMap(({ kind, amount }) => (kind ? [{ kind: kind.id, amount }] : []))
  }

  async stored(): Promise<number[]> {
    const ids = this.#ids.products.join(',')
    return runAsTableOwner(app, async (client) => {
      const { rows } = await client.query(
        `select quantity from products where gym_id = ${this.gym} and id in (${ids}) order by id`,
      )
      return rows.map((row: { quantity: number }) => row.quantity)
    })
  }

  /**
   * Income minus expenses, summed from lists. Repeats reads, whose connections the simulated network failure may cut.
   */
  async balance(): Promise<number> {
    const sumOf = async (name: 'sales.list' | 'payments.list' | 'purchases.list') =>
      toCents((await this.#requests.read(name)).amount_sum) ?? 0
    return (await sumOf('sales.list')) + (await sumOf('payments.list')) - (await sumOf('purchases.list'))
  }
}

const counted = (gym: number) => `
  select (select count(*) from sales where gym_id = ${gym})
       + (select count(*) from purchases where gym_id = ${gym})
       + (select count(*) from membership_payments where gym_id = ${gym}) as documents,
    100 * ((select coalesce(sum(total), 0) from sale_items i join sales s on s.gym_id = i.gym_id and s.id = i.id_sale where s.gym_id = ${gym} and s.voided_at is null)
       - (select coalesce(sum(v.amount), 0) from voids v join sales s on s.gym_id = v.gym_id and s.id = v.id_partial_sale where v.gym_id = ${gym} and s.voided_at is null)
       + (select coalesce(sum(price), 0) from membership_payments where gym_id = ${gym} and voided_at is null)
       - (select coalesce(sum(total), 0) from purchase_items i join purchases s on s.gym_id = i.gym_id and s.id = i.id_purchase where s.gym_id = ${gym} and s.voided_at is null)) as balance`

test('books: all lists, ledgers and reports agree after every random step', {
  timeout: propertyTimeoutMs,
}, async () => {
  await checkProperty(history, { numRuns: 12 }, async (steps) => {
    let today = firstHistoryDay
    app.clock.set(`${today}T15:00:00Z`)
    const till = await Till.open()
    const before = await runAsTableOwner(app, async (client) => (await client.query(counted(till.gym))).rows[0])
    for (const { days, actions } of steps) {
      today = addDays(today, days)
      app.clock.set(`${today}T15:00:00Z`)
      await storeDaySums(app, till.gym, today)
      await Promise.all(actions.map((each) => till.act(each)))
      await runAsTableOwner(app, async (client) => {
        for (const rules of [selectInconsistentSums, selectSumViolations])
          expect((await client.query(rules(till.gym))).rows).toEqual([])
        const { documents, balance } = (await client.query(counted(till.gym))).rows[0]
        expect(Number(documents) - Number(before.documents)).toBe(till.booked)
        expect(await till.balance()).toBe(Number(balance))
        const stored = await till.stored()
        expect(await till.stocks()).toEqual({ ledger: stored, shelf: stored })
        expect(await till.flow()).toEqual((await client.query(selectPaymentKindFlow(till.gym))).rows)
        for (const range of listReportRanges(today)) {
          expect(await till.sold(range)).toEqual((await client.query(selectProductSales(till.gym, range))).rows[0])
          for (const document of ['sale', 'payment', 'purchase'] as const) {
            const { rows } = await client.query(selectValidTendersByKind(till.gym, `${document}s`, range))
            expect(await till.standing(document, range)).toEqual(rows)
          }
        }
      })
    }
  })
})
