// Attendances noted by mistake are taken back: they stay with user and reason, and count for nothing, also when
// reported again.
import { addYears, dayInZone, startOfDay } from '@torniquete/contract/shared/dates.ts'
import { expect, test } from 'vitest'
import { sweep } from '../../platform/jobs/housekeeping.ts'
import { FileStore } from '../../platform/storage/file-store.ts'
import { logInAs } from '../../testing/api.ts'
import { app, gym, port, startDoorApp } from '../../testing/door-app.ts'
import { makeClient, makeDevice, makeGym, makePlan, makeUser, password } from '../../testing/factories.ts'
import { exchange, makeTerminal, requestText, settle } from '../../testing/terminals.ts'

startDoorApp()

const note = async (id_client: number, check_in?: string) =>
  (await gym.admin.call('attendances.create', { body: { id_client, check_in: check_in ?? null } })).attendance_id
const undo = (id: number, reason = 'No era ella') =>
  gym.admin.call('attendances.undo', { params: { id }, body: { reason } })
const restore = (id: number) => gym.admin.call('attendances.restore', { params: { id } })
const listed = async () => (await gym.admin.call('attendances.list')).items.map(({ client_name }) => client_name)
const undone = async () => (await gym.admin.call('attendances.undone')).items
const send = (sn: string, ...lines: string[]) =>
  exchange(port, requestText('POST', `/iclock/cdata?SN=${sn}&table=ATTLOG&Stamp=1`, lines.join('\n')))
const asWorker = async () => {
  const { username } = await makeUser(gym, 'gym_worker')
  return logInAs(app.app, username, password)
}

test('attendance: is taken back by its creator, counts nowhere, and keeps who, when and why', async () => {
  const worker = await asWorker()
  const [ana, luis] = [await makeClient(gym, { name: 'Ana' }), await makeClient(gym, { name: 'Luis' })]
  const id = await note(ana.id)
  await note(luis.id)
  const figures = async () => {
    const { today_attendances, week_attendances } = await gym.admin.call('statistics.read')
    const { attendances } = await gym.admin.call('daily-report.read', { query: { day: '2026-06-15' } })
    const { inside, items } = await gym.admin.call('inside.list')
    return [today_attendances, week_attendances.Lunes, attendances, inside, items.map(({ name }) => name).sort()]
  }
  expect(await figures()).toEqual([2, 2, 2, 2, ['Ana', 'Luis']])
  app.clock.set('2026-06-15T16:03:00Z')
  expect(await worker.call('attendances.noted')).toContain(id)
  const told = await worker.call('attendances.undo', { params: { id }, body: { reason: 'No era ella' } })
  expect(told).toEqual({
    id,
    id_client: ana.id,
    client_name: 'Ana',
    check_in: '2026-06-15T16:00:00.000Z',
    passed: false,
    undone_at: '2026-06-15T16:03:00.000Z',
    undone_by: expect.any(String),
    reason: 'No era ella',
  })
  expect(await figures()).toEqual([1, 1, 1, 1, ['Luis']])
  expect(await listed()).toEqual(['Luis'])
  expect(await undone()).toEqual([told])
  // Neither said twice, nor noted as left.
  app.clock.set('2026-06-15T16:04:00Z')
  expect(await undo(id, 'Otro motivo')).toEqual(told)
  expect((await gym.admin.try('inside.leave', { body: { id_attendance: id } })).status).toBe(404)
  const { items } = await gym.admin.call('history.list', { query: { entity: 'attendances', entity_id: id } })
  expect(
    items.map(({ user, changes }) => [user?.name, changes.find((each) => each.field === 'undone_reason')?.after]),
  ).toEqual([[told.undone_by, 'No era ella']])

  expect(await restore(id)).toMatchObject({ attendance_id: id, client_name: 'Ana' })
  expect(await figures()).toEqual([2, 2, 2, 2, ['Ana', 'Luis']])
  expect(await undone()).toEqual([])
})

test('a list that is polled, and who is inside, follow at once', async () => {
  const { id } = await makeClient(gym)
  const visit = await note(id)
  const poll = async (tag: string) => {
    const reply = await gym.admin.try('attendances.list', { headers: { 'if-none-match': tag } })
    return [reply.status, String(reply.headers.etag ?? tag)] as const
  }
  const [, before] = await poll('')
  expect((await poll(before))[0]).toBe(304)
  await undo(visit)
  const [status, after] = await poll(before)
  expect(status).toBe(200)
  expect((await poll(after))[0]).toBe(304)
  await restore(visit)
  expect((await poll(after))[0]).toBe(200)
})

