// A gym that reminds its clients three days before their membership ends, and on the last day.
import type { OutboxMessage } from '@torniquete/contract/messaging/outbox.ts'
import { addDays, toLocalTime } from '@torniquete/contract/shared/dates.ts'
import { runAsTableOwner } from './database-digest.ts'
import { makeClient, makeGym, makePayment, makePlan, type TestGym } from './factories.ts'
import { type FakeMessenger, makeFakeMessengers, TestMessageSender } from './fake-channels.ts'
import type { TestApp } from './test-app.ts'

/** The tests' date in the gym's time zone, and 10:00 of that day. */
export const testDay = '2026-11-20'
export const testMorning = `${testDay}T14:00:00Z`

/** Start date for a thirty-day membership that ends on a day. */
export const makeStartDateForLastDay = (day: string) => ({ start_date: addDays(day, -29) })

export class ReminderGym {
  readonly app: TestApp
  readonly gym: TestGym
  readonly whatsapp: FakeMessenger
  readonly email: FakeMessenger
  postman: TestMessageSender
  private constructor(app: TestApp, gym: TestGym) {
    this.app = app
    this.gym = gym
    ;({ whatsapp: this.whatsapp, email: this.email } = makeFakeMessengers(app))
    this.postman = new TestMessageSender(app, this)
  }

  static async make(app: TestApp): Promise<ReminderGym> {
    app.clock.set('2026-11-01T14:00:00Z')
    const gym = await makeGym(app)
    await gym.admin.call('notification-config.update', {
      body: {
        message_before_expiration:
          'Hola {nombre}: tu {membresia} vence en {dias} días, el {vencimiento}. {gimnasio} {otra}',
        message_day_expiration: 'Hola {nombre}, tu membresía vence hoy',
        days_before_expiration: [3],
        isActive: true,
      },
    })
    return new ReminderGym(app, gym)
  }

  readonly member = async (last: string, fields: object = { phone_number: '809-555-0101' }) => {
    const plan = await makePlan(this.gym)
    const client = await makeClient(this.gym, fields)
    const ids = { id_client: client.id, id_membership: plan.id }
    const payment = await makePayment(this.gym, { ...ids, ...makeStartDateForLastDay(last) })
    return { client, plan, payment }
  }

  /** Messages in the outbox, newest first. */
  readonly messages = async (query: Record<string, string | number> = {}): Promise<OutboxMessage[]> =>
    (await this.gym.admin.call('outbox.list', { query: { size_page: 1000, ...query } })).items

  readonly states = async () => (await this.messages()).map(({ state, reason }) => [state, reason])

  /** Plans messages and runs due jobs at an instant. */
  readonly round = async (at: string) => {
    this.app.clock.set(at)
    await this.postman.plan(this.gym.gym.id)
    await this.postman.send()
  }
}

/** Returns a time zone in which it is daytime now, for tests that use the real clock. */
export function findDaytimeZone(): string {
  const zones = [
    'America/Santo_Domingo',
    'Europe/Madrid',
    'Asia/Kolkata',
    'Asia/Tokyo',
    'Pacific/Auckland',
    'Pacific/Honolulu',
  ]
  const hourIn = (zone: string) => Number(toLocalTime(zone, new Date()).slice(11, 13))
  return zones.find((zone) => hourIn(zone) >= 9 && hourIn(zone) < 19) ?? 'America/Santo_Domingo'
}

/** Inserts clients directly into the tables, with a membership whose last valid day is the given one. */
export async function insertClientsWithLastDay(
  { app, gym }: { app: TestApp; gym: TestGym },
  day: string,
  count: number,
): Promise<void> {
  const plan = await makePlan(gym)
  const [user] = await gym.admin.call('users.list')
  await runAsTableOwner(app, async (owner) => {
    await owner.query(`select set_config('app.gym_id', $1, false)`, [String(gym.gym.id)])
    await owner.query(
      `with made as (insert into clients (gym_id, name, phone_number, email)
         select $1, 'Cliente ' || n, '+1 809-555-' || lpad((n % 10000)::text, 4, '0'), 'c' || n || '@example.com' from generate_series(1, $2::int) n returning id)
       insert into membership_payments (gym_id, id_client, id_user, id_membership, name, price, duration_days, start_date, payment_date)
       select $1, id, $3, $4, 'Mensual', 10, 30, $5::date - 29, $5::date - 29 from made`,
      [gym.gym.id, count, user?.id, plan.id, day],
    )
  })
}
