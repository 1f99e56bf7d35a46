// Random sales, purchases, voids, deletions, repeats and cut connections, also concurrent: the books agree.
import { addDays } from '@torniquete/contract/shared/dates.ts'
import { toCents } from '@torniquete/contract/shared/money.ts'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { app, begun, cut, rangesOf, startBooksApp } from '../../testing/books-app.ts'
import { asOwner } from '../../testing/digest.ts'
import { makeClient, makeGym, makePlan, makeProduct, makeSupplier, type TestGym } from '../../testing/factories.ts'
import { holds, propertyTimeout } from '../../testing/property.ts'
import { type Request as Asked, Requests } from '../../testing/requests.ts'
import { brokenSums, closeDays, sold } from '../../testing/sum-rules.ts'

startBooksApp()

const line = fc.record({
  product: fc.nat(3),
  quantity: fc.integer({ min: 1, max: 6 }),
  discount: fc.integer({ min: 0, max: 10_000 }),
  tax: fc.integer({ min: 0, max: 3_000 }),
  price: fc.integer({ min: 0, max: 50_000 }),
})
const lines = fc.array(line, { minLength: 1, maxLength: 3 })
const action = fc.oneof(
  { weight: 5, arbitrary: fc.record({ kind: fc.constant('sale'), lines }) },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('purchase'), lines }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('payment') }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('ticket'), lines }) },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('void'), which: fc.nat() }) },
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
  // Every connection to the database breaks.
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('cut') }) },
)
type Action = typeof action extends fc.Arbitrary<infer T> ? T : never
/** Each so many days after the one before. */
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

class Till {
  readonly #gym: TestGym
  readonly #ids: { client: number; supplier: number; plan: number; products: number[] }
  readonly #requests: Requests<Request['name']>

  constructor(gym: TestGym, ids: { client: number; supplier: number; plan: number; products: number[] }) {
    this.#gym = gym
    this.#ids = ids
    this.#requests = new Requests(gym.admin)
  }

  static async open(): Promise<Till> {
    const gym = await makeGym(app)
    const products = []
    for (let at = 0; at < 4; at += 1) {
      const { id } = await makeProduct(gym, { sale_price: `${at * 7 + 1}.${at}9`, min_quantity: 2, stock: 4 })
      products.push(id)
    }
    return new Till(gym, {
      client: (await makeClient(gym)).id,
      supplier: (await makeSupplier(gym)).id,
      plan: (await makePlan(gym, { price: '33.33' })).id,
      products,
    })
  }

  get gym(): number {
    return this.#gym.gym.id
  }

  async act(action: Action): Promise<void> {
    if (action.kind === 'cut') return cut()
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

  /** Some of a line of a sale, whether so much is left of it or not. */
  async #voidLine({ which, line, quantity, restock }: Extract<Action, { kind: 'part' }>): Promise<void> {
    const made = this.#requests.made.filter(({ name }) => name === 'sales.create' || name === 'tickets.create')
    const chosen = made[which % Math.max(1, made.length)]
    if (!chosen) return
    const answer = JSON.parse(chosen.answer?.text ?? '')
    const body = { reason: 'x', lines: [{ line, quantity }], restock }
    await this.#send(this.#note('sales.void', body, (answer.sale ?? answer).id))
  }

  readonly #counts: number[] = []

