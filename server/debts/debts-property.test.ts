// However much is left owing, paid of it, voided, repeated and cut off, at once: what lists and sums say of debts is what the
// documents come to less what was paid with them and since.
import { addSums, fromCents, subtractSums } from '@torniquete/contract/money.ts'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { asOwner } from '../testing/digest.ts'
import { makeClient, makeGym, makePlan, makeProduct, type TestGym } from '../testing/factories.ts'
import { holds } from '../testing/property.ts'
import { type Request as Asked, cutterOf, Requests } from '../testing/requests.ts'
import { startTestApp, type TestApp } from '../testing/test-app.ts'

let app: TestApp
let cut: () => Promise<void>
beforeAll(async () => {
  app = await startTestApp()
  cut = cutterOf(app)
})
afterAll(() => app.close())

/** Of what it comes to how much is left owing, in quarters; 5: more than it comes to; and in how many kinds the rest is paid. */
const action = fc.oneof(
  {
    weight: 8,
    arbitrary: fc.record({
      kind: fc.constant('sell'),
      document: fc.constantFrom('sales', 'payments'),
      client: fc.nat(1),
      quantity: fc.integer({ min: 1, max: 3 }),
      owed: fc.nat(5),
      parts: fc.nat(2),
    }),
  },
  {
    weight: 6,
    arbitrary: fc.record({
      kind: fc.constant('collect'),
      client: fc.nat(1),
      cents: fc.integer({ min: 1, max: 9_000 }),
      parts: fc.nat(2),
    }),
  },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('void'), which: fc.nat() }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('repeat'), which: fc.nat() }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('cut') }) },
)
type Action = typeof action extends fc.Arbitrary<infer T> ? T : never
const history = fc.array(fc.array(action, { minLength: 3, maxLength: 8 }), { minLength: 3, maxLength: 6 })

type Name = `${'sales' | 'payments'}.${'create' | 'void'}` | 'debts.collect'

interface Ids {
  clients: number[]
  plan: number
  product: number
  kinds: number[]
}

const prices = { sales: 735, payments: 3333 }

class Counter {
  readonly #requests: Requests<Name>
  readonly #ids: Ids
  readonly gym: number

  constructor({ gym, admin }: TestGym, ids: Ids) {
    this.gym = gym.id
    this.#requests = new Requests(admin)
    this.#ids = ids
  }

  static async make(): Promise<Counter> {
    const gym = await makeGym(app)
    await gym.admin.call('debts.set-rules', { body: { is_on: true } })
    return new Counter(gym, {
      clients: [(await makeClient(gym)).id, (await makeClient(gym)).id],
      plan: (await makePlan(gym, { price: fromCents(prices.payments) })).id,
      product: (await makeProduct(gym, { sale_price: fromCents(prices.sales), stock: 200 })).id,
      kinds: (await gym.admin.call('payment-kinds.list')).map(({ id }) => id),
    })
  }

  async act(action: Action): Promise<void> {
    if (action.kind === 'cut') return cut()
    const request = this.#requestOf(action)
    if (request) await this.#requests.send(request)
  }

  #requestOf(action: Exclude<Action, { kind: 'cut' }>): Asked<Name> | undefined {
    if (action.kind === 'repeat') return this.#requests.earlier(action.which)
    if (action.kind === 'sell') return this.#sell(action)
    if (action.kind === 'void') return this.#void(action.which)
    const body = { amount: fromCents(action.cents), ...this.#paid(action.cents, action.parts) }
    return this.#requests.note('debts.collect', body, { id_client: this.#ids.clients[action.client] ?? 0 })
  }

