// The dashboard's figures must equal those of a simple model after random events in a gym.
import { addDays, toLocalDay } from '@torniquete/contract/shared/dates.ts'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { checkProperty, propertyTimeoutMs } from '../../testing/check-property.ts'
import {
  makeClient,
  makeGym,
  makePayment,
  makePlan,
  makeProduct,
  makeSale,
  readAnonymousClient,
  type TestGym,
} from '../../testing/factories.ts'
import { startTestAppForFile } from '../../testing/test-app.ts'

const app = await startTestAppForFile({ SESSION_HOURS: '8760' })

const week = ['Domingo', 'Lunes', 'Martes', 'Miércoles', 'Jueves', 'Viernes', 'Sábado']
const clients = 4
/** Random events; client 0 is the anonymous client, who buys day passes only. */
const act = fc.oneof(
  fc.record({
    kind: fc.constant('pay'),
    client: fc.nat(clients),
    plan: fc.nat(2),
    start: fc.integer({ min: -12, max: 12 }),
    hours: fc.integer({ min: -72, max: 0 }),
  }),
  fc.record({ kind: fc.constant('visit'), client: fc.nat(clients), hours: fc.integer({ min: -240, max: 240 }) }),
  fc.record({
    kind: fc.constant('sell'),
    quantity: fc.integer({ min: 1, max: 3 }),
    hours: fc.integer({ min: -72, max: 0 }),
  }),
  fc.record({ kind: fc.constant('void'), which: fc.nat() }),
  fc.record({ kind: fc.constant('deactivate'), client: fc.integer({ min: 1, max: clients }) }),
  fc.record({ kind: fc.constant('delete'), client: fc.integer({ min: 1, max: clients }) }),
)
type Act = typeof act extends fc.Arbitrary<infer T> ? T : never
const life = fc.record({
  zone: fc.constantFrom('America/Santo_Domingo', 'Pacific/Kiritimati', 'America/New_York', 'Asia/Kolkata'),
  now: fc.constantFrom('2026-11-21T03:30:00Z', '2026-11-01T05:30:00Z', '2026-03-08T10:00:00Z', '2026-12-31T23:59:00Z'),
  acts: fc.array(act, { minLength: 1, maxLength: 25 }),
})

interface Paid {
  id: number
  client: number
  plan: string
  price: number
  start: string
  end: string
  /** `day`: when it was booked; `voided`: when it was voided, or null. */
  day: string
  voided: string | null
}

type Plans = { id: number; name: string; price: number; days: number }[]

class Model {
  readonly #gym: TestGym
  readonly #zone: string
  readonly #now: Date
  readonly #ids: number[]
  readonly #plans: Plans
  readonly #product: number
  readonly #paid: Paid[] = []
  readonly #visits: { client: number; day: string }[] = []
  readonly #sold: { day: string; total: number }[] = []
  readonly #inactive = new Set<number>()
  readonly #deleted = new Set<number>()

  private constructor(gym: TestGym, zone: string, now: Date, ids: number[], plans: Plans, product: number) {
    this.#gym = gym
    this.#zone = zone
    this.#now = now
    this.#ids = ids
    this.#plans = plans
    this.#product = product
  }

  static async make(zone: string, instant: string): Promise<Model> {
    const now = new Date(instant)
    // Clients log in before the first event, so that no session begins in the future.
    app.clock.set(new Date(now.getTime() - 30 * 86_400_000))
    const gym = await makeGym(app, { timeZone: zone })
    const ids = [(await readAnonymousClient(gym)).id]
    for (let at = 1; at <= clients; at += 1) ids.push((await makeClient(gym)).id)
    const daily = (await gym.admin.call('memberships.list')).find(({ name }) => name === 'Membresía Diaria')
    await gym.admin.call('memberships.update', { params: { id_membership: daily?.id ?? 0 }, body: { price: 5 } })
    const plans = [{ id: daily?.id ?? 0, name: 'Membresía Diaria', price: 5, days: 1 }]
    for (const [name, days, price] of [
      ['Semanal', 7, 20],
      ['Mensual', 30, 70],
    ] as const)
      plans.push({ id: (await makePlan(gym, { name, duration_days: days, price })).id, name, price, days })
    return new Model(gym, zone, now, ids, plans, (await makeProduct(gym, { sale_price: '3.50', stock: 1000 })).id)
  }

  #at(hours: number): Date {
    const instant = new Date(this.#now.getTime() + hours * 3_600_000)
    app.clock.set(instant)
    return instant
  }

