// Tests that a membership continues after a pause: at the door, in the figures and in messages.
import { randomUUID } from 'node:crypto'
import { beforeEach, expect, test } from 'vitest'
import { sql } from '../platform/db/sql.ts'
import { makeClient, makeGym, makePlan, type TestGym } from '../testing/factories.ts'
import { startTestAppForFile } from '../testing/test-app.ts'
import { selectDesiredUsers, type UserRecord } from './desired-state.ts'

let gym: TestGym
let plan: { id: number }
let client: Awaited<ReturnType<typeof makeClient>>
const app = await startTestAppForFile({ SESSION_HOURS: '8760' })
beforeEach(async () => {
  on('2026-03-10')
  gym = await makeGym(app)
  plan = await makePlan(gym, { duration_days: 30 })
  await terms({ pause_days: 40, pause_times: 3 })
  client = await makeClient(gym)
})

let today = ''
/** Sets the clock to noon in Santo Domingo. */
function on(day: string) {
  today = day
  app.clock.set(`${day}T16:00:00Z`)
}
const terms = (body: { pause_days: number; pause_times: number | null }) =>
  gym.admin.call('memberships.set-terms', {
    params: { id_membership: plan.id },
    body: { ...body, visits: null, each_pass: false },
  })
const sell = (start_date: string, more: object = {}) =>
  gym.admin.try('payments.create', {
    body: { id_client: client.id, id_membership: plan.id, start_date, ...more },
    headers: { 'idempotency-key': randomUUID() },
  })
const params = () => ({ id_client: client.id })
const pause = (start_date: string, end_date: string | null, caller = gym.admin) =>
  caller.try('pauses.create', { params: params(), body: { start_date, end_date, reason: 'Viaje' } })
const read = () => gym.admin.call('clients.read', { params: params() })
const covers = async () => {
  const { membership, paid_until } = await read()
  return [membership?.start_date, membership?.expire_membership, paid_until]
}
const figures = async () => {
  const { active_memberships, expired_memberships } = await gym.admin.call('statistics.read')
  return { active_memberships, expired_memberships }
}
/** Returns the days of the client's record at a terminal (`record`, `ahead`), or 'no' if blocked. */
const atDoor = () =>
  app.database.read({ gym: gym.gym.id, user: null }, async (tx) => {
    const row = await tx.one<{ record: UserRecord; ahead: UserRecord }>(
      sql`select to_jsonb(record) as record, to_jsonb(ahead) as ahead from (${selectDesiredUsers(gym.gym.id, today, client.id_zkteco ?? 0)}) w`,
    )
    const of = (record: UserRecord) => (record.verify === 0 ? `${record.valid_from}…${record.valid_until}` : 'no')
    return [of(row.record), of(row.ahead)]
  })

test('pause: extends the membership by its days at the door and in figures', async () => {
  await sell('2026-03-01')
  expect(await atDoor()).toEqual(['2026-03-01…2026-03-30', '2026-03-01…2026-03-30'])
  const made = await pause('2026-03-15', '2026-03-19')
  expect([made.status, made.answer]).toMatchObject([
    201,
    { start_date: '2026-03-15', resume_date: '2026-03-20', open: false, reason: 'Viaje' },
  ])
  expect(await covers()).toEqual(['2026-03-01', '2026-04-05', '2026-04-05'])
  // Before a pause, terminals have the day before it as the last day.
  expect(await atDoor()).toEqual(['2026-03-01…2026-03-14', '2026-03-01…2026-03-14'])
  expect(await figures()).toEqual({ active_memberships: 1, expired_memberships: 0 })
  on('2026-03-15')
  // A paused client is blocked in `ahead` too, since a pause takes effect at once.
  expect(await atDoor()).toEqual(['no', 'no'])
  expect(await figures()).toEqual({ active_memberships: 0, expired_memberships: 0 })
  const shown = async () => {
    const { items } = await gym.admin.call('clients.list', { query: { include_status: true } })
    return items.find(({ id }) => id === client.id)?.status?.pause
  }
  expect(await shown()).toEqual({ start_date: '2026-03-15', resume_date: '2026-03-20', open: false })
  on('2026-03-20')
  expect(await atDoor()).toEqual(['2026-03-20…2026-04-04', '2026-03-20…2026-04-04'])
  expect(await shown()).toBeNull()
  expect(await figures()).toEqual({ active_memberships: 1, expired_memberships: 0 })
  on('2026-04-05')
  expect(await atDoor()).toEqual(['no', 'no'])
  expect(await figures()).toEqual({ active_memberships: 0, expired_memberships: 1 })
})

