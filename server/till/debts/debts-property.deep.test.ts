// However much is left owing, paid of it later, voided, repeated and cut off, into shifts or none, at once: what lists and sums say of
// debts is what the documents come to less what was paid with them and since, on whichever day.
import { randomUUID } from 'node:crypto'
import { addDays } from '@torniquete/contract/shared/dates.ts'
import { addSums, fromCents, subtractSums } from '@torniquete/contract/shared/money.ts'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { app, begun, cut, rangesOf, startBooksApp } from '../../testing/books-app.ts'
import { asOwner } from '../../testing/digest.ts'
import { makeClient, makeGym, makePlan, makeProduct, type TestGym } from '../../testing/factories.ts'
import { holds, propertyTimeout } from '../../testing/property.ts'
import { type Request as Asked, Requests } from '../../testing/requests.ts'
import { brokenSums, closeDays, shifts, standing } from '../../testing/sum-rules.ts'
import { makeDrawer } from '../../testing/world.ts'

startBooksApp()

/** Into which shift, none: whichever is the till's. */
const shift = fc.nat(2)

/** Actions with the part left owing in quarters (5: more than the total) and the number of payment kinds for the rest. */
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
      shift,
    }),
  },
  {
    weight: 6,
    arbitrary: fc.record({
      kind: fc.constant('collect'),
      client: fc.nat(1),
      cents: fc.integer({ min: 1, max: 9_000 }),
      parts: fc.nat(2),
      shift,
    }),
  },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('void'), which: fc.nat(), shift }) },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('take-back'), which: fc.nat(), shift }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('repeat'), which: fc.nat() }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('cut') }) },
)
type Action = typeof action extends fc.Arbitrary<infer T> ? T : never
/** Each so many days after the one before; 03:00 by UTC is the evening of the day before at the gym, and the night of the day in Madrid. */
const history = fc.array(
  fc.record({
    days: fc.nat(20),
    hour: fc.constantFrom('03', '15'),
    actions: fc.array(action, { minLength: 3, maxLength: 8 }),
  }),
  { minLength: 3, maxLength: 6 },
)

const zones = { first: 'America/Santo_Domingo', next: 'Europe/Madrid' }

type Name = `${'sales' | 'payments'}.${'create' | 'void'}` | 'debts.collect' | 'collections.void'

interface Ids {
  clients: number[]
  plan: number
  product: number
  kinds: number[]
  shifts: number[]
}

const prices = { sales: 735, payments: 3333 }

class Counter {
  readonly #requests: Requests<Name>
  readonly #ids: Ids
  readonly #made: TestGym
  readonly gym: number

  constructor(made: TestGym, ids: Ids) {
    this.#made = made
    this.gym = made.gym.id
    this.#requests = new Requests(made.admin)
    this.#ids = ids
  }