test('attendance: only admins take back a terminal’s pass, and a repeat does not revive it', async () => {
  const device = await makeDevice(gym)
  const ana = await makeClient(gym, { name: 'Ana' })
  const line = `${ana.id_zkteco}\t2026-06-15 11:59:00\t0\t15`
  await send(device.sn, line)
  const [visit] = (await gym.admin.call('attendances.list')).items
  const id = visit?.attendance_id ?? 0
  const worker = await asWorker()
  const refused = await worker.try('attendances.undo', { params: { id }, body: { reason: 'x' } })
  expect([refused.status, refused.answer]).toEqual([
    403,
    { detail: 'Es un paso por el dispositivo: solo un administrador puede anularlo.' },
  ])
  expect((await worker.call('attendances.noted')).includes(id)).toBe(false)
  expect(await undo(id)).toMatchObject({ passed: true })
  expect((await worker.try('attendances.restore', { params: { id } })).status).toBe(403)
  for (let time = 0; time < 2; time += 1) await send(device.sn, line)
  expect([await listed(), (await undone()).length]).toEqual([[], 1])
  // Nor as of a number that is nobody's by then.
  await gym.admin.call('clients.delete', { params: { id_client: ana.id } })
  await send(device.sn, line)
  expect(await listed()).toEqual([])
  const { items } = await gym.admin.call('notifications.list')
  // The notification is gone.
  expect(items).toHaveLength(1)
})

test('attendance: an entry after a taken-back one raises a notification', async () => {
  const device = await makeDevice(gym)
  const ana = await makeClient(gym, { name: 'Ana' })
  await undo(await note(ana.id))
  await send(device.sn, `${ana.id_zkteco}\t2026-06-15 12:00:05\t0\t15`)
  expect(await listed()).toEqual(['Ana'])
  const { items } = await gym.admin.call('notifications.list')
  expect(items).toHaveLength(2)
})

test.each([false, true])('the visit comes back, and the door opens again (each pass: %s)', async (each_pass) => {
  const { terminal } = await makeTerminal(gym, port, {}, { now: () => app.clock.now() })
  const plan = await makePlan(gym, { duration_days: 30 })
  await gym.admin.call('memberships.set-terms', {
    params: { id_membership: plan.id },
    body: { pause_days: 0, pause_times: null, visits: 2, each_pass },
  })
  const ana = await makeClient(gym)
  const body = { id_client: ana.id, id_membership: plan.id, start_date: '2026-06-14' }
  await gym.admin.call('payments.create', { body })
  const left = async () => (await gym.admin.call('visits.left', { query: { ids: String(ana.id) } }))[0]?.left
  const until = async () => (await gym.admin.call('clients.read', { params: { id_client: ana.id } })).paid_until
  const verify = async () => (await gym.admin.call('door.read-user', { params: { pin: ana.id_zkteco ?? 0 } })).verify
  await settle(terminal)
  const first = await note(ana.id, '2026-06-14T16:00:00Z')
  expect(await left()).toBe(1)
  await note(ana.id)
  expect(await left()).toBe(0)
  const over = await until()
  await settle(terminal)
  await undo(first)
  expect([await left(), await until(), await verify()]).toEqual([1, '2026-07-14', 0])
  await settle(terminal)
  expect(terminal.punch(String(ana.id_zkteco)).opened).toBe(true)
  await restore(first)
  expect([await left(), await until()]).toEqual([0, over])
})

test('attendance: without a name it can neither be taken back nor get a reason', async () => {
  const zone = 'America/Santo_Domingo'
  const now = new Date()
  app.clock.set(now.toISOString())
  const { id } = await makeClient(gym, { name: 'Ana' })
  const long = (hour: number) =>
    new Date(startOfDay(zone, addYears(dayInZone(zone, now), -2)).getTime() + hour * 3_600_000).toISOString()
  const [gone, kept] = [await note(id, long(1)), await note(id, long(3))]
  await undo(gone, 'No era Ana')
  await gym.admin.call('gym-info.update', { body: { keep_attendances_years: 1, kept_before: null } })
  await sweep(app.database, new FileStore(app.dataDir), app.app.log)
  const [told] = await undone()
  expect([told?.client_name === 'Ana', told?.reason]).toEqual([false, null])
  for (const [call, which] of [
    ['attendances.undo', kept],
    ['attendances.restore', gone],
  ] as const) {
    const { status, answer } = await gym.admin.try(call, { params: { id: which }, body: { reason: 'x' } })
    expect([status, answer]).toEqual([409, { detail: 'El gimnasio ya no conserva quién vino ese día.' }])
  }
})

test('nothing of another gym, and no pause is kept from a day on which nobody came', async () => {
  const other = await makeGym(app)
  const { id } = await makeClient(gym)
  const visit = await note(id)
  for (const call of ['attendances.undo', 'attendances.restore'] as const)
    expect((await other.admin.try(call, { params: { id: visit }, body: { reason: 'x' } })).status).toBe(404)
  expect((await other.admin.call('attendances.undone')).items).toEqual([])
  const plan = await makePlan(gym, { duration_days: 30 })
  await gym.admin.call('memberships.set-terms', {
    params: { id_membership: plan.id },
    body: { pause_days: 20, pause_times: null, visits: null, each_pass: false },
  })
  const { id: member } = await makeClient(gym)
  const body = { id_client: member, id_membership: plan.id, start_date: '2026-06-01' }
  await gym.admin.call('payments.create', { body })
  const came = await note(member)
  const pause = () =>
    gym.admin.try('pauses.create', {
      params: { id_client: member },
      body: { start_date: '2026-06-15', reason: 'Viaje' },
    })
  expect((await pause()).status).toBe(409)
  await undo(came)
  expect((await pause()).status).toBe(201)
})
