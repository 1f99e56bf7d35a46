// Retention of attendances: after some years their client's name is removed.
import type { GymInfo } from '@torniquete/contract/admin/gym-info.ts'
import { addDays, addYears, getDayStart, toLocalDay, toLocalTime } from '@torniquete/contract/shared/dates.ts'
import { expect, test } from 'vitest'
import { recordPasses } from '../../door/record-passes.ts'
import { queryAsOwner, runAsTableOwner } from '../../testing/database-digest.ts'
import { makeClient, makeGym, makePayment, makePlan, type TestGym } from '../../testing/factories.ts'
import { formatReply } from '../../testing/front-desk.ts'
import { startTestAppForFile } from '../../testing/test-app.ts'
import { makeDoorOpening } from '../../testing/two-gyms.ts'
import { sql } from '../db/sql.ts'
import { FolderImageStore } from '../storage/file-store.ts'
import { runRetentionSweep } from './housekeeping.ts'

const app = await startTestAppForFile()

/** A zone without summer time in which midnight is hours away, because retention uses the database's current date. */
const zone = ((hour) => (hour >= 3 && hour < 21 ? 'America/Santo_Domingo' : 'Asia/Tokyo'))(
  Number(toLocalTime('America/Santo_Domingo', new Date()).slice(11, 13)),
)
const sweepAll = () => runRetentionSweep(app.database, new FolderImageStore(app.dataDir), app.app.log)
const ask = <Row extends object>(text: string) => queryAsOwner<Row>(app, text).then(({ rows }) => rows)
type Years = GymInfo['keep_attendances_years']
/** Like the settings screen, sends the present retention along with a shorter one. */
const keep = async ({ admin }: TestGym, years: Years) => {
  const { keep_attendances_years: kept_before } = await admin.call('gym-info.read')
  return admin.call('gym-info.update', { body: { keep_attendances_years: years, kept_before } })
}
/** Returns the first day whose attendances keep their names. */
const firstKept = (years: number, at = zone) => addYears(toLocalDay(at, new Date()), -years)
const after = (day: string, seconds: number, at = zone) => new Date(getDayStart(at, day).getTime() + seconds * 1000)
const note = ({ admin }: TestGym, id_client: number, checkIn: Date) =>
  admin.try('attendances.create', { body: { id_client, check_in: checkIn.toISOString() } })
const pass = ({ gym }: TestGym, pin: number | null, times: string[]) =>
  app.database.write({ gym: gym.id, user: null }, (tx) =>
    recordPasses(
      tx,
      { gym: gym.id, id: 0, sn: `T${gym.id}`, zone, now: new Date(), scattered: false },
      times.map((time) => ({ pin: String(pin), time, raw: '', leaves: null })),
    ),
  )
const anonymousOf = async ({ admin }: TestGym) =>
  (await admin.call('clients.search', { params: { name: 'Cliente Anónimo' } }))[0]?.id ?? 0
const listOf = async ({ admin }: TestGym, day: string) =>
  (await admin.call('attendances.list', { query: { start_date: day, end_date: day, size_page: 1000 } })).items
const rowsOf = ({ gym }: TestGym) => ask(`select * from attendances where gym_id = ${gym.id} order by id`)
const namesOf = async (gym: TestGym, day: string) => (await listOf(gym, day)).map(({ client_name }) => client_name)

let pins = 5000
/** Makes a client with a given PIN, which also assigns earlier passes with that PIN. */
const makeMember = (gym: TestGym, name: string) => makeClient(gym, { name, id_zkteco: ++pins })

/** Makes attendances of all kinds on each day: by terminal, by hand, and of the anonymous client. */
async function makeVisits(days: string[]) {
  const gym = await makeGym(app, { timeZone: zone })
  const [ana, luis] = [await makeMember(gym, 'Ana'), await makeMember(gym, 'Luis')]
  const plan = await makePlan(gym, { duration_days: 800 })
  for (const { id } of [ana, luis])
    await makePayment(gym, { id_client: id, id_membership: plan.id, start_date: firstKept(2) })
  for (const day of days) {
    await pass(gym, ana.id_zkteco, [`${day} 08:00:00`, `${day} 08:00:20`, `${day} 18:30:00`])
    await note(gym, luis.id, after(day, 0))
    await note(gym, await anonymousOf(gym), after(day, 86_399.999))
  }
  return { gym, ana, luis }
}

const figures = ({ admin }: TestGym, days: string[]) =>
  Promise.all(
    days.map(async (day) => [
      await admin.call('daily-report.read', { query: { day } }),
      (await admin.call('attendances.list', { query: { start_date: day, end_date: day } })).total,
    ]),
  )

