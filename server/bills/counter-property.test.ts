// A whole counter: what is sold, left owing, paid later, voided, paused, come for, taken back, counted in drawers and on the shelf, repeated and cut
// off, in any order and at once: drawer, stock, debts, revenue and remaining visits, made anew from the ledgers, are what the screens say.
import { addDays } from '@torniquete/contract/dates.ts'
import { addSums, fromCents } from '@torniquete/contract/money.ts'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { app, begun, cut, startBooksApp } from '../testing/books-app.ts'
import { asOwner } from '../testing/digest.ts'
import { makeClient, makeGym, makePlan, makeProduct, type TestGym } from '../testing/factories.ts'
import { holds } from '../testing/property.ts'
import { type Request as Asked, Requests } from '../testing/requests.ts'
import { brokenSums, shifts } from '../testing/sum-rules.ts'
import { makeDrawer } from '../testing/world.ts'

startBooksApp()

const weighed = <const Kind extends string, Fields extends object>(
  weight: number,
  kind: Kind,
  fields: fc.Arbitrary<Fields>,
) => ({ weight, arbitrary: fields.map((drawn) => ({ kind, ...drawn })) })
const who = fc.nat(1)
const any = fc.record({ which: fc.nat() })
/** None, or one of those that were opened, closed ones too. */
const shift = fc.nat(4)
const owed = fc.nat(4)
const from = fc.integer({ min: -8, max: 8 })
const action = fc.oneof(
  weighed(6, 'sale', fc.record({ who, shift, owed, quantity: fc.integer({ min: 1, max: 3 }) })),
  weighed(6, 'membership', fc.record({ who, shift, owed, plan: fc.nat(2), from })),
  weighed(4, 'collect', fc.record({ who, shift, cents: fc.integer({ min: 1, max: 4_000 }) })),
  weighed(4, 'void', fc.record({ which: fc.nat(), shift })),
  weighed(8, 'come', fc.record({ who, late: fc.nat(6) })),
  weighed(4, 'take-back', any),
  weighed(2, 'restore', any),
  weighed(3, 'pause', fc.record({ who, from: fc.nat(4), days: fc.integer({ min: 1, max: 9 }) })),
  weighed(1, 'end', any),
  weighed(1, 'undo', any),
  weighed(3, 'open', fc.record({ drawer: fc.nat(1) })),
  weighed(2, 'move', fc.record({ shift, cents: fc.integer({ min: 1, max: 9_999 }) })),
  weighed(2, 'close', fc.record({ shift, pieces: fc.integer({ min: 1, max: 9 }) })),
  weighed(2, 'count', fc.record({ counted: fc.nat(9) })),
  weighed(1, 'book', any),
  weighed(1, 'lose', fc.record({ change: fc.integer({ min: -4, max: -1 }) })),
  weighed(3, 'repeat', any),
  weighed(1, 'cut', fc.record({})),
)
type Action = typeof action extends fc.Arbitrary<infer T> ? T : never
/** Each so many days after the one before. */
const history = fc.array(fc.record({ days: fc.nat(6), actions: fc.array(action, { minLength: 4, maxLength: 9 }) }), {
  minLength: 3,
  maxLength: 7,
})

type Name =
  | `${'sales' | 'payments'}.${'create' | 'void'}`
  | 'debts.collect'
  | `attendances.${'create' | 'undo' | 'restore'}`
  | `pauses.${'create' | 'end' | 'undo'}`
  | `cash-shifts.${'open' | 'move' | 'close'}`
  | `stock.${'adjust' | 'open-count' | 'enter' | 'book-count'}`
type Request = Asked<Name>

const madeBy: Partial<Record<Name, 'shift' | 'visit' | 'pause' | 'count'>> = {
  'cash-shifts.open': 'shift',
  'attendances.create': 'visit',
  'pauses.create': 'pause',
  'stock.open-count': 'count',
}

const prices = { sale: 735, membership: 3333 }
const quantityOf = (items: unknown): number => (items as { quantity: number }[])[0]?.quantity ?? 0
const pick = <Row>(rows: readonly Row[], which: number): Row | undefined => rows[which % Math.max(1, rows.length)]

interface Ids {
  clients: number[]
  plans: number[]
  product: number
  drawers: number[]
}

