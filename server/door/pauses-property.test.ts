// Whatever is sold, voided, paused, ended, undone and merged, and whoever comes, also told late, in any order: what card, door and figures say is what a plain
// recomputation says, which goes day by day.
import { randomUUID } from 'node:crypto'
import { addDays } from '@torniquete/contract/dates.ts'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeClient, makeGym, makePlan, type TestGym } from '../testing/factories.ts'
import { holds } from '../testing/property.ts'
import { startTestApp, type TestApp } from '../testing/test-app.ts'
import { readRecord, wanted } from './wanted.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp({ SESSION_HOURS: '8760' })
})
afterAll(() => {
  app.clock.reset()
  return app.close()
})

const who = fc.nat(1)
const action = fc.oneof(
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('days'), days: fc.integer({ min: 1, max: 12 }) }) },
  {
    weight: 6,
    arbitrary: fc.record({
      kind: fc.constant('sell'),
      who,
      plan: fc.nat(3),
      /** Days from what is proposed. */
      from: fc.oneof({ weight: 3, arbitrary: fc.constant(0) }, fc.integer({ min: -12, max: 12 })),
    }),
  },
  {
    weight: 6,
    arbitrary: fc.record({
      kind: fc.constant('pause'),
      who,
      from: fc.integer({ min: -4, max: 15 }),
      days: fc.oneof(fc.constant(null), fc.integer({ min: 1, max: 12 })),
    }),
  },
  {
    weight: 6,
    arbitrary: fc.record({
      kind: fc.constant('come'),
      who,
      late: fc.oneof({ weight: 3, arbitrary: fc.constant(0) }, fc.nat(9)),
    }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('void'), which: fc.nat() }) },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('end'), which: fc.nat() }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('undo'), which: fc.nat() }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('merge') }) },
)
type Action = typeof action extends fc.Arbitrary<infer T> ? T : never

interface Sold {
  id: number
  client: number
  own: string
  days: number
  visits: number | null
  eachPass: boolean
}
interface Stood {
  id: number
  client: number
  starts: string
  ends: string
}
interface Came {
  client: number
  day: string
  at: string
}
interface Placed extends Sold {
  /** The days on which it opens. */
  open: string[]
  run: string[]
  runOwn: string
}

const span = (from: string, until: string) => {
  const days: string[] = []
  for (let day = from; day < until; day = addDays(day, 1)) days.push(day)
  return days
}
const after = (days: readonly string[]) => addDays(days.at(-1) ?? '', 1)

class Books {
  readonly sold: Sold[] = []
  readonly pauses: Stood[] = []
  readonly came: Came[] = []

  isPaused(client: number, day: string) {
    return this.pauses.some((pause) => pause.client === client && pause.starts <= day && day < pause.ends)
  }

  /** So many days from one on that are not paused. */
  #walk(client: number, from: string, count: number): string[] {
    const days: string[] = []
    for (let day = from; days.length < count; day = addDays(day, 1)) if (!this.isPaused(client, day)) days.push(day)
    return days
  }

  placed(client: number): Placed[] {
    const sold = this.sold
      .filter((each) => each.client === client)
      .sort((one, other) => (one.own === other.own ? one.id - other.id : one.own < other.own ? -1 : 1))
    const runs: { own: string; until: string; sold: Sold[] }[] = []
    for (const each of sold) {
      const run = runs.at(-1)
      const until = addDays(each.own, each.days)
      if (!run || each.own > run.until) runs.push({ own: each.own, until, sold: [each] })
      else Object.assign(run, { until: until > run.until ? until : run.until, sold: [...run.sold, each] })
    }
    let free = ''
    return runs.flatMap(({ own, until, sold: parts }) => {
      const run = this.#walk(client, own > free ? own : free, span(own, until).length)
      free = after(run)
      return parts.map((each) => {
        const at = span(own, each.own).length
        return { ...each, run, runOwn: own, open: run.slice(at, at + each.days) }
      })
    })
  }

  /** What each opens on, and the day on which it is over, once the visits were counted. */
  covers(client: number): { id: number; open: string[]; until: string }[] {
    const placed = this.placed(client).map((each) => ({ ...each, until: after(each.open), used: [] as string[] })) // days
    const end = (each: (typeof placed)[number]) => after(each.open)
    const within = (each: (typeof placed)[number], day: string) => (each.open[0] ?? '') <= day && day < end(each)
    const counted = placed
      .filter(({ visits }) => visits !== null)
      .sort((one, other) => (end(one) === end(other) ? one.id - other.id : end(one) < end(other) ? -1 : 1))
    const came = this.came.filter((each) => each.client === client).sort((one, other) => (one.at < other.at ? -1 : 1))
    for (const { day } of came) {
      if (this.isPaused(client, day)) continue
      if (placed.some((each) => each.visits === null && within(each, day))) continue
      const valid = counted.filter((each) => within(each, day))
      // Of a plan that counts days this one was counted.
      if (valid.some((each) => !each.eachPass && each.used.at(-1) === day)) continue
      const taken = valid.find((each) => each.used.length < (each.visits ?? 0))
      taken?.used.push(day)
      if (taken && taken.used.length === taken.visits) taken.until = taken.eachPass ? day : addDays(day, 1)
    }
    return placed.map((each) => {
      const until = each.until < end(each) ? each.until : end(each)
      return { id: each.id, until, open: each.open.filter((day) => day < until) }
    })
  }

  /** The day that a sale begins on, as it were without pauses. */
  ownOf(client: number, start: string): string {
    const run = this.placed(client).findLast((each) => (each.run[0] ?? '') <= start && start <= after(each.run))
    return run ? addDays(run.runOwn, run.run.filter((day) => day < start).length) : start
  }
}

