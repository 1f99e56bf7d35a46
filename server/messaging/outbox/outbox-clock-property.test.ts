// Random events of gyms in several zones, with a clock that jumps and two servers: the messages sent must equal those
// of a simple model.
import { addDays, parseInstant, toLocalDay, toLocalTime } from '@torniquete/contract/shared/dates.ts'
import fc from 'fast-check'
import { afterAll, expect, test } from 'vitest'
import { logInAs } from '../../testing/api-caller.ts'
import { checkProperty, propertyTimeoutMs } from '../../testing/check-property.ts'
import {
  logInMaster,
  makeClient,
  makeGym,
  makePayment,
  makePlan,
  type TestGym,
  testPassword,
} from '../../testing/factories.ts'
import { makeFakeMessengers, TestMessageSender } from '../../testing/fake-channels.ts'
import { startSecondServer } from '../../testing/second-server.ts'
import { startTestAppForFile } from '../../testing/test-app.ts'

const app = await startTestAppForFile({ SESSION_HOURS: '8760' })
const other = await startSecondServer(app)
afterAll(async () => {
  await other.close()
})

const clients = 3
const hour = 3_600_000
const times = ['00:10:00', '08:59:59', '09:00:00', '15:00:00', '19:59:59', '20:00:00', '21:30:00'] as const
const client = fc.nat(clients - 1)
const constant = fc.constant
const paying = { client, days: fc.integer({ min: 1, max: 6 }), start: fc.integer({ min: -1, max: 2 }) }
const days = fc.uniqueArray(fc.integer({ min: 1, max: 4 }), { maxLength: 3 })
const act = fc.oneof(
  { weight: 4, arbitrary: fc.record({ kind: constant('clock'), at: fc.constantFrom(...times) }) },
  { weight: 3, arbitrary: fc.record({ kind: constant('wait'), hours: fc.double({ min: 0.1, max: 30, noNaN: true }) }) },
  { weight: 1, arbitrary: fc.record({ kind: constant('wait'), hours: fc.integer({ min: 30, max: 150 }) }) },
  { weight: 3, arbitrary: fc.record({ kind: constant('pay'), ...paying }) },
  { weight: 1, arbitrary: fc.record({ kind: constant('void'), which: fc.nat() }) },
  { weight: 1, arbitrary: fc.record({ kind: constant('toggle'), client }) },
  { weight: 1, arbitrary: fc.record({ kind: constant('delete'), client }) },
  { weight: 1, arbitrary: fc.record({ kind: constant('days'), days }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constantFrom('messages', 'report', 'gym', 'restart') }) },
  { weight: 1, arbitrary: fc.record({ kind: constant('hour'), hour: fc.nat(23) }) },
)
type Act = typeof act extends fc.Arbitrary<infer T> ? T : never
const life = fc.record({
  zone: fc.constantFrom(
    'America/Santo_Domingo',
    'America/New_York',
    'Pacific/Kiritimati',
    'Europe/Madrid',
    'America/Santiago',
  ),
  // Some starts are shortly before a day on which the clocks of these zones change.
  start: fc.constantFrom(
    '2026-11-20T15:00:00Z',
    '2026-10-31T20:00:00Z',
    '2026-03-07T12:00:00Z',
    '2026-10-24T08:00:00Z',
    '2026-04-03T22:00:00Z',
  ),
  acts: fc.array(act, { minLength: 10, maxLength: 40 }),
})

/** Returns the next instant at which the zone's clocks show a time. */
function nextTime(zone: string, time: string): Date {
  const now = app.clock.now()
  const today = toLocalDay(zone, now)
  const [soon, later] = [today, addDays(today, 1)].map((day) => parseInstant(zone, `${day}T${time}`))
  return (soon && soon > now ? soon : later) ?? now
}

interface Paid {
  id: number
  client: number
  end: string
  sold: string
  voided: boolean
}

/** A gym in the test server together with its model. */
class Model {
  readonly #zone: string
  #gym: TestGym
  readonly #ids: number[]
  readonly #plans: Map<number, number>
  readonly #paid: Paid[] = []
  readonly #inactive = new Set<number>()
  readonly #deleted = new Set<number>()
  #days = [1, 3]
  #messages = true
  #report = true
  #open = true
  #hour = 8
  /** Time of the last change of the setting; reports due before it are not sent. */
  #setAt = app.clock.now()
  readonly #told = new Set<string>()
  /** Keys of all messages that were due so far, whether sent or not. */
  readonly expected: string[] = []