class Counter {
  readonly #gym: TestGym
  readonly #ids: Ids
  readonly #requests: Requests<Name>
  /** What answers told of: shifts, visits, pauses and counts, by their ids. */
  readonly #made = { shift: [] as number[], visit: [] as number[], pause: [] as number[], count: [] as number[] }
  #seconds = 0
  #today = begun

  constructor(gym: TestGym, ids: Ids) {
    this.#gym = gym
    this.#ids = ids
    this.#requests = new Requests(gym.admin)
  }

  static async make(): Promise<Counter> {
    const gym = await makeGym(app)
    await gym.admin.call('debts.set-rules', { body: { is_on: true } })
    const plans = []
    for (const [duration_days, visits, each_pass] of [
      [20, 2, false],
      [20, 3, true],
      [5, null, false],
    ] as const) {
      const { id } = await makePlan(gym, { duration_days, price: fromCents(prices.membership) })
      const body = { pause_days: 60, pause_times: null, visits, each_pass }
      await gym.admin.call('memberships.set-terms', { params: { id_membership: id }, body })
      plans.push(id)
    }
    return new Counter(gym, {
      clients: [(await makeClient(gym)).id, (await makeClient(gym)).id],
      plans,
      product: (await makeProduct(gym, { sale_price: fromCents(prices.sale), stock: 25 })).id,
      drawers: [await makeDrawer(gym.admin), await makeDrawer(gym.admin)],
    })
  }

  get gym(): number {
    return this.#gym.gym.id
  }
  get clients(): readonly number[] {
    return this.#ids.clients
  }

  tick(days: number): string {
    this.#today = addDays(this.#today, days)
    app.clock.set(`${this.#today}T15:00:00Z`)
    return this.#today
  }