class Life {
  readonly #gym: TestGym
  readonly #plans: readonly { id: number; days: number; visits: number | null; each_pass: boolean }[]
  readonly #clients: readonly { id: number; id_zkteco: number | null }[]
  readonly #books = new Books()
  #today = '2026-03-01'
  #merged = false
  #seconds = 0

  constructor(gym: TestGym, plans: Life['plans'], clients: Life['clients']) {
    this.#gym = gym
    this.#plans = plans
    this.#clients = clients
    this.#tick(0)
  }

  get plans() {
    return this.#plans
  }
  get clients() {
    return this.#clients
  }

  #tick(days: number) {
    this.#today = addDays(this.#today, days)
    app.clock.set(`${this.#today}T16:00:00Z`)
  }

  #idOf(who: number) {
    return (this.#merged ? this.#clients[0] : this.#clients[who])?.id ?? 0
  }

  async act(action: Action): Promise<void> {
    const books = this.#books
    const [some, paused] = 'which' in action ? [pick(books.sold, action.which), pick(books.pauses, action.which)] : []
    if (action.kind === 'days' && 'days' in action) this.#tick(action.days ?? 0)
    if (action.kind === 'sell' && 'plan' in action) await this.#sell(this.#idOf(action.who), action)
    if (action.kind === 'pause' && 'who' in action && 'days' in action)
      await this.#pause(this.#idOf(action.who), action.from, action.days)
    if (action.kind === 'come' && 'late' in action) await this.#come(this.#idOf(action.who), action.late)
    if (action.kind === 'void' && some) {
      await this.#gym.admin.call('payments.void', { params: { id: some.id }, body: { reason: 'Error' } })
      books.sold.splice(books.sold.indexOf(some), 1)
    }
    if (action.kind === 'end' && paused) {
      const { status } = await this.#gym.admin.try('pauses.end', { params: { id_pause: paused.id } })
      expect(status).toBe(paused.ends <= this.#today ? 409 : 200)
      if (status === 200 && paused.starts < this.#today) paused.ends = this.#today
      else if (status === 200) books.pauses.splice(books.pauses.indexOf(paused), 1)
    }
    if (action.kind === 'undo' && paused) {
      await this.#gym.admin.call('pauses.undo', { params: { id_pause: paused.id } })
      books.pauses.splice(books.pauses.indexOf(paused), 1)
    }
    if (action.kind === 'merge' && !this.#merged) await this.#merge()
  }

  async #sell(client: number, { plan: which, from }: { plan: number; from: number }) {
    const plan = this.#plans[which]
    const { paid_until } = await this.#gym.admin.call('clients.read', { params: { id_client: client } })
    const proposed = paid_until !== null && paid_until > this.#today ? paid_until : this.#today
    const start_date = addDays(proposed, from)
    const own = this.#books.ownOf(client, start_date)
    const { status, answer } = await this.#gym.admin.try('payments.create', {
      body: { id_client: client, id_membership: plan?.id ?? 0, start_date, overlap: true },
      headers: { 'idempotency-key': randomUUID() },
    })
    expect(status).toBe(this.#books.isPaused(client, start_date) ? 409 : 201)
    if (status !== 201 || !plan) return
    const { days, visits, each_pass: eachPass } = plan
    this.#books.sold.push({ id: answer.id, client, own, days, visits, eachPass })
  }

  async #pause(client: number, from: number, days: number | null) {
    const start_date = addDays(this.#today, from)
    const { status, answer } = await this.#gym.admin.try('pauses.create', {
      params: { id_client: client },
      body: { start_date, end_date: days && addDays(start_date, days - 1), reason: 'Viaje' },
    })
    if (status === 201)
      this.#books.pauses.push({ id: answer.id, client, starts: answer.start_date, ends: answer.resume_date })
  }

  async #come(client: number, late: number) {
    this.#seconds += 61
    const day = addDays(this.#today, -late)
    const at = new Date(Date.parse(`${day}T06:00:00Z`) + this.#seconds * 1000).toISOString()
    await this.#gym.admin.call('attendances.create', { body: { id_client: client, check_in: at } })
    this.#books.came.push({ client, day, at })
  }

  async #merge() {
    const [kept, gone] = [this.#clients[0]?.id ?? 0, this.#clients[1]?.id ?? 0]
    const params = { id_client: kept, id_other: gone }
    const { digest } = await this.#gym.admin.call('clients.compare', { params })
    const { status } = await this.#gym.admin.try('clients.merge', { params, body: { take: [], confirm: digest } })
    // One stands still while the other has days of their own.
    if (status === 409) return
    expect(status).toBe(201)
    for (const each of [...this.#books.sold, ...this.#books.pauses, ...this.#books.came])
      if (each.client === gone) each.client = kept
    this.#merged = true
  }

  /** What is told of everybody, beside what it should be. */
  async compare(): Promise<void> {
    const told: unknown[] = []
    const plain: unknown[] = []
    let [active, expired] = [0, 0]
    for (const { id, id_zkteco } of this.#merged ? this.#clients.slice(0, 1) : this.#clients) {
      const placed = this.#books.covers(id)
      const open = new Set(placed.flatMap((each) => each.open))
      const until =
        placed
          .map((each) => each.until)
          .sort()
          .at(-1) ?? null
      const may = open.has(this.#today)
      if (may) active += 1
      if (until !== null && until <= this.#today) expired += 1
      const { paid_until } = await this.#gym.admin.call('clients.read', { params: { id_client: id } })
      told.push([paid_until, await this.#atDoor(id_zkteco ?? 0)])
      plain.push([until, may ? lastOf(open, this.#today) : null])
    }
    const { active_memberships, expired_memberships } = await this.#gym.admin.call('statistics.read')
    told.push(active_memberships, expired_memberships)
    plain.push(active, expired)
    expect(told).toEqual(plain)
  }

  #atDoor(pin: number) {
    const gym = this.#gym.gym.id
    return app.database.read({ gym, user: null }, async (tx) => {
      const { record } = await tx.one<{ record: string }>(wanted(gym, this.#today, pin))
      const { verify, until } = readRecord(record)
      return verify === 0 ? until : null
    })
  }
}

/** The last of the days that follow each other from one on. */
function lastOf(open: ReadonlySet<string>, from: string): string {
  let day = from
  while (open.has(addDays(day, 1))) day = addDays(day, 1)
  return day
}

const pick = <Row>(rows: readonly Row[], which: number): Row | undefined => rows[which % rows.length]

test('card, door and figures agree with a plain recomputation', { timeout: 240_000 }, async () => {
  const gym = await makeGym(app)
  const plans = await Promise.all(
    (
      [
        { days: 3, visits: null, each_pass: false },
        { days: 10, visits: 2, each_pass: true },
        { days: 30, visits: 3, each_pass: false },
        { days: 30, visits: null, each_pass: false },
      ] as const
    ).map(async ({ days, ...counts }) => {
      const { id } = await makePlan(gym, { duration_days: days })
      await gym.admin.call('memberships.set-terms', {
        params: { id_membership: id },
        body: { pause_days: 40, pause_times: null, ...counts },
      })
      return { id, days, ...counts }
    }),
  )
  await holds(fc.array(action, { minLength: 4, maxLength: 14 }), { numRuns: 40, timeout: 240_000 }, async (actions) => {
    const clients = [await makeClient(gym), await makeClient(gym)]
    const life = new Life(gym, plans, clients)
    try {
      for (const each of actions) {
        await life.act(each)
        await life.compare()
      }
    } finally {
      for (const { id } of clients) await gym.admin.try('clients.delete', { params: { id_client: id } })
    }
  })
})