  /** In a count of its own, or in one that stands open. */
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
    if (action.kind === 'payment') return this.#note('payments.create', { id_client: client, ...membership })
    const items = action.lines.map((each) => ({
      id_product: this.#product(each.product),
      quantity: each.quantity,
      discount: each.discount / 100,
      tax: each.tax / 100,
      unit_price: each.price / 100,
    }))
    if (action.kind === 'sale') return this.#note('sales.create', { id_client: client, items })
    if (action.kind === 'ticket') return this.#note('tickets.create', { id_client: client, membership, items })
    return this.#note('purchases.create', { id_supplier: supplier, items })
  }

  #earlier({ kind, which }: Extract<Action, { which: number }>): Request | null {
    if (kind === 'repeat') return this.#requests.earlier(which) ?? null
    const { made } = this.#requests
    const chosen = made[which % Math.max(1, made.length)]
    if (!chosen) return null
    const answer = JSON.parse(chosen.answer?.text ?? '')
    // For a ticket, either document.
    if (chosen.name === 'tickets.create')
      return which % 2 === 0
        ? this.#note('payments.void', { reason: 'x' }, answer.payment.id)
        : this.#note('sales.void', { reason: 'x' }, answer.sale.id)
    const { id } = answer as { id: number } // a document of ours
    return this.#note(chosen.name.replace('create', 'void') as Request['name'], { reason: 'x' }, id) // one of calls
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

  /** Stock of each product on screen: the ledger's last balance, and the stock report. */
  async stocks(): Promise<{ ledger: number[]; shelf: number[] }> {
    const { products } = this.#ids
    const ledgers = products.map((id_product) =>
      this.#requests.read('movements.list', { query: { id_product, size_page: 1 } }),
    )
    const { items } = await this.#requests.read('stock.list', { query: { size_page: 100 } })
    const ledger = (await Promise.all(ledgers)).map(({ items, product }) => items[0]?.balance ?? product.quantity)
    return { ledger, shelf: products.map((id, at) => items.find((row) => row.id === id)?.quantity ?? ledger[at] ?? 0) }
  }

  /** Sales and discounts on screen for some days. */
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

  async stored(): Promise<number[]> {
    const ids = this.#ids.products.join(',')
    return asOwner(app, async (client) => {
      const { rows } = await client.query(
        `select quantity from products where gym_id = ${this.gym} and id in (${ids}) order by id`,
      )
      return rows.map((row: { quantity: number }) => row.quantity)
    })
  }

  /** Income minus expenses as the lists say it, until they say it: a cut may take their connections, too. */
  async balance(): Promise<number> {
    const sumOf = async (name: 'sales.list' | 'payments.list' | 'purchases.list') =>
      toCents((await this.#requests.read(name)).amount_sum) ?? 0
    return (await sumOf('sales.list')) + (await sumOf('payments.list')) - (await sumOf('purchases.list'))
  }
}

/** Every rule as a query of what breaks it; the sums are made anew from the lines. */
const broken = (gym: number) => `
  with documents as (
    select 'sale' as kind, id, number, amount_total, voided_at, (select sum(total) from sale_items i where i.gym_id = s.gym_id and i.id_sale = s.id) as lines
    from sales s where gym_id = ${gym}
    union all
    select 'purchase', id, number, amount_total, voided_at, (select sum(total) from purchase_items i where i.gym_id = s.gym_id and i.id_purchase = s.id)
    from purchases s where gym_id = ${gym}
    union all
    select 'payment', id, number, price, voided_at, price from membership_payments p where gym_id = ${gym}
    union all
    select 'void', id, number, 0, null, 0 from voids where gym_id = ${gym})
  select 'stock' as rule, id::text as what from products p where gym_id = ${gym} and (quantity < 0
    or quantity <> (select coalesce(sum(quantity), 0) from stock_movements m where m.gym_id = p.gym_id and m.id_product = p.id))
  union all
  select 'stock is purchases minus sales and what was corrected', id::text from products p where gym_id = ${gym} and quantity <>
    (select coalesce(sum(i.quantity), 0) from purchase_items i join purchases b on b.gym_id = i.gym_id and b.id = i.id_purchase
     where i.gym_id = p.gym_id and i.id_product = p.id and b.voided_at is null)
    - (select coalesce(sum(i.quantity), 0) from sale_items i join sales b on b.gym_id = i.gym_id and b.id = i.id_sale
     where i.gym_id = p.gym_id and i.id_product = p.id and b.voided_at is null)
    + (select coalesce(sum(v.quantity), 0) from void_lines v join sale_items i using (gym_id, id_sale, line) join sales b on b.gym_id = i.gym_id and b.id = i.id_sale
     where i.gym_id = p.gym_id and i.id_product = p.id and b.voided_at is null)
    + (select coalesce(sum(m.quantity), 0) from stock_movements m where m.gym_id = p.gym_id and m.id_product = p.id and m.id_adjustment is not null)
  union all
  select 'a count is booked once, for what it says', c.id::text from stock_counts c where c.gym_id = ${gym} and c.outcome = 'booked'
    and (select coalesce(sum(l.counted - l.stock_last), 0) from stock_count_lines l where l.gym_id = c.gym_id and l.id_count = c.id)
      <> (select coalesce(sum(m.quantity), 0) from stock_adjustments a left join stock_movements m on m.gym_id = a.gym_id and m.id_adjustment = a.id
          where a.gym_id = c.gym_id and a.id_count = c.id)
  union all
  select 'average cost', id::text from products p where gym_id = ${gym} and average_cost is distinct from average_cost_of(gym_id, id)
  union all
  select 'total', kind || id from documents where amount_total <> lines
  union all
  select 'numbers', kind from documents group by kind having count(*) <> max(number) or min(number) <> 1
  union all
  select 'what is paid is what it comes to, and nothing once it is voided; of purchases perhaps nobody said how', d.kind || d.id
  from documents d cross join lateral (
    select case when d.kind = 'sale' then partly_voided(${gym}, d.id) else 0 end as partly) v left join lateral (
    select sum(t.amount) as paid from tenders t where t.gym_id = ${gym} and t.document = d.kind
      and coalesce(t.id_sale, t.id_purchase, t.id_payment) = d.id) t on true
  where d.kind <> 'void' and (d.kind <> 'purchase' or t.paid is not null)
    and t.paid is distinct from case when voided_at is null then amount_total - partly else 0 end
  union all
  select 'revenue', day::text from (
    select kind, day, id_user, total from revenue_days where gym_id = ${gym}
    union all
    select kind, day, id_user, total from revenue_between(${gym},
      coalesce((select day from summed_until where gym_id = ${gym}), '-infinity'), 'infinity')
    union all
    select 'sale', (created_at at time zone 'America/Santo_Domingo')::date, id_user, -sum(amount_total) from sales
    where gym_id = ${gym} group by 2, 3
    union all
    select 'sale', (voided_at at time zone 'America/Santo_Domingo')::date, id_user, sum(amount_total - partly_voided(gym_id, id)) from sales
    where gym_id = ${gym} and voided_at is not null group by 2, 3
    union all
    select 'sale', (v.created_at at time zone 'America/Santo_Domingo')::date, s.id_user, sum(v.amount) from voids v
      join sales s on s.gym_id = v.gym_id and s.id = v.id_partial_sale where v.gym_id = ${gym} group by 2, 3
    union all
    select 'payment', (payment_date at time zone 'America/Santo_Domingo')::date, id_user, -sum(price) from membership_payments
    where gym_id = ${gym} group by 2, 3
    union all
    select 'payment', (voided_at at time zone 'America/Santo_Domingo')::date, id_user, sum(price) from membership_payments
    where gym_id = ${gym} and voided_at is not null group by 2, 3) r group by kind, day, id_user having sum(total) <> 0`

const counted = (gym: number) => `
  select (select count(*) from sales where gym_id = ${gym})
       + (select count(*) from purchases where gym_id = ${gym})
       + (select count(*) from membership_payments where gym_id = ${gym}) as documents,
    100 * ((select coalesce(sum(total), 0) from sale_items i join sales s on s.gym_id = i.gym_id and s.id = i.id_sale where s.gym_id = ${gym} and s.voided_at is null)
       - (select coalesce(sum(v.amount), 0) from voids v join sales s on s.gym_id = v.gym_id and s.id = v.id_partial_sale where v.gym_id = ${gym} and s.voided_at is null)
       + (select coalesce(sum(price), 0) from membership_payments where gym_id = ${gym} and voided_at is null)
       - (select coalesce(sum(total), 0) from purchase_items i join purchases s on s.gym_id = i.gym_id and s.id = i.id_purchase where s.gym_id = ${gym} and s.voided_at is null)) as balance`

test('the books agree after every step', { timeout: propertyTimeout }, async () => {
  await holds(history, { numRuns: 12 }, async (steps) => {
    let today = begun
    app.clock.set(`${today}T15:00:00Z`)
    const till = await Till.open()
    const before = await asOwner(app, async (client) => (await client.query(counted(till.gym))).rows[0])
    for (const { days, actions } of steps) {
      today = addDays(today, days)
      app.clock.set(`${today}T15:00:00Z`)
      await closeDays(app, till.gym, today)
      await Promise.all(actions.map((each) => till.act(each)))
      await asOwner(app, async (client) => {
        for (const rules of [broken, brokenSums]) expect((await client.query(rules(till.gym))).rows).toEqual([])
        const { documents, balance } = (await client.query(counted(till.gym))).rows[0]
        expect(Number(documents) - Number(before.documents)).toBe(till.booked)
        expect(await till.balance()).toBe(Number(balance))
        const stored = await till.stored()
        expect(await till.stocks()).toEqual({ ledger: stored, shelf: stored })
        for (const range of rangesOf(today))
          expect(await till.sold(range)).toEqual((await client.query(sold(till.gym, range))).rows[0])
      })
    }
  })
})