  private constructor(zone: string, gym: TestGym, ids: number[], plans: Map<number, number>) {
    this.#zone = zone
    this.#gym = gym
    this.#ids = ids
    this.#plans = plans
  }

  static async make(zone: string): Promise<Model> {
    const gym = await makeGym(app, { timeZone: zone })
    const ids = []
    for (let at = 0; at < clients; at++)
      ids.push((await makeClient(gym, { name: `C${at}`, phone_number: `809-555-010${at}` })).id)
    const plans = new Map<number, number>()
    for (let days = 1; days <= 6; days++) plans.set(days, (await makePlan(gym, { duration_days: days })).id)
    const body = {
      message_before_expiration: '{nombre} antes {vencimiento}',
      message_day_expiration: '{nombre} hoy {vencimiento}',
    }
    await gym.admin.call('notification-config.update', {
      body: { ...body, days_before_expiration: [1, 3], isActive: true },
    })
    // The number has its country code, since the gym's zone may be in any country.
    await gym.admin.call('report-schedule.update', {
      body: { report_time: 8, report_phone_number: '+18095550199', isActive: true },
    })
    const model = new Model(zone, gym, ids, plans)
    for (const id of ids)
      await gym.admin.call('clients.update', { params: { id_client: id }, body: { phone_number: '+18095550101' } })
    return model
  }

  get gym(): number {
    return this.#gym.gym.id
  }
  #today = () => toLocalDay(this.#zone, app.clock.now())

