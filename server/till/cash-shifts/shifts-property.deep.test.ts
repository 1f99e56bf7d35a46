// However it is paid, given back, moved, counted, repeated and cut off, in any order and at once: what the ledger of tenders holds is
// what the documents come to, and what is told by kind of payment and by shift.

import { addDays } from '@torniquete/contract/shared/dates.ts'
import { addSums, fromCents, subtractSums, toCents } from '@torniquete/contract/shared/money.ts'
import { billAmounts } from '@torniquete/contract/till/bills.ts'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { app, begun, cut, rangesOf, startBooksApp } from '../../testing/books-app.ts'
import { asOwner } from '../../testing/digest.ts'
import { makeClient, makeGym, makePlan, makeProduct, makeSupplier, type TestGym } from '../../testing/factories.ts'
import { holds, propertyTimeout } from '../../testing/property.ts'
import { type Request as Asked, Requests } from '../../testing/requests.ts'
import { brokenSums, closeDays, expenses, income, shifts, standing } from '../../testing/sum-rules.ts'
import { makeDrawer } from '../../testing/world.ts'

startBooksApp()

/** Into how many kinds it is divided, none: nobody says; what is then said too much; and into which shift, closed ones too. */
const how = fc.record({ parts: fc.nat(3), first: fc.nat(2), off: fc.constantFrom(0, 0, 0, 1), shift: fc.nat(3) })
type How = typeof how extends fc.Arbitrary<infer T> ? T : never
const document = fc.constantFrom('sales', 'payments', 'purchases', 'expenses')
const action = fc.oneof(
  {
    weight: 8,
    arbitrary: fc.record({ kind: fc.constant('book'), document, cents: fc.integer({ min: 1, max: 99_999 }), how }),
  },
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('void'), which: fc.nat(), how }) },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('open'), drawer: fc.nat(1) }) },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('move'),
      cents: fc.integer({ min: 1, max: 9_999 }),
      out: fc.boolean(),
      shift: fc.nat(3),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ kind: fc.constant('close'), pieces: fc.integer({ min: 1, max: 9 }), shift: fc.nat(3) }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('repeat'), which: fc.nat() }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('cut') }) },
)
type Action = typeof action extends fc.Arbitrary<infer T> ? T : never
/** Each so many days after the one before. */
const history = fc.array(fc.record({ days: fc.nat(20), actions: fc.array(action, { minLength: 3, maxLength: 8 }) }), {
  minLength: 3,
  maxLength: 6,
})

type Document = 'sales' | 'payments' | 'purchases' | 'expenses'
type Name = `${Document}.${'create' | 'void'}` | `cash-shifts.${'open' | 'move' | 'close'}`

/** A booked call and its amount. */
interface Booked {
  request: Asked<Name>
  cents: number
}

interface Ids {
  client: number
  supplier: number
  plan: number
  product: number
  kinds: number[]
  drawers: number[]
}

class Counter {
  readonly #requests: Requests<Name>
  readonly #ids: Ids
  readonly #booked: Booked[] = []
  readonly shifts: number[] = []
  readonly gym: number

  constructor({ gym, admin }: TestGym, ids: Ids) {
    this.gym = gym.id
    this.#requests = new Requests(admin)
    this.#ids = ids
  }

  static async make(): Promise<Counter> {
    const gym = await makeGym(app)
    return new Counter(gym, {
      client: (await makeClient(gym)).id,
      supplier: (await makeSupplier(gym)).id,
      plan: (await makePlan(gym, { price: '33.33' })).id,
      product: (await makeProduct(gym, { sale_price: '7.35', stock: 100 })).id,
      kinds: (await gym.admin.call('payment-kinds.list')).map(({ id }) => id),
      drawers: [await makeDrawer(gym.admin), await makeDrawer(gym.admin)],
    })
  }