test('pause: ending it early takes back the days that remain, and all days if it began today', async () => {
  await sell('2026-03-01')
  const { answer } = await pause('2026-03-11', null)
  expect(answer).toMatchObject({ open: true, resume_date: '2026-04-20' })
  on('2026-03-16')
  expect((await sell('2026-05-10')).status).toBe(201)
  expect((await gym.admin.try('pauses.end', { params: { id_pause: answer.id } })).status).toBe(200)
  expect(await covers()).toEqual(['2026-03-01', '2026-04-05', '2026-05-05'])
  const today = await pause('2026-03-16', '2026-03-20')
  expect(await atDoor()).toEqual(['no', 'no'])
  await gym.admin.call('pauses.end', { params: { id_pause: today.answer.id } })
  expect(await covers()).toEqual(['2026-03-01', '2026-04-05', '2026-05-05'])
  await gym.admin.call('pauses.undo', { params: { id_pause: answer.id } })
  expect(await covers()).toEqual(['2026-03-01', '2026-03-31', '2026-04-30'])
  const told = await gym.admin.call('history.list', { query: { entity: 'clients', id: client.id } })
  expect(told.items.flatMap(({ changes }) => changes.map(({ field, after }) => [field, after])).slice(0, 4)).toEqual([
    ['unpaused', 'del 11/03/2026 al 15/03/2026'],
    ['unpaused', 'del 16/03/2026 al 20/03/2026'],
    ['paused', 'del 16/03/2026 al 20/03/2026: Viaje'],
    ['resumed', 'del 11/03/2026 al 15/03/2026'],
  ])
})

test('pause: limited by the plan’s days and number per calendar year', async () => {
  await sell('2026-03-01')
  await sell('2026-03-31')
  await terms({ pause_days: 0, pause_times: null })
  const refused = async (start: string, end: string | null) => {
    const { status, answer } = await pause(start, end)
    return [status, (answer as unknown as { detail: string }).detail]
  }
  expect(await refused('2026-03-12', '2026-03-13')).toEqual([
    409,
    'Su plan no permite pausas: se permiten en Membresías, al editar el plan.',
  ])
  await terms({ pause_days: 10, pause_times: 2 })
  expect(await refused('2026-03-12', '2026-03-22')).toEqual([
    409,
    'Su plan permite 10 días de pausa al año: le quedan 10.',
  ])
  expect((await pause('2026-03-12', '2026-03-17')).status).toBe(201)
  expect((await gym.admin.call('pauses.of-client', { params: params() })).allowance).toEqual({ days: 4, times: 1 })
  expect(await refused('2026-03-16', '2026-03-18')).toEqual([
    409,
    'Ya hay una pausa en esos días: del 12/03/2026 al 17/03/2026.',
  ])
  expect((await pause('2026-03-18', '2026-03-18')).status).toBe(201)
  expect(await refused('2026-04-18', '2026-04-18')).toEqual([409, 'Su plan permite 2 pausas al año, y ya las tuvo.'])
  expect(await refused('2026-09-18', '2026-09-18')).toEqual([409, 'No hay ninguna membresía pagada el 18/09/2026.'])
})

test('pause: cannot include a day with a visit, and workers cannot choose past days', async () => {
  await sell('2026-03-01')
  const worker = await gym.as('gym_worker')
  expect((await pause('2026-03-05', '2026-03-12', worker)).status).toBe(409)
  await gym.admin.call('attendances.create', { body: { id_client: client.id, check_in: '2026-03-08T12:00:00Z' } })
  expect((await pause('2026-03-05', '2026-03-12')).answer).toEqual({
    detail: 'Asistió el 08/03/2026: la pausa tiene que empezar después.',
  })
  expect((await pause('2026-03-09', '2026-03-12')).status).toBe(201)
  expect(await atDoor()).toEqual(['no', 'no'])
  // No membership may begin during the pause.
  expect((await sell('2026-03-11', { overlap: true })).answer).toEqual({
    detail: 'El cliente está en pausa ese día. Termina la pausa o elige otro inicio.',
  })
})

test('pause: of several concurrent requests only one succeeds', async () => {
  await sell('2026-03-01')
  const replies = await Promise.all(Array.from({ length: 3 }, () => pause('2026-03-12', '2026-03-14')))
  expect(replies.map(({ status }) => status).sort()).toEqual([201, 409, 409])
  expect((await read()).paid_until).toBe('2026-04-03')
})