  async act(action: Action): Promise<void> {
    if (action.kind === 'cut') return cut()
    if (action.kind === 'book') return this.#book(action.which)
    const request = this.#requestOf(action)
    if (!request) return
    const { status, text } = await this.#requests.send(request)
    const kind = madeBy[request.name]
    if (!kind || status !== 201) return
    const { id, attendance_id } = JSON.parse(text)
    if (!this.#made[kind].includes(id ?? attendance_id)) this.#made[kind].push(id ?? attendance_id)
  }

  #requestOf(action: Exclude<Action, { kind: 'cut' | 'book' }>): Request | undefined {
    const { clients, product, drawers } = this.#ids
    const made = this.#made
    const note = (name: Name, body: object, id = 0) =>
      this.#requests.note(name, body, { id, id_client: id, id_pause: id, id_product: id })
    const on = (name: Name, id: number | undefined, body: object = {}) =>
      id === undefined ? undefined : note(name, body, id)
    const shift = 'shift' in action && action.shift > 0 ? { id_shift: pick(made.shift, action.shift) } : {}
    const client = 'who' in action ? (clients[action.who] ?? 0) : 0
    switch (action.kind) {
      case 'sale':
      case 'membership':
        return this.#sell(action, client, shift)
      case 'collect':
        return note('debts.collect', { amount: fromCents(action.cents), ...shift }, client)
      case 'void': {
        const document = pick(
          this.#requests.made.filter(({ name }) => /^(sales|payments)/.test(name)),
          action.which,
        )
        const name = document?.name === 'sales.create' ? 'sales.void' : 'payments.void'
        return on(name, document && JSON.parse(document.answer?.text ?? '').id, { reason: 'x', ...shift })
      }
      case 'come':
        return note('attendances.create', { id_client: client, check_in: this.#nextVisit(action.late) })
      case 'take-back':
        return on('attendances.undo', pick(made.visit, action.which), { reason: 'x' })
      case 'restore':
        return on('attendances.restore', pick(made.visit, action.which))
      case 'pause': {
        const start_date = addDays(this.#today, action.from)
        return note(
          'pauses.create',
          { start_date, end_date: addDays(start_date, action.days - 1), reason: 'x' },
          client,
        )
      }
      case 'end':
      case 'undo':
        return on(`pauses.${action.kind}`, pick(made.pause, action.which))
      case 'open':
        return note('cash-shifts.open', { id_drawer: drawers[action.drawer], amount: '100.00' })
      case 'move':
        return on('cash-shifts.move', shift.id_shift, { amount: fromCents(action.cents), out: false, reason: 'x' })
      case 'close':
        return on('cash-shifts.close', shift.id_shift, { counts: [{ value: '50.00', pieces: action.pieces }] })
      case 'count': {
        const open = made.count.at(-1)
        if (open === undefined || action.counted === 0) return note('stock.open-count', {})
        return note('stock.enter', { entries: [{ id_product: product, quantity: action.counted }] }, open)
      }
      case 'lose':
        return note('stock.adjust', { kind: 'loss', change: action.change, reason: 'x' }, product)
      default:
        return this.#requests.earlier(action.which)
    }
  }

  /** A visit of its own each. */
  #nextVisit(late: number): string {
    this.#seconds += 61
    const at = Date.parse(`${addDays(this.#today, -late)}T10:00:00Z`) + this.#seconds * 1000
    return new Date(at).toISOString()
  }

  #sell(action: Extract<Action, { kind: 'sale' | 'membership' }>, id_client: number, shift: object): Request {
    const isSale = action.kind === 'sale'
    const total = isSale ? prices.sale * action.quantity : prices.membership
    const owed = action.owed > 0 && { owed: fromCents(Math.floor((total * action.owed) / 4)) }
    const what = isSale
      ? { items: [{ id_product: this.#ids.product, quantity: action.quantity }] }
      : { id_membership: this.#ids.plans[action.plan], start_date: addDays(this.#today, action.from), overlap: true }
    return this.#requests.note(isSale ? 'sales.create' : 'payments.create', { id_client, ...what, ...owed, ...shift })
  }

  async #book(which: number): Promise<void> {
    const id = pick(this.#made.count, which)
    if (id === undefined) return
    const { status, answer } = await this.#gym.admin.try('stock.differences', { params: { id } })
    if (status !== 200) return
    await this.#requests.send(this.#requests.note('stock.book-count', { reason: 'x', confirm: answer.digest }, { id }))
  }

  /** Of each shift, as X and Z say it. */
  async reports() {
    const ids = this.#made.shift.toSorted((one, other) => one - other)
    const reports = await Promise.all(ids.map((id) => this.#requests.read('cash-shifts.report', { params: { id } })))
    return reports.map(({ shift, expected, kinds, moves }) => ({
      id: shift.id,
      expected,
      moved: addSums(moves.map(({ amount }) => amount)),
      kinds: kinds.map(({ kind, income, expenses }) => ({ kind: kind.id, income, expenses })),
    }))
  }

  async told() {
    const [sales, payments, debts, shelf, visits, came, undone] = await Promise.all([
      this.#requests.read('sales.list'),
      this.#requests.read('payments.list'),
      this.#requests.read('debts.list', { query: { size_page: 50 } }),
      this.#requests.read('stock.list', { query: { size_page: 100 } }),
      this.#requests.read('visits.left', { query: { ids: this.#ids.clients.join(',') } }),
      this.#requests.read('attendances.list'),
      this.#requests.read('attendances.undone'),
    ])
    return {
      documents: [sales.total, payments.total],
      revenue: [sales.amount_sum, payments.amount_sum],
      debts: debts.items.map(({ id, owed }) => ({ id, owed })).toSorted((one, other) => one.id - other.id),
      stock: shelf.items.find(({ id }) => id === this.#ids.product)?.quantity,
      visits: visits.toSorted((one, other) => one.id_client - other.id_client),
      came: [came.total, undone.total],
    }
  }

  /** What was asked and answered comes to, whatever the books say: documents, what stands of them, and what of it left the shelf. */
  asked() {
    const of = (name: Name, status: number) =>
      this.#requests.all.filter((each) => each.name === name && each.answer?.status === status)
    const standing = (kind: 'sales' | 'payments') => {
      const voided = new Set(of(`${kind}.void`, 200).map(({ params }) => params.id))
      return of(`${kind}.create`, 201).filter(({ answer }) => !voided.has(JSON.parse(answer?.text ?? '').id))
    }
    const documents = [of('sales.create', 201).length, of('payments.create', 201).length]
    const sold = standing('sales').reduce((sum, { body }) => sum + ('items' in body ? quantityOf(body.items) : 0), 0)
    const revenue = [fromCents(sold * prices.sale), fromCents(standing('payments').length * prices.membership)]
    return { documents, revenue, sold }
  }

  /** The same made anew: of documents, tenders, movements and attendances alone. */
  remade() {
    const gym = this.gym
    return asOwner(app, async (owner) => {
      const rows = async (text: string) => (await owner.query(text)).rows
      const [{ sales, payments }] = await rows(`
        select (select coalesce(sum(amount_total), 0)::numeric(20, 2)::text from sales where gym_id = ${gym} and voided_at is null) as sales,
          (select coalesce(sum(price), 0)::numeric(20, 2)::text from membership_payments where gym_id = ${gym} and voided_at is null) as payments`)
      const debts = await rows(`
        select d.id_client::float8 as id, (sum(d.amount) - sum(paid))::numeric(20, 2)::text as owed from (
          select d.*, (select coalesce(sum(t.amount), 0) from tenders t where t.gym_id = ${gym} and t.document = d.kind and coalesce(t.id_sale, t.id_payment) = d.id) as paid
          from (select 'sale' as kind, id, id_client, amount_total as amount from sales where gym_id = ${gym} and voided_at is null
                union all select 'payment', id, id_client, price from membership_payments where gym_id = ${gym} and voided_at is null) d) d
        group by 1 having sum(d.amount) > sum(paid) order by 1`)
      const [{ stock, others }] = await rows(
        `select sum(quantity)::integer as stock, sum(quantity) filter (where id_sale is null)::integer as others from stock_movements where gym_id = ${gym} and id_product = ${this.#ids.product}`,
      )
      const came = await rows(
        `select count(*) filter (where undone_at is null)::integer as counts, count(undone_at)::integer as undone from attendances where gym_id = ${gym}`,
      )
      return { others, revenue: [sales, payments], debts, stock, came: [came[0].counts, came[0].undone] }
    })
  }
}

/** What visits, pauses and payments come to by now, and is stored otherwise. */
const misplaced = (client: number) => `
  with placed as (select * from placed_payments(${client})), counted as (select * from counted_visits(${client}, '-infinity'))
  select m.id::text from membership_payments m join placed p on p.id = m.id left join counted c on c.id = m.id
    left join visit_counts v on v.gym_id = m.gym_id and v.id_payment = m.id
  where (m.start_date, m.end_date) is distinct from (p.first, least(p.until, c.ends))
    or (v.used, v.ended) is distinct from (c.used, c.ends)`

/** What is left of what is valid on a day, by the visits that are dealt out anew. */
const leftOn = (client: number, day: string) => `
  select sum(v.visits - c.used)::integer as left, sum(v.visits)::integer as of, count(*) filter (where v.visits is null)::integer as uncounted, count(*)::integer as valid
  from placed_payments(${client}) p left join counted_visits(${client}, '-infinity') c on c.id = p.id
    left join visit_counts v on v.gym_id = app_gym() and v.id_payment = p.id
  where p.first <= '${day}' and least(p.until, c.ends) > '${day}'`

const timeout = 240_000
test('drawer, stock, debts, revenue and remaining visits are what the ledgers come to', { timeout }, async () => {
  await holds(history, { numRuns: 10, timeout }, async (steps) => {
    const counter = await Counter.make()
    for (const { days, actions } of steps) {
      const today = counter.tick(days)
      await Promise.all(actions.map((each) => counter.act(each)))
      const { visits, documents, ...told } = await counter.told()
      const { others, ...remade } = await counter.remade()
      expect(told).toEqual(remade)
      const { sold, ...asked } = counter.asked()
      expect({ documents, revenue: told.revenue, stock: told.stock }).toEqual({ ...asked, stock: others - sold })
      const reports = await counter.reports()
      await asOwner(app, async (owner) => {
        await owner.query(`select set_config('app.gym_id', '${counter.gym}', false)`)
        const rowsOf = async (statement: string) => (await owner.query(statement)).rows
        expect(await rowsOf(brokenSums(counter.gym))).toEqual([])
        expect(reports).toEqual(await rowsOf(shifts(counter.gym)))
        for (const client of counter.clients) {
          expect(await rowsOf(misplaced(client))).toEqual([])
          const [{ left, of, uncounted, valid }] = await rowsOf(leftOn(client, today))
          const says = visits.find(({ id_client }) => id_client === client)
          if (valid > 0) expect(says ?? null).toEqual(uncounted > 0 ? null : { id_client: client, left, of })
          else expect(says?.left ?? 0).toBe(0)
        }
      })
    }
  })
})