test('attendance retention: removes names from old attendances, and sums stay the same', async () => {
  const first = firstKept(1)
  const [oldest, last] = [addDays(first, -40), addDays(first, -1)]
  const days = [oldest, last, first, addDays(first, 30)]
  const [{ gym }, { gym: other }] = [await makeVisits(days), await makeVisits(days)]
  const [rows, others, told] = [await rowsOf(gym), await rowsOf(other), await figures(gym, days)]
  await sweepAll()
  expect(await rowsOf(gym), 'kept for ever where nothing was said').toEqual(rows)
  await keep(gym, 1)
  await keep(other, 2)
  const young = await Promise.all(days.slice(2).map((day) => listOf(gym, day)))
  await sweepAll()
  expect(await figures(gym, days)).toEqual(told)
  for (const day of [oldest, last]) {
    const items = await listOf(gym, day)
    expect(new Set(items.map(({ client_name }) => client_name))).toEqual(new Set(['Cliente Anónimo']))
    expect(items.every((item) => item.membership_name === null && item.expire_membership === null)).toBe(true)
  }
  expect(await Promise.all(days.slice(2).map((day) => listOf(gym, day)))).toEqual(young)
  expect(young.flat().filter(({ client_name }) => client_name === 'Ana')).toHaveLength(6)
  expect(await ask(`select pin from attendances where gym_id = ${gym.gym.id} and pin is not null`)).toHaveLength(6)
  expect(await rowsOf(other)).toEqual(others)
  const swept = await rowsOf(gym)
  await sweepAll()
  expect(await rowsOf(gym)).toEqual(swept)
  const { items } = await gym.admin.call('history.list', { query: { entity: 'gym_info', size_page: 1 } })
  expect(items[0]?.changes).toEqual([{ field: 'keep_attendances_years', before: null, after: 1 }])
})

test.each(['Pacific/Kiritimati', 'America/Santo_Domingo'])(
  'attendance retention: the first kept day begins at midnight in %s',
  async (timeZone) => {
    let gym: TestGym
    let first: string
    // Repeated if the date changed during the test.
    do {
      gym = await makeGym(app, { timeZone })
      const ana = await makeMember(gym, 'Ana')
      first = firstKept(1, timeZone)
      for (const seconds of [-0.001, 0]) await note(gym, ana.id, after(first, seconds, timeZone))
      await keep(gym, 1)
      await sweepAll()
    } while (first !== firstKept(1, timeZone))
    expect([await namesOf(gym, addDays(first, -1)), await namesOf(gym, first)]).toEqual([['Cliente Anónimo'], ['Ana']])
  },
)

test('attendance retention: resent records and a longer setting do not restore names', async () => {
  const old = addDays(firstKept(1), -3)
  const { gym, ana, luis } = await makeVisits([old])
  await keep(gym, 1)
  await sweepAll()
  const rows = await rowsOf(gym)
  for (const years of [1, 10, null] as const) {
    await keep(gym, years)
    await pass(gym, ana.id_zkteco, [`${old} 08:00:00`, `${old} 18:30:00`, `${old} 19:00:00`])
    const refused = await note(gym, luis.id, after(old, 60))
    expect([refused.status, refused.text]).toEqual([422, expect.stringContaining('ya no conserva quién vino ese día')])
    await sweepAll()
    expect(await rowsOf(gym)).toEqual(rows)
  }
  expect((await note(gym, await anonymousOf(gym), after(old, 60))).status).toBe(201)
  const young = firstKept(1)
  await pass(gym, ana.id_zkteco, [`${young} 08:00:00`])
  expect(await namesOf(gym, young)).toEqual(['Ana'])
})