  static async make(): Promise<Counter> {
    const gym = await makeGym(app)
    await gym.admin.call('debts.set-rules', { body: { is_on: true } })
    const open = async () =>
      (
        await gym.admin.call('cash-shifts.open', {
          body: { id_drawer: await makeDrawer(gym.admin), amount: '100' },
          headers: { 'idempotency-key': randomUUID() },
        })
      ).id
    return new Counter(gym, {
      clients: [(await makeClient(gym)).id, (await makeClient(gym)).id],
      plan: (await makePlan(gym, { price: fromCents(prices.payments) })).id,
      product: (await makeProduct(gym, { sale_price: fromCents(prices.sales), stock: 200 })).id,
      kinds: (await gym.admin.call('payment-kinds.list')).map(({ id }) => id),
      shifts: [await open(), await open()],
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
    if (action.kind === 'void') return this.#void(action)
    if (action.kind === 'take-back') return this.#takeBack(action)
    const body = {
      amount: fromCents(action.cents),
      ...this.#paid(action.cents, action.parts),
      ...this.#shift(action.shift),
    }
    return this.#requests.note('debts.collect', body, { id_client: this.#ids.clients[action.client] ?? 0 })
  }

  #shift(which: number): { id_shift?: number } {
    const id = this.#ids.shifts[which - 1]
    return id === undefined ? {} : { id_shift: id }
  }

  /** Into so many kinds; none: nobody says. */
  #paid(cents: number, parts: number): object {
    const each = Math.floor(cents / Math.max(1, parts))
    const amounts = Array.from({ length: parts }, (_, at) => (at === 0 ? cents - each * (parts - 1) : each))
    if (parts === 0 || amounts.includes(0)) return {}
    return { paid: amounts.map((amount, at) => ({ id_kind: this.#ids.kinds[at], amount: fromCents(amount) })) }
  }

  #sell({ document, client, quantity, owed, parts, shift }: Extract<Action, { kind: 'sell' }>): Asked<Name> {
    const { clients, plan, product } = this.#ids
    const kind = document as keyof typeof prices // one of them
    const total = kind === 'sales' ? prices.sales * quantity : prices.payments
    const left = Math.floor((total * owed) / 4)
    const how = {
      ...(owed > 0 && { owed: fromCents(left) }),
      ...(left < total && this.#paid(total - left, parts)),
      ...this.#shift(shift),
    }
    const what =
      kind === 'sales'
        ? { items: [{ id_product: product, quantity }] }
        : { id_membership: plan, start_date: '2026-01-01', overlap: true }
    return this.#requests.note(`${kind}.create`, { id_client: clients[client], ...what, ...how })
  }

  #void({ which, shift }: Extract<Action, { kind: 'void' }>): Asked<Name> | undefined {
    const chosen = this.#requests.made[which % Math.max(1, this.#requests.made.length)]
    if (!chosen) return undefined
    const name = chosen.name === 'sales.create' ? 'sales.void' : 'payments.void'
    return this.#requests.note(
      name,
      { reason: 'x', id_shift: null, ...this.#shift(shift) },
      { id: JSON.parse(chosen.answer?.text ?? '').id },
    )
  }

  #takeBack({ which, shift }: Extract<Action, { kind: 'take-back' }>): Asked<Name> | undefined {
    const collected = this.#requests.all.filter(
      ({ name, answer }) => name === 'debts.collect' && answer?.status === 200,
    )
    const chosen = collected[which % Math.max(1, collected.length)]
    if (!chosen) return undefined
    const { id } = JSON.parse(chosen.answer?.text ?? '')
    return this.#requests.note('collections.void', { reason: 'x', id_shift: null, ...this.#shift(shift) }, { id })
  }

  /** Answers of the calls in the form of the recomputation. */
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
    const acts = await this.#requests.read('collections.list', { query: { size_page: 1000 } })
    const stands = acts.items.filter(({ voided }) => !voided)
    expect(addSums(stands.map(({ amount, returned }) => subtractSums(amount, returned)))).toBe(acts.amount_sum)
    expect(collected).toBe(addSums(stands.map(({ amount }) => amount)))
    for (const { amount, documents, paid } of acts.items)
      for (const parts of [documents, paid]) expect(addSums(parts.map((part) => part.amount))).toBe(amount)
    return list.items
      .map(({ id, owed, documents }) => ({ id, owed, documents }))
      .toSorted((one, other) => one.id - other.id)
  }

  /** Valid documents of some days by payment kind; with the open debt they add up to their list's sum. */
  async standing(document: keyof typeof prices, query: { start_date?: string; end_date?: string }) {
    const kind = document === 'sales' ? 'sale' : 'payment'
    const rows = await this.#requests.read('tenders.of-list', { params: { document: kind }, query })
    const { amount_sum } = await this.#requests.read(`${document}.list`, { query })
    expect(addSums(rows.map(({ amount }) => amount))).toBe(amount_sum)
    return rows.flatMap(({ kind, amount }) => (kind ? [{ kind: kind.id, amount }] : []))
  }

  async reports() {
    const reports = await Promise.all(
      this.#ids.shifts.map((id) => this.#requests.read('cash-shifts.report', { params: { id } })),
    )
    return reports.map(({ shift, expected, kinds, moves }) => ({
      id: shift.id,
      expected,
      moved: addSums(moves.map(({ amount }) => amount)),
      kinds: kinds.map(({ kind, income, expenses }) => ({ kind: kind.id, income, expenses })),
    }))
  }

