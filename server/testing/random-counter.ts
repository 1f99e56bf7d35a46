// Sends random actions to the product, several at once, and books the answers in a separate ledger.
import { addDays } from '@torniquete/contract/shared/dates.ts'
import { fromCents } from '@torniquete/contract/shared/money.ts'
import { shiftNeeded } from '@torniquete/contract/shared/shift-words.ts'
import { expect } from 'vitest'
import { app, cutConnections, firstDay } from './books-app.ts'
import type { Action } from './counter-actions.ts'
import type { CounterRequestBodies as Body } from './counter-call-types.ts'
import { CounterRequests, type Ids, type Name, pick, type Request } from './counter-requests.ts'
import { ExpectedBooks, firstStock, prices } from './expected-books.ts'
import { makeClient, makeGym, makeProduct, makeTermedPlan, type TestGym } from './factories.ts'
import { Requests } from './repeated-requests.ts'
import { makeDrawer } from './two-gyms.ts'

export class RandomCounter {
  readonly gym: TestGym
  readonly ids: Ids
  readonly books = new ExpectedBooks()
  readonly requests: Requests<Name>
  readonly #asking: CounterRequests
  readonly #applied = new Set<Request>()
  /** Requests that must run one after the other. */
  readonly #turns = new Map<string, Promise<void>>()
  #later: Request[] = []
  #today = firstDay
  #needs = false

  constructor(gym: TestGym, ids: Ids) {
    this.gym = gym
    this.ids = ids
    this.requests = new Requests(gym.admin)
    this.#asking = new CounterRequests(ids, this.books, this.requests)
  }

  static async make(): Promise<RandomCounter> {
    const gym = await makeGym(app)
    await gym.admin.call('debts.set-rules', { body: { is_on: true } })
    const plans = []
    for (const [duration_days, visits, each_pass] of [
      [20, 2, false],
      [20, 3, true],
      [5, null, false],
    ] as const) {
      const price = fromCents(prices.membership)
      const { id } = await makeTermedPlan(gym, { pause_days: 60, visits, each_pass }, { duration_days, price })
      plans.push({ id, days: duration_days, visits, eachPass: each_pass })
    }
    const product = await makeProduct(gym, { sale_price: fromCents(prices.sale), stock: firstStock })
    const counter = new RandomCounter(gym, {
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

  /**
   * Sends all requests at once. Counts are recorded after they ended, because only then is the expected stock known.
   */
  async act(actions: readonly Action[]): Promise<void> {
    await Promise.all(actions.map((each) => this.#act(each)))
    for (const request of this.#later.splice(0)) await this.#send(request)
    const unknown = this.books.collected.filter(({ parts }) => parts.length === 0)
    for (const { id } of unknown)
      this.books.divide(id, (await this.requests.read('collections.read', { params: { id } })).documents)
  }

  async #act(action: Action): Promise<void> {
    if (action.kind === 'cut') return cutConnections()
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
   * Order matters for visits (the last request decides) and for the start of a membership during a pause (the first
   * one decides).
   */
  #turnOf({ name, params, body }: Request): string {
    const { pause, payment } = this.books.visits.clientOf
    const id = params.id ?? 0
    if (name === 'attendances.undo' || name === 'attendances.restore') return `visit ${id}`
    const client = {
      'payments.create': (body as Body).id_client, // the type of the recorded values
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
    const asked = body as Body // the type of the recorded value
    const isTaken = /^(debts.collect|.*\.create)$/.test(name) && ExpectedBooks.due(asked).paid > 0
    const isRefused = this.#needs && isTaken && asked.id_shift === undefined
    if (isRefused) expect(status, text).toBeGreaterThanOrEqual(400)
    else expect(text).not.toContain(shiftNeeded)
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