  async act(each: Act): Promise<void> {
    if (each.kind === 'pay') return this.#pay(each)
    if (each.kind === 'sell') {
      this.#at(each.hours)
      const items = [{ id_product: this.#product, quantity: each.quantity }]
      // The server never dates a document before the previous one, even if the clock goes back.
      const { created_at } = await makeSale(this.#gym, items, this.#ids[0])
      this.#sold.push({ day: toLocalDay(this.#zone, new Date(created_at)), total: 350 * each.quantity })
      return
    }
    if (each.kind === 'void') {
      const chosen = this.#paid.filter(({ voided }) => !voided)[each.which % 5]
      if (!chosen) return
      const { voided } = await this.#gym.admin.call('payments.void', {
        params: { id: chosen.id },
        body: { reason: 'x' },
      })
      chosen.voided = toLocalDay(this.#zone, new Date(voided?.at ?? 0))
      return
    }
    if (this.#deleted.has(each.client)) return
    const params = { id_client: this.#ids[each.client] ?? 0 }
    if (each.kind === 'visit') {
      const instant = this.#at(each.hours)
      await this.#gym.admin.call('attendances.create', {
        body: { id_client: params.id_client, check_in: instant.toISOString() },
      })
      this.#visits.push({ client: each.client, day: toLocalDay(this.#zone, instant) })
    } else if (each.kind === 'delete') {
      this.#deleted.add(each.client)
      await this.#gym.admin.call('clients.delete', { params })
    } else {
      this.#inactive.add(each.client)
      await this.#gym.admin.call('clients.update', { params, body: { is_active: false } })
    }
  }

  async #pay({ client, plan, start, hours }: Extract<Act, { kind: 'pay' }>): Promise<void> {
    const chosen = this.#plans[client === 0 ? 0 : plan]
    if (!chosen || this.#deleted.has(client)) return
    const first = addDays(this.today, start)
    this.#at(hours)
    const { id, membership } = await makePayment(this.#gym, {
      id_client: this.#ids[client] ?? 0,
      id_membership: chosen.id,
      start_date: first,
    })
    const end = addDays(first, chosen.days)
    this.#paid.push({
      id,
      client,
      plan: chosen.name,
      price: chosen.price,
      start: first,
      end,
      day: toLocalDay(this.#zone, new Date(membership.payment_date)),
      voided: null,
    })
  }

  get today(): string {
    return toLocalDay(this.#zone, this.#now)
  }

  expected() {
    const { today } = this
    const sunday = addDays(today, -new Date(`${today}T00:00:00Z`).getUTCDay())
    const visitsOn = (day: string) => {
      const those = this.#visits.filter((visit) => visit.day === day)
      const registered = new Set(those.filter(({ client }) => client > 0).map(({ client }) => client))
      return registered.size + those.filter(({ client }) => client === 0).length
    }
    const standing = this.#paid.filter(({ voided, client }) => !voided && !this.#deleted.has(client))
    const valid = standing.filter(({ start, end }) => start <= today && today < end)
    const people = [...new Set(standing.map(({ client }) => client))].filter((client) => client > 0)
    const shown = people.flatMap((client) => {
      const own = valid.filter((each) => each.client === client)
      return own.sort((a, b) => (a.end === b.end ? b.id - a.id : a.end < b.end ? 1 : -1)).slice(0, 1)
    })
    const distribution: Record<string, number> = {}
    for (const { plan, client } of shown)
      if (!this.#inactive.has(client)) distribution[plan] = (distribution[plan] ?? 0) + 1
    const paidToday = [
      ...this.#paid.filter(({ day }) => day === today),
      ...this.#paid.filter(({ voided }) => voided === today).map((each) => ({ ...each, price: -each.price })),
    ]
    const money = (amount: number) => amount.toFixed(2)
    const sum = (all: { price: number }[]) => all.reduce((total, { price }) => total + price, 0)
    return {
      week_attendances: Object.fromEntries(week.map((name, index) => [name, visitsOn(addDays(sunday, index))])),
      membership_distribution: distribution,
      sales_products: money(
        this.#sold.filter(({ day }) => day === today).reduce((all, { total }) => all + total, 0) / 100,
      ),
      sales_memberships: money(sum(paidToday)),
      sales_memberships_daily: money(sum(paidToday.filter(({ plan }) => plan === 'Membresía Diaria'))),
      today_attendances: visitsOn(today),
      active_memberships: shown.length,
      active_memberships_client_anonimo: valid.filter(({ client }) => client === 0).length,
      expired_memberships: people.filter(
        (client) =>
          !this.#inactive.has(client) && standing.every((each) => each.client !== client || each.end <= today),
      ).length,
    }
  }

  async answered() {
    app.clock.set(this.#now)
    return this.#gym.admin.call('statistics.read')
  }
}

test('statistics.read: equals a simple model after random events, in any zone', {
  timeout: propertyTimeoutMs,
}, async () => {
  await checkProperty(life, { numRuns: 25 }, async ({ zone, now, acts }) => {
    const model = await Model.make(zone, now)
    for (const each of acts) await model.act(each)
    expect(await model.answered()).toEqual(model.expected())
  })
})

test('statistics.read: the week begins on Sunday (Domingo), also for workers', async () => {
  app.clock.reset()
  const gym = await makeGym(app)
  const reply = await (await gym.as('gym_worker')).try('statistics.read')
  expect(Object.keys(reply.answer.week_attendances)).toEqual(week)
  const again = await gym.admin.try('statistics.read', { headers: { 'if-none-match': String(reply.headers.etag) } })
  expect(again.status).toBe(304)
})