test('attendance retention: removes names from history, and reasons from old door openings', async () => {
  const old = addDays(firstKept(1), -3)
  const { gym } = await makeVisits([old, firstKept(1)])
  const own = gym.gym.id
  const [payment] = (await gym.admin.call('payments.list')).items
  const openings = [await makeDoorOpening(gym, gym.admin), await makeDoorOpening(gym, gym.admin)]
  for (const id of openings)
    for (const reason of ['Entró Luis', 'Entró Ana'])
      await gym.admin.call('door.explain', { params: { id }, body: { reason } })
  await runAsTableOwner(app, async (client) => {
    await client.query("select set_config('app.gym_id', $1, false)", [String(own)])
    // Simulates a correction that an administrator made in the database.
    await client.query("update attendances set membership_name = 'Otra' where gym_id = $1", [own])
    for (const [index, day] of [old, firstKept(1)].entries())
      await client.query('update door_acts set asked_at = $3, id_payment = $4 where gym_id = $1 and id = $2', [
        own,
        openings[index],
        after(day, 60),
        payment?.id,
      ])
  })
  const recorded = () => ask(`select 1 from history where gym_id = ${own} and entity = 'attendances'`)
  expect(await recorded()).toHaveLength(10)
  await keep(gym, 1)
  await sweepAll()
  // Newer attendances keep their names, and openings for visitors without a client keep their reasons.
  expect(await recorded()).toHaveLength(5)
  const acts = await ask(`select id_user, reason, id_payment from door_acts where gym_id = ${own} order by asked_at`)
  expect(acts).toEqual([
    { id_user: expect.any(Number), reason: null, id_payment: null },
    { id_user: expect.any(Number), reason: 'Entró Ana', id_payment: payment?.id },
  ])
  const said = await ask(`select distinct entity_id from history where gym_id = ${own} and entity = 'door_acts'`)
  expect(said).toEqual([{ entity_id: openings[1] }])
  const late = await gym.admin.try('door.explain', { params: { id: openings[0] ?? 0 }, body: { reason: 'Entró Ana' } })
  expect(formatReply(late)).toBe('409 El gimnasio ya no conserva quién vino ese día.')
})

const named = async ({ gym }: TestGym) =>
  (
    await ask<{ count: number }>(
      `select count(*)::integer as count from attendances a join clients c on c.gym_id = a.gym_id and c.id = a.id_client
       where a.gym_id = ${gym.id} and not c.is_anonymous`,
    )
  )[0]?.count

/** Makes attendances of 2020, one second apart. */
async function makeManyVisits(count: number): Promise<TestGym> {
  const gym = await makeGym(app, { timeZone: zone })
  const { id } = await makeMember(gym, 'Luz')
  await queryAsOwner(
    app,
    `insert into attendances (gym_id, id_client, check_in)
       select $1, $2, '2020-01-01'::timestamptz + make_interval(secs => n) from generate_series(1, $3) n`,
    [gym.gym.id, id, count],
  )
  await keep(gym, 5)
  return gym
}

test("attendance retention: the server's role cannot remove more than the gym's setting allows", async () => {
  const gym = await makeManyVisits(3)
  const inGym = (statement: ReturnType<typeof sql>) =>
    app.database.write({ gym: gym.gym.id, user: null }, (tx) => tx.many(statement))
  const asked = (before: Date) => inGym(sql`select anonymize_attendances(${before}::timestamptz, 500) as more`)
  const own = gym.gym.id
  await queryAsOwner(app, 'update attendances set check_in = $2 where gym_id = $1', [own, after(firstKept(5), 1)])
  // These times are within kept days, so nothing is removed.
  for (const before of [new Date(), after(firstKept(5), 2), after(firstKept(5), 86_000)])
    expect(await asked(before)).toEqual([{ more: false }])
  expect(await inGym(sql`select from attendances_forgotten where gym_id = ${own}`)).toEqual([])
  await keep(gym, null)
  expect(await inGym(sql`select anonymize_attendances(now() - interval '6 years', 500) as more`)).toEqual([
    { more: false },
  ])
  expect(await named(gym)).toBe(3)
  for (const change of [
    sql`update attendances set membership_name = 'x' where gym_id = ${own}`,
    sql`delete from attendances where gym_id = ${own}`,
  ])
    await expect(inGym(change)).rejects.toThrow(/permission denied/)
  await expect(inGym(sql`insert into attendances_forgotten values (${gym.gym.id}, now())`)).rejects.toThrow(
    /permission denied/,
  )
})

test('gym-info.update: a shorter retention is refused unless the body names the present one', async () => {
  const gym = await makeGym(app, { timeZone: zone })
  const set = async (body: { keep_attendances_years: Years; kept_before?: Years }) => {
    const { status, text } = await gym.admin.try('gym-info.update', { body })
    return status === 200 ? status : [status, JSON.parse(text).detail]
  }
  const told = (now: string) => [
    409,
    `El gimnasio conserva ahora quién vino ${now}. Confirma que quieres conservarlo menos tiempo.`,
  ]
  expect(await set({ keep_attendances_years: 3 })).toEqual(told('para siempre'))
  expect(await set({ keep_attendances_years: 3, kept_before: 2 })).toEqual(told('para siempre'))
  expect(await set({ keep_attendances_years: 3, kept_before: null })).toBe(200)
  expect(await set({ keep_attendances_years: 1, kept_before: null })).toEqual(told('por 3 años'))
  expect(await set({ keep_attendances_years: 5 })).toBe(200)
  expect(await set({ keep_attendances_years: null })).toBe(200)
})