  async act(each: Act): Promise<void> {
    const { admin } = this.#gym
    if (each.kind === 'pay' && 'days' in each && 'client' in each) {
      if (this.#deleted.has(each.client)) return
      const start = addDays(this.#today(), each.start)
      const ids = { id_client: this.#ids[each.client] ?? 0, id_membership: this.#plans.get(each.days) ?? 0 }
      const { id } = await makePayment(this.#gym, { ...ids, start_date: start })
      this.#paid.push({ id, client: each.client, end: addDays(start, each.days), sold: this.#today(), voided: false })
    } else if (each.kind === 'void' && 'which' in each) {
      const chosen = this.#paid.filter(({ voided }) => !voided)[each.which % 4]
      if (!chosen) return
      chosen.voided = true
      await admin.call('payments.void', { params: { id: chosen.id }, body: { reason: 'x' } })
    } else if (each.kind === 'toggle' && 'client' in each) {
      if (this.#deleted.has(each.client)) return
      if (!this.#inactive.delete(each.client)) this.#inactive.add(each.client)
      const body = { is_active: !this.#inactive.has(each.client) }
      await admin.call('clients.update', { params: { id_client: this.#ids[each.client] ?? 0 }, body })
    } else if (each.kind === 'delete' && 'client' in each) {
      if (this.#deleted.has(each.client)) return
      this.#deleted.add(each.client)
      await admin.call('clients.delete', { params: { id_client: this.#ids[each.client] ?? 0 } })
    } else if (each.kind === 'days' && 'days' in each) {
      this.#days = each.days
      await admin.call('notification-config.update', { body: { days_before_expiration: each.days } })
    } else if (each.kind === 'messages') {
      this.#messages = !this.#messages
      await admin.call('notification-config.update', { body: { isActive: this.#messages } })
    } else if (each.kind === 'report') {
      this.#report = !this.#report
      if (this.#report) this.#setAt = app.clock.now()
      await admin.call('report-schedule.update', { body: { isActive: this.#report } })
    } else if (each.kind === 'hour' && 'hour' in each) {
      if (this.#hour !== each.hour) this.#setAt = app.clock.now()
      this.#hour = each.hour
      await admin.call('report-schedule.update', { body: { report_time: each.hour } })
    } else if (each.kind === 'gym') {
      this.#open = !this.#open
      await (await logInMaster(app)).call('gyms.update', { params: { id: this.gym }, body: { is_active: this.#open } })
      // Deactivating the gym ended all sessions, so the admin logs in again.
      if (this.#open) this.#gym = { ...this.#gym, admin: await logInAs(app.app, this.#gym.gym.username, testPassword) }
    }
  }

  /** True if the gym is active. */
  get open(): boolean {
    return this.#open
  }

  /** Adds the messages that are due now to the expected ones. */
  look(): void {
    if (!this.#open) return
    const now = app.clock.now()
    const clock = Number(toLocalTime(this.#zone, now).slice(11, 13))
    if (this.#messages && clock >= 9 && clock < 20)
      for (const ruleDay of [addDays(this.#today(), -1), this.#today()])
        for (let client = 0; client < clients; client++) this.#tell(client, ruleDay)
    if (this.#report)
      for (let back = -2; back <= 1; back++) {
        const day = addDays(this.#today(), back)
        const at = parseInstant(
          this.#zone,
          `${this.#hour < 12 ? addDays(day, 1) : day}T${String(this.#hour).padStart(2, '0')}:00:00`,
        )
        const late = now.getTime() - at.getTime()
        if (at >= this.#setAt && late >= 0 && late < 24 * hour) this.#once(`informe ${day}`)
      }
  }

  #tell(client: number, ruleDay: string): void {
    if (this.#inactive.has(client) || this.#deleted.has(client)) return
    const standing = this.#paid.filter((each) => each.client === client && !each.voided)
    const end = standing
      .map((each) => each.end)
      .sort()
      .at(-1)
    if (!end) return
    const last = addDays(end, -1)
    if (!standing.some((each) => each.end === end && each.sold <= ruleDay)) return
    const before = this.#days.some((count) => addDays(last, -count) === ruleDay)
    if (before) this.#once(`C${client} antes ${last} ${ruleDay}`)
    if (last === ruleDay) this.#once(`C${client} hoy ${last} ${ruleDay}`)
  }

  #once(message: string): void {
    if (this.#told.has(message)) return
    this.#told.add(message)
    this.expected.push(message)
  }

  async sent(): Promise<string[]> {
    const { rows } = await app.database.read({ gym: this.gym, user: null }, async (tx) => ({
      rows: await tx.many<{ message: string }>({
        text: `select case when kind = 'daily_report' then 'informe ' || rule_day
                 else c.name || case kind when 'day_expiration' then ' hoy ' else ' antes ' end || last_day || ' ' || rule_day end as message
               from outbox o left join clients c on c.gym_id = o.gym_id and c.id = o.id_client where o.gym_id = $1 and o.state = 'sent'`,
        values: [this.gym],
      }),
    }))
    return rows.map(({ message }) => message)
  }
}

test('outbox: sends each due message and report exactly once, within its hours', {
  timeout: propertyTimeoutMs,
}, async () => {
  await checkProperty(life, { numRuns: 12 }, async ({ zone, start, acts }) => {
    app.clock.set(start)
    const model = await Model.make(zone)
    const channels = makeFakeMessengers(app)
    for (let client = 0; client < clients; client++)
      await model.act({ kind: 'pay', client, days: client + 2, start: 0 })
    let servers = [new TestMessageSender(app, channels), new TestMessageSender(other, channels)]
    for (const each of acts) {
      if (each.kind === 'wait' || each.kind === 'clock') {
        if ('hours' in each) app.clock.advance(Math.round(each.hours * hour))
        else if ('at' in each) app.clock.set(nextTime(zone, each.at))
        await Promise.all(servers.map((server) => server.plan(model.gym)))
        await Promise.all(servers.map((server) => server.send()))
        model.look()
        expect((await model.sent()).sort()).toEqual([...model.expected].sort())
      } else if (each.kind === 'restart')
        servers = [new TestMessageSender(other, channels), new TestMessageSender(app, channels)]
      else if (model.open || each.kind === 'gym') await model.act(each)
    }
    // Each message is handed over once, so none is sent twice. Messages left by earlier runs are filtered out.
    const handed = channels.whatsapp.sent.map(({ key }) => key).filter((key) => key.startsWith(`${model.gym}-`))
    expect(handed).toHaveLength(model.expected.length)
    expect(new Set(handed).size).toBe(model.expected.length)
  })
})