  /** Into so many kinds; none: nobody says. */
  #paid(cents: number, parts: number): object {
    const each = Math.floor(cents / Math.max(1, parts))
    const amounts = Array.from({ length: parts }, (_, at) => (at === 0 ? cents - each * (parts - 1) : each))
    if (parts === 0 || amounts.includes(0)) return {}
    return { paid: amounts.map((amount, at) => ({ id_kind: this.#ids.kinds[at], amount: fromCents(amount) })) }
  }

  #sell({ document, client, quantity, owed, parts }: Extract<Action, { kind: 'sell' }>): Asked<Name> {
    const { clients, plan, product } = this.#ids
    const kind = document as keyof typeof prices // one of them
    const total = kind === 'sales' ? prices.sales * quantity : prices.payments
    const left = Math.floor((total * owed) / 4)
    const how = { ...(owed > 0 && { owed: fromCents(left) }), ...(left < total && this.#paid(total - left, parts)) }
    const what =
      kind === 'sales'
        ? { items: [{ id_product: product, quantity }] }
        : { id_membership: plan, start_date: '2026-01-01', overlap: true }
    return this.#requests.note(`${kind}.create`, { id_client: clients[client], ...what, ...how })
  }

  #void(which: number): Asked<Name> | undefined {
    const chosen = this.#requests.made[which % Math.max(1, this.#requests.made.length)]
    if (!chosen) return undefined
    const name = chosen.name === 'sales.create' ? 'sales.void' : 'payments.void'
    return this.#requests.note(name, { reason: 'x' }, { id: JSON.parse(chosen.answer?.text ?? '').id })
  }

  /** What the calls say, in the form in which it is worked out anew. */
  async told() {
    const [list, flow, sales, payments, sold, paid] = await Promise.all([
      this.#requests.read('debts.list', { query: { size_page: 50 } }),
      this.#requests.read('tenders.flow'),
      this.#requests.read('tenders.of-list', { params: { document: 'sale' } }),
      this.#requests.read('tenders.of-list', { params: { document: 'payment' } }),
      this.#requests.read('sales.list'),
      this.#requests.read('payments.list'),
    ])
    const pending = flow.find(({ debts }) => debts)
    // Nothing that came in was never said, whatever went out for the stock.
    expect(flow.filter(({ kind, debts, income }) => !kind && !debts && Number(income) !== 0)).toEqual([])
    expect(addSums(flow.map(({ income }) => income))).toBe(addSums([sold.amount_sum, paid.amount_sum]))
    expect(addSums(sales.map(({ amount }) => amount))).toBe(sold.amount_sum)
    expect(addSums(payments.map(({ amount }) => amount))).toBe(paid.amount_sum)
    const owedOf = (sums: typeof sales) => sums.find(({ owed }) => owed)?.amount ?? '0.00'
    expect(addSums([owedOf(sales), owedOf(payments)])).toBe(list.amount_sum)
    const { made, collected, annulled } = pending?.debts ?? { made: '0.00', collected: '0.00', annulled: '0.00' }
    expect(subtractSums(made, addSums([collected, annulled]))).toBe(list.amount_sum)
    return list.items
      .map(({ id, owed, documents }) => ({ id, owed, documents }))
      .toSorted((one, other) => one.id - other.id)
  }
}

/** Of documents and tenders alone, as if nothing were kept of debts but what was left owing. */
const documents = (gym: number) => `
  select d.kind, d.id, d.id_client, d.amount, d.voided_at is not null as voided,
    coalesce(sum(t.amount) filter (where t.id_void is null and t.id_debt is null), 0) as paid,
    coalesce(sum(t.amount) filter (where t.id_debt is not null), 0) as collected,
    coalesce(sum(t.amount) filter (where t.id_void is not null), 0) as back
  from (
    select 'sale' as kind, id, id_client, amount_total as amount, voided_at from sales where gym_id = ${gym}
    union all select 'payment', id, id_client, price, voided_at from membership_payments where gym_id = ${gym}) d
    left join tenders t on t.gym_id = ${gym} and t.document = d.kind and coalesce(t.id_sale, t.id_payment) = d.id
  group by 1, 2, 3, 4, 5`

const debtors = (gym: number) => `
  select id_client::float8 as id, sum(amount - paid - collected)::numeric(20, 2)::text as owed, count(*)::integer as documents
  from (${documents(gym)}) d where not voided and amount > paid + collected group by 1 order by 1`

const broken = (gym: number) => `
  select d.kind, d.id from (${documents(gym)}) d
    left join debts o on o.gym_id = ${gym} and coalesce(o.id_sale, o.id_payment) = d.id and (o.id_sale is not null) = (d.kind = 'sale')
  where d.collected > d.amount - d.paid or d.paid > d.amount
    or d.amount - d.paid is distinct from coalesce(o.amount, 0)
    or d.back <> case when d.voided then -(d.paid + d.collected) else 0 end
    or o.id is not null and o.owed <> case when d.voided then 0 else o.amount - d.collected end
    or o.id is not null and o.annulled <> case when d.voided then o.amount - d.collected else 0 end`

const timeout = 240_000
test('what is owed is what was sold less what was paid, in the list, the flow and the sums', { timeout }, async () => {
  await holds(history, { numRuns: 12, timeout }, async (steps) => {
    const counter = await Counter.make()
    for (const step of steps) {
      await Promise.all(step.map((each) => counter.act(each)))
      await asOwner(app, async (owner) => {
        expect((await owner.query(broken(counter.gym))).rows).toEqual([])
        expect(await counter.told()).toEqual((await owner.query(debtors(counter.gym))).rows)
      })
    }
  })
})