  async move(timeZone: string): Promise<void> {
    await this.#made.admin.call('gym-info.update', { body: { timeZone } })
  }
}

/** Recomputed from documents and tenders alone, using only the initial debts. */
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

/** Sums by day, shift and kind agree with documents and tenders. */
async function expectAgreement(counter: Counter, today: string, zone: string): Promise<void> {
  await asOwner(app, async (owner) => {
    const rowsOf = async (statement: string) => (await owner.query(statement)).rows
    for (const rules of [broken, brokenSums]) expect(await rowsOf(rules(counter.gym, zone))).toEqual([])
    expect(await counter.told()).toEqual(await rowsOf(debtors(counter.gym)))
    for (const range of rangesOf(today))
      for (const table of ['sales', 'payments'] as const)
        expect(await counter.standing(table, range)).toEqual(await rowsOf(standing(counter.gym, table, range, zone)))
    expect(await counter.reports()).toEqual(await rowsOf(shifts(counter.gym)))
  })
}

test('debts: equal sales less payments in list, cash flow, daily sums and shifts', {
  timeout: propertyTimeout,
}, async () => {
  await holds(history, { numRuns: 12 }, async (steps) => {
    let today = begun
    app.clock.set(`${today}T15:00:00Z`)
    const counter = await Counter.make()
    for (const { days, hour, actions } of steps) {
      today = addDays(today, days)
      app.clock.set(`${today}T${hour}:00:00Z`)
      await closeDays(app, counter.gym, addDays(today, -1))
      await Promise.all(actions.map((each) => counter.act(each)))
      await expectAgreement(counter, today, zones.first)
    }
    await counter.move(zones.next)
    await expectAgreement(counter, today, zones.next)
  })
})

test('debts: a later payment counts for the sale’s day and moves on its own', async () => {
  app.clock.set('2026-03-02T03:00:00Z')
  const gym = await makeGym(app)
  await gym.admin.call('debts.set-rules', { body: { is_on: true } })
  const [cash, card] = (await gym.admin.call('payment-kinds.list')).map(({ id }) => id)
  const { id } = await makeProduct(gym, { sale_price: '80.00', stock: 9 })
  const id_client = (await makeClient(gym)).id
  const items = [{ id_product: id, quantity: 1 }]
  await gym.admin.call('sales.create', { body: { id_client, items, paid: [{ id_kind: card, amount: 50 }], owed: 30 } })
  app.clock.set('2026-03-05T15:00:00Z')
  const paid = [
    { id_kind: card, amount: 20 },
    { id_kind: cash, amount: 10 },
  ]
  await gym.admin.call('debts.collect', {
    params: { id_client },
    body: { amount: 30, paid },
    headers: { 'idempotency-key': randomUUID() },
  })
  const of = async (start_date: string) => {
    const query = { start_date, end_date: start_date }
    const sums = await gym.admin.call('tenders.of-list', { params: { document: 'sale' }, query })
    const flow = await gym.admin.call('tenders.flow', { query })
    return {
      stands: sums.map(({ kind, amount }) => `${kind?.name} ${amount}`),
      came: flow.flatMap(({ kind, income }) => (kind ? [`${kind.name} ${income}`] : [])),
    }
  }
  const late = { stands: [], came: ['Efectivo 10.00', 'Tarjeta 20.00'] }
  const sold = { stands: ['Efectivo 10.00', 'Tarjeta 70.00'], came: ['Tarjeta 50.00'] }
  expect([await of('2026-03-01'), await of('2026-03-05')]).toEqual([sold, late])
  // In the new zone it was already the next day.
  await gym.admin.call('gym-info.update', { body: { timeZone: zones.next } })
  const none = { stands: [], came: [] }
  expect([await of('2026-03-01'), await of('2026-03-02'), await of('2026-03-05')]).toEqual([none, sold, late])
})
