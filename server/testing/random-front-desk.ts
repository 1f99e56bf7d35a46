// Sends random actions to the product, several at once, and records the answers in a separate ledger.
import { addDays } from '@torniquete/contract/shared/dates.ts'
import { fromCents } from '@torniquete/contract/shared/money.ts'
import { cashNeedsShiftText } from '@torniquete/contract/shared/shift-error-texts.ts'
import { expect } from 'vitest'
import { app, cutDatabaseConnections, firstHistoryDay } from './books-app.ts'
import { ExpectedLedger, initialStock, samplePricesCents } from './expected-ledger.ts'
import { makeClient, makeGym, makePlanWithTerms, makeProduct, type TestGym } from './factories.ts'
import type { FrontDeskAction } from './front-desk-actions.ts'
import type { FrontDeskBodyFields as Body } from './front-desk-call-types.ts'
import { type RepeatableRequest as Asked, RepeatableUserRequests } from './repeated-requests.ts'
import { makeDrawer } from './two-gyms.ts'

type Name =
  | `${'sales' | 'payments'}.${'create' | 'void'}`
  | 'tickets.create'
  | 'debts.collect'
  | 'collections.void'
  | `attendances.${'create' | 'undo' | 'restore'}`
  | `pauses.${'create' | 'end' | 'undo'}`
  | `cash-shifts.${'open' | 'move' | 'close'}`
  | `stock.${'adjust' | 'open-count' | 'enter' | 'book-count'}`
type Request = Asked<Name>

const pick = <Row>(rows: readonly Row[], which: number): Row | undefined => rows[which % Math.max(1, rows.length)]

interface Ids {
  clients: number[]
  plans: number[]
  product: number
  drawers: number[]
  /** Ids of the payment kinds; the first is cash. */
  kinds: number[]
}

class CounterRequests {
  readonly #ids: Ids
  readonly #books: ExpectedLedger
  readonly #sent: RepeatableUserRequests<Name>
  #seconds = 0

  constructor(ids: Ids, books: ExpectedLedger, sent: RepeatableUserRequests<Name>) {
    this.#ids = ids
    this.#books = books
    this.#sent = sent
  }