  async act(action: Action): Promise<void> {
    if (action.kind === 'cut') return cut()
    if (action.kind === 'book') return void (await this.#requests.send(this.#book(action)))
    if (action.kind === 'open') return this.#open(this.#ids.drawers[action.drawer] ?? 0)
    const request = this.#requestOf(action)
    if (request) await this.#requests.send(request)
  }

  #requestOf(action: Exclude<Action, { kind: 'cut' | 'book' | 'open' }>): Asked<Name> | undefined {
    if (action.kind === 'repeat') return this.#requests.earlier(action.which)
    if (action.kind === 'void') return this.#void(action)
    const { id_shift: id } = this.#shift(action.shift)
    if (id === undefined) return undefined
    if (action.kind === 'close')
      return this.#requests.note('cash-shifts.close', { counts: [{ value: '50', pieces: action.pieces }] }, { id })
    const body = { amount: fromCents(action.cents), out: action.out, reason: 'x', confirm: true }
    return this.#requests.note('cash-shifts.move', body, { id })
  }

  async #open(id_drawer: number): Promise<void> {
    const { status, text } = await this.#requests.send(
      this.#requests.note('cash-shifts.open', { id_drawer, amount: '100' }),
    )
    if (status === 201) this.shifts.push(JSON.parse(text).id)
  }

  #shift(which: number): { id_shift?: number } {
    const id = which === 0 ? undefined : this.shifts[(which - 1) % Math.max(1, this.shifts.length)]
    return id === undefined ? {} : { id_shift: id }
  }

  #paid(cents: number, { parts, first, off, shift }: How): object {
    const each = Math.floor(cents / Math.max(1, parts))
    const paid = this.#ids.kinds.slice(0, parts).map((_, at) => {
      const amount = at === 0 ? cents - each * (parts - 1) + off : each
      const id_kind = this.#ids.kinds[(first + at) % this.#ids.kinds.length]
      return { id_kind, amount: fromCents(amount), received: fromCents(amount + 5) }
    })
    return { ...(parts > 0 && { paid }), ...this.#shift(shift) }
  }

  #book({ document, cents, how }: Extract<Action, { kind: 'book' }>): Asked<Name> {
    const { client, supplier, plan, product } = this.#ids
    const line = { id_product: product, quantity: 1 + (cents % 4), discount: (cents % 7) * 9.5, tax: 0 }
    const comes = (unit_price: string) => toCents(billAmounts([{ ...line, unit_price }]).total) ?? 0
    const bodies: Record<Document, [object, number]> = {
      sales: [{ id_client: client, items: [line] }, comes('7.35')],
      purchases: [
        { id_supplier: supplier, items: [{ ...line, unit_price: fromCents(cents) }] },
        comes(fromCents(cents)),
      ],
      payments: [{ id_client: client, id_membership: plan, start_date: '2026-01-01', overlap: true }, 3333],
      expenses: [{ description: 'x', category: 'Otros', amount: fromCents(cents) }, cents],
    }
    const [body, total] = bodies[document as Document]
    const request = this.#requests.note(`${document as Document}.create`, { ...body, ...this.#paid(total, how) })
    this.#booked.push({ request, cents: total })
    return request
  }

  #void({ which, how }: Extract<Action, { kind: 'void' }>): Asked<Name> | undefined {
    const made = this.#booked.filter(({ request: { answer } }) => answer?.status === 201)
    const chosen = made[which % Math.max(1, made.length)]
    if (!chosen) return undefined
    const { id } = JSON.parse(chosen.request.answer?.text ?? '')
    const name = chosen.request.name.replace('create', 'void') as Name // each document has one
    return this.#requests.note(name, { reason: 'x', id_shift: null, ...this.#paid(chosen.cents, how) }, { id })
  }

  /** Balance of the lists: income less outgoings. */
  async balance(): Promise<string> {
    const sumOf = async (name: `${Document}.list`) => (await this.#requests.read(name)).amount_sum
    const [came, went] = await Promise.all([
      Promise.all([sumOf('sales.list'), sumOf('payments.list')]),
      Promise.all([sumOf('purchases.list'), sumOf('expenses.list')]),
    ])
    return subtractSums(addSums(came), addSums(went))
  }

  async flow() {
    const rows = await this.#requests.read('tenders.flow')
    return rows.map(({ kind, income, expenses }) => ({ kind: kind?.id ?? null, income, expenses }))
  }

  /** Valid documents of some days by payment kind; the sum is that of their list. */
  async standing(document: Document, query: Record<string, string>) {
    const kind = ({ sales: 'sale', payments: 'payment', purchases: 'purchase', expenses: 'expense' } as const)[document]
    const rows = await this.#requests.read('tenders.of-list', { params: { document: kind }, query })
    const { amount_sum } = await this.#requests.read(`${document}.list`, { query })
    expect(addSums(rows.map(({ amount }) => amount))).toBe(amount_sum)
    return rows.flatMap(({ kind, amount }) => (kind ? [{ kind: kind.id, amount }] : []))
  }

  readonly #closed = new Map<number, object>()

  /** X and Z reports of each shift; a Z never changes. */
  async reports() {
    const reports = await Promise.all(
      this.shifts
        .toSorted((one, other) => one - other)
        .map((id) => this.#requests.read('cash-shifts.report', { params: { id } })),
    )
    for (const report of reports.filter(({ shift }) => shift.closed)) {
      expect(report).toEqual(this.#closed.get(report.shift.id) ?? report)
      this.#closed.set(report.shift.id, report)
    }
    return reports.map(({ shift, expected, kinds, moves }) => ({
      id: shift.id,
      expected,
      moved: addSums(moves.map(({ amount }) => amount)),
      kinds: kinds.map(({ kind, income, expenses }) => ({ kind: kind.id, income, expenses })),
    }))
  }
}

const broken = (gym: number) => `
  with documents as (
    select 'sale' as kind, id, amount_total as amount, voided_at from sales where gym_id = ${gym}
    union all select 'payment', id, price, voided_at from membership_payments where gym_id = ${gym}
    union all select 'purchase', id, amount_total, voided_at from purchases where gym_id = ${gym}
    union all select 'expense', id, amount, voided_at from expenses where gym_id = ${gym}),
  held as (
    select d.kind, d.id, d.amount, d.voided_at, coalesce(sum(t.amount) filter (where t.id_void is null), 0) as paid,
      coalesce(sum(t.amount) filter (where t.id_void is not null), 0) as back
    from documents d left join tenders t on t.gym_id = ${gym} and t.document = d.kind
      and coalesce(t.id_sale, t.id_payment, t.id_purchase, t.id_expense) = d.id
    group by 1, 2, 3, 4)
  select 'paid' as rule, kind || id as what from held
  where case when paid = 0 and kind in ('purchase', 'expense') then back not in (0, case when voided_at is null then 0 else -amount end)
             else paid <> amount or back <> case when voided_at is null then 0 else -amount end end
  union all
  select 'numbers', max(number)::text from cash_shifts where gym_id = ${gym} having count(number) <> coalesce(max(number), 0)
  union all
  select 'counted', id::text from cash_shifts where gym_id = ${gym}
    and counted <> (select sum((c ->> 'value')::numeric * (c ->> 'pieces')::integer) from jsonb_array_elements(counts) c)`

const flow = (gym: number) => `
  select k.id::float8 as kind, ${income} as income, ${expenses} as expenses
  from tenders t join payment_kinds k on k.gym_id = t.gym_id and k.id = t.id_kind where t.gym_id = ${gym}
  group by k.id, k.position order by k.position`
test('shifts: tenders equal documents, cash flow, X and Z reports', {
  timeout: propertyTimeout,
}, async () => {
  await holds(history, { numRuns: 12 }, async (steps) => {
    let today = begun
    app.clock.set(`${today}T15:00:00Z`)
    const counter = await Counter.make()
    for (const { days, actions } of steps) {
      today = addDays(today, days)
      app.clock.set(`${today}T15:00:00Z`)
      await closeDays(app, counter.gym, today)
      await Promise.all(actions.map((each) => counter.act(each)))
      await asOwner(app, async (owner) => {
        const rowsOf = async (statement: string) => (await owner.query(statement)).rows
        for (const rules of [broken, brokenSums]) expect(await rowsOf(rules(counter.gym))).toEqual([])
        const told = await counter.flow()
        expect(told.filter(({ kind }) => kind !== null)).toEqual(await rowsOf(flow(counter.gym)))
        const [came, went] = [told.map((each) => each.income), told.map((each) => each.expenses)]
        expect(subtractSums(addSums(came), addSums(went))).toBe(await counter.balance())
        for (const range of rangesOf(today))
          for (const table of ['sales', 'payments', 'purchases', 'expenses'] as const)
            expect(await counter.standing(table, range)).toEqual(await rowsOf(standing(counter.gym, table, range)))
        expect(await counter.reports()).toEqual(await rowsOf(shifts(counter.gym)))
      })
    }
  })
})