  #note(name: Name, body: object, id = 0): Request {
    return this.#sent.note(name, body, { id, id_client: id, id_pause: id, id_product: id })
  }

  of(action: Exclude<FrontDeskAction, { kind: 'cut' | 'book' }>, today: string): Request | undefined {
    const { clients, product, drawers } = this.#ids
    const books = this.#books
    const on = (name: Name, id: number | undefined, body: object = {}) =>
      id === undefined ? undefined : this.#note(name, body, id)
    const shift =
      'shift' in action && action.shift > 0 ? { id_shift: pick([...books.shifts.keys()], action.shift) } : {}
    const client = 'who' in action ? (clients[action.who] ?? 0) : 0
    switch (action.kind) {
      case 'sale':
      case 'membership':
      case 'ticket':
        return this.#sell(action, { id_client: client, ...shift }, today)
      case 'collect':
        return this.#note('debts.collect', { amount: fromCents(action.cents), ...shift }, client)
      case 'void': {
        const document = pick(books.sold, action.which)
        return on(`${document?.kind ?? 'sale'}s.void`, document?.id, { reason: 'x', id_shift: null, ...shift })
      }
      case 'give-back':
        return on('collections.void', pick(books.collected, action.which)?.id, {
          reason: 'x',
          id_shift: null,
          ...shift,
        })
      case 'come':
        return this.#note('attendances.create', {
          id_client: client,
          check_in: this.#nextVisit(addDays(today, -action.late)),
        })
      case 'take-back':
        return on('attendances.undo', pick(books.visits.ids, action.which), { reason: 'x' })
      case 'restore':
        return on('attendances.restore', pick(books.visits.ids, action.which))
      case 'pause':
        return action.who === 0 ? undefined : this.#pause(client, addDays(today, action.from), action.days)
      case 'end':
      case 'undo':
        return on(`pauses.${action.kind}`, pick([...books.visits.clientOf.pause.keys()], action.which))
      case 'open':
        return this.#note('cash-shifts.open', { id_drawer: drawers[action.drawer], amount: '100.00' })
      case 'move':
        return on('cash-shifts.move', shift.id_shift, moveBody(action))
      case 'close':
        return on('cash-shifts.close', shift.id_shift, { counts: [{ value: '50.00', pieces: action.pieces }] })
      case 'count': {
        const open = [...books.counts.keys()].at(-1)
        if (open === undefined || action.counted === 0) return this.#note('stock.open-count', {})
        return this.#note('stock.enter', { entries: [{ id_product: product, quantity: action.counted }] }, open)
      }
      case 'lose':
        return this.#note('stock.adjust', { kind: 'loss', change: action.change, reason: 'x' }, product)
      default:
        return this.#sent.earlier(action.which)
    }
  }

  #pause(client: number, start_date: string, days: number): Request {
    return this.#note('pauses.create', { start_date, end_date: addDays(start_date, days - 1), reason: 'x' }, client)
  }

  /** Returns a new time on the day, more than a minute after the last one: entries within a minute are one visit. */
  #nextVisit(day: string): string {
    this.#seconds += 61
    const at = Date.parse(`${day}T10:00:00Z`) + this.#seconds * 1000
    return new Date(at).toISOString()
  }

  #sell(
    action: Extract<FrontDeskAction, { kind: 'sale' | 'membership' | 'ticket' }>,
    buyer: object,
    today: string,
  ): Request {
    const items = 'quantity' in action ? [{ id_product: this.#ids.product, quantity: action.quantity }] : []
    const membership =
      'plan' in action
        ? {
            id_membership: this.#ids.plans[action.plan] ?? 0,
            start_date: addDays(today, action.from),
            overlap: true,
          }
        : undefined
    const { plan, products } = ExpectedLedger.due({ items, ...(membership && { membership }) })
    const left = Math.floor(((plan + products) * action.owed) / 4)
    const half = Math.floor((plan + products - left) / 2)
    const parts = [half, plan + products - left - half]
    const paid = parts.map((cents, at) => ({ id_kind: this.#ids.kinds[at] ?? 0, amount: fromCents(cents) }))
    const isSplit = 'split' in action && action.split && half > 0
    const how = { ...buyer, ...(left > 0 && { owed: fromCents(left) }), ...(isSplit && { paid }) }
    if (!membership) return this.#note('sales.create', { items, ...how })
    if (items.length === 0) return this.#note('payments.create', { ...membership, ...how })
    return this.#note('tickets.create', { items, membership, ...how })
  }

  /** Books a count with the difference that the test read, which the server compares with its own. */
  booking(id: number, confirm: string): Request {
    return this.#note('stock.book-count', { reason: 'x', confirm }, id)
  }
}

const moveBody = ({ cents, out }: { cents: number; out: boolean }) => ({
  amount: fromCents(cents),
  out,
  reason: 'x',
  confirm: true,
})

export class RandomFrontDesk {
  readonly gym: TestGym
  readonly ids: Ids
  readonly books = new ExpectedLedger()
  readonly requests: RepeatableUserRequests<Name>
  readonly #asking: CounterRequests
  readonly #applied = new Set<Request>()
  /** Last request of each group of requests that must run one after the other. */
  readonly #turns = new Map<string, Promise<void>>()
  #later: Request[] = []
  #today = firstHistoryDay
  #needs = false

  constructor(gym: TestGym, ids: Ids) {
    this.gym = gym
    this.ids = ids
    this.requests = new RepeatableUserRequests(gym.admin)
    this.#asking = new CounterRequests(ids, this.books, this.requests)
  }

  static async make(): Promise<RandomFrontDesk> {
    const gym = await makeGym(app)
    await gym.admin.call('debts.set-rules', { body: { is_on: true } })
    const plans = []
    for (const [duration_days, visits, each_pass] of [
      [20, 2, false],
      [20, 3, true],
      [5, null, false],
    ] as const) {
      const price = fromCents(samplePricesCents.membership)
      const { id } = await makePlanWithTerms(gym, { pause_days: 60, visits, each_pass }, { duration_days, price })
      plans.push({ id, days: duration_days, visits, eachPass: each_pass })
    }
    const product = await makeProduct(gym, { sale_price: fromCents(samplePricesCents.sale), stock: initialStock })
    const counter = new RandomFrontDesk(gym, {
      clients: [(await makeClient(gym)).id, (await makeClient(gym)).id, (await makeClient(gym)).id],
      plans: plans.map(({ id }) => id),
      product: product.id,
      kinds: (await gym.admin.call('payment-kinds.list')).map(({ id }) => id),
      drawers: [await makeDrawer(gym.admin), await makeDrawer(gym.admin)],
    })
    for (const plan of plans) counter.books.visits.plan(plan)
    return counter
  }

  async tick(days: number, needs_shift: boolean): Promise<string> {
    this.#today = addDays(this.#today, days)
    app.clock.set(`${this.#today}T15:00:00Z`)
    if (needs_shift !== this.#needs) await this.requests.read('cash-shifts.set-rules', { body: { needs_shift } })
    this.#needs = needs_shift
    return this.#today
  }

  /** Sends all requests at once and the stock counts afterwards, because only then is the expected stock known. */
  async act(actions: readonly FrontDeskAction[]): Promise<void> {
    await Promise.all(actions.map((each) => this.#act(each)))
    for (const request of this.#later.splice(0)) await this.#send(request)
    const unknown = this.books.collected.filter(({ parts }) => parts.length === 0)
    for (const { id } of unknown)
      this.books.divide(id, (await this.requests.read('collections.read', { params: { id } })).documents)
  }

  async #act(action: FrontDeskAction): Promise<void> {
    if (action.kind === 'cut') return cutDatabaseConnections()
    const request = action.kind === 'book' ? await this.#book(action.which) : this.#asking.of(action, this.#today)
    if (request?.name === 'stock.enter') this.#later.push(request)
    else if (request) await this.#inTurn(request)
  }

  #inTurn(request: Request): Promise<void> {
    const turn = this.#turnOf(request)
    const sent = (this.#turns.get(turn) ?? Promise.resolve()).then(() => this.#send(request))
    if (turn !== '') this.#turns.set(turn, sent)
    return sent
  }

  /**
   * Returns the group of a request: requests of one group run in order. Order matters for the undo and restore of a
   * visit (the last request decides), and for a membership sold during a pause.
   */
  #turnOf({ name, params, body }: Request): string {
    const { pause, payment } = this.books.visits.clientOf
    const id = params.id ?? 0
    if (name === 'attendances.undo' || name === 'attendances.restore') return `visit ${id}`
    const client = {
      'payments.create': (body as Body).id_client, // the test recorded values of these types
      'tickets.create': (body as Body).id_client,
      'payments.void': payment.get(id),
      'pauses.create': id,
      'pauses.end': pause.get(id),
      'pauses.undo': pause.get(id),
    }[name as string]
    return client !== undefined && client === this.ids.clients[1] ? 'paused' : ''
  }

  async #send(request: Request): Promise<void> {
    const { name, params, body } = request
    const { status, text } = await this.requests.send(request)
    if (this.#applied.has(request)) return
    const asked = body as Body // the test recorded values of this type
    const isTaken = /^(debts.collect|.*\.create)$/.test(name) && ExpectedLedger.due(asked).paid > 0
    const isRefused = this.#needs && isTaken && asked.id_shift === undefined
    if (isRefused) expect(status, text).toBeGreaterThanOrEqual(400)
    else expect(text).not.toContain(cashNeedsShiftText)
    if (status >= 300) return
    this.#applied.add(request)
    this.books.apply(name, params.id ?? 0, asked, JSON.parse(text), this.#today)
  }

  async #book(which: number): Promise<Request | undefined> {
    const id = pick([...this.books.counts.keys()], which)
    if (id === undefined) return undefined
    const { status, answer } = await this.gym.admin.try('stock.differences', { params: { id } })
    return status === 200 ? this.#asking.booking(id, answer.digest) : undefined
  }
}
