// An attendance noted by mistake can be taken back: it stays with user and reason, but counts for nothing, also if a
// terminal reports it again.
import { addYears, getDayStart, toLocalDay } from '@torniquete/contract/shared/dates.ts'
import { expect, test } from 'vitest'
import { runRetentionSweep } from '../../platform/jobs/housekeeping.ts'
import { FolderImageStore } from '../../platform/storage/file-store.ts'
import { app, gym, port, startDoorApp } from '../../testing/door-app.ts'
import { makeClient, makeDevice, makePayment, makePlanWithTerms, readAnonymousClient } from '../../testing/factories.ts'
import { formatReply } from '../../testing/front-desk.ts'
import {
  exchangeBytes,
  makeRegisteredTerminal,
  makeRequestBytes,
  waitUntilInSync,
} from '../../testing/simulated-terminals.ts'

startDoorApp()

const note = async (id_client: number, check_in?: string) =>
  (await gym.admin.call('attendances.create', { body: { id_client, check_in: check_in ?? null } })).attendance_id
const undo = (id: number, reason = 'No era ella') =>
  gym.admin.call('attendances.undo', { params: { id }, body: { reason } })
const restore = (id: number) => gym.admin.call('attendances.restore', { params: { id } })
const listed = async () => (await gym.admin.call('attendances.list')).items.map(({ client_name }) => client_name)
const visitsLeft = async (id_client: number) =>
  (await gym.admin.call('clients.read', { params: { id_client } })).status.visits?.left
const listByHand = async (caller: Pick<typeof gym.admin, 'call'>) => {
  const { items } = await caller.call('attendances.list', { query: { include_status: true } })
  return items.filter(({ status }) => status?.by_hand).map(({ attendance_id }) => attendance_id)
}
const undone = async () => (await gym.admin.call('attendances.undone')).items
const send = (sn: string, ...lines: string[]) =>
  exchangeBytes(port, makeRequestBytes('POST', `/iclock/cdata?SN=${sn}&table=ATTLOG&Stamp=1`, lines.join('\n')))

test('attendance: its creator can take it back, and user, time and reason are kept', async () => {
  const worker = await gym.as('gym_worker')
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
  expect(await listByHand(worker)).toContain(id)
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
  // Taking back the attendance a second time changes nothing, and no exit can be noted for it.
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

test("attendance: only admins take back a terminal's pass, and a later report does not revive it", async () => {
  const device = await makeDevice(gym)
  const ana = await makeClient(gym, { name: 'Ana' })
  const line = `${ana.id_zkteco}\t2026-06-15 11:59:00\t0\t15`
  await send(device.sn, line)
  const [visit] = (await gym.admin.call('attendances.list')).items
  const id = visit?.attendance_id ?? 0
  const worker = await gym.as('gym_worker')
  const refused = await worker.try('attendances.undo', { params: { id }, body: { reason: 'x' } })
  expect(formatReply(refused)).toBe('403 Es un paso por el dispositivo: solo un administrador puede anularlo.')
  expect(await listByHand(worker)).not.toContain(id)
  expect(await undo(id)).toMatchObject({ passed: true })
  expect((await worker.try('attendances.restore', { params: { id } })).status).toBe(403)
  for (let time = 0; time < 2; time += 1) await send(device.sn, line)
  expect([await listed(), (await undone()).length]).toEqual([[], 1])
  // The repeated report is also ignored after the PIN's client was deleted.
  await gym.admin.call('clients.delete', { params: { id_client: ana.id } })
  await send(device.sn, line)
  expect(await listed()).toEqual([])
  const { items } = await gym.admin.call('notifications.list')
  // Only one notification exists, because taking back the entry deleted the entry's own notification.
  expect(items).toHaveLength(1)
})

test('attendance: the next entry after an attendance was taken back raises a notification', async () => {
  const device = await makeDevice(gym)
  const ana = await makeClient(gym, { name: 'Ana' })
  await undo(await note(ana.id))
  await send(device.sn, `${ana.id_zkteco}\t2026-06-15 12:00:05\t0\t15`)
  expect(await listed()).toEqual(['Ana'])
  const { items } = await gym.admin.call('notifications.list')
  expect(items).toHaveLength(2)
})

test('attendance: a visit that is taken back no longer counts, and the door opens again', async () => {
  const { terminal } = await makeRegisteredTerminal(gym, port, {}, { now: () => app.clock.now() })
  const plan = await makePlanWithTerms(gym, { visits: 2 })
  const ana = await makeClient(gym)
  const body = { id_client: ana.id, id_membership: plan.id, start_date: '2026-06-14' }
  await gym.admin.call('payments.create', { body })
  const left = () => visitsLeft(ana.id)
  const until = async () => (await gym.admin.call('clients.read', { params: { id_client: ana.id } })).paid_until
  const verify = async () => (await gym.admin.call('door.read-user', { params: { pin: ana.id_zkteco ?? 0 } })).verify
  await waitUntilInSync(terminal)
  const first = await note(ana.id, '2026-06-14T16:00:00Z')
  expect(await left()).toBe(1)
  await note(ana.id)
  expect(await left()).toBe(0)
  const over = await until()
  await waitUntilInSync(terminal)
  await undo(first)
  expect([await left(), await until(), await verify()]).toEqual([1, '2026-07-14', 0])
  await waitUntilInSync(terminal)
  expect(terminal.punch(String(ana.id_zkteco)).opened).toBe(true)
  await restore(first)
  expect([await left(), await until()]).toEqual([0, over])
})

/** Sets the clock to the present, and returns a time two years earlier. */
function longAgo(): string {
  const zone = 'America/Santo_Domingo'
  app.clock.set(new Date())
  const day = addYears(toLocalDay(zone, app.clock.now()), -2)
  return new Date(getDayStart(zone, day).getTime() + 3_600_000).toISOString()
}
async function forgetNames() {
  await gym.admin.call('gym-info.update', { body: { keep_attendances_years: 1, kept_before: null } })
  await runRetentionSweep(app.database, new FolderImageStore(app.dataDir), app.app.log)
}

test('attendance: once its name has expired it cannot be taken back, and its reason is deleted', async () => {
  const { id } = await makeClient(gym, { name: 'Ana' })
  const [gone, kept] = [await note(id, longAgo()), await note(id, longAgo())]
  await undo(gone, 'No era Ana')
  await forgetNames()
  const [told] = await undone()
  expect([told?.client_name === 'Ana', told?.reason]).toEqual([false, null])
  for (const [call, which] of [
    ['attendances.undo', kept],
    ['attendances.restore', gone],
  ] as const) {
    const reply = await gym.admin.try(call, { params: { id: which }, body: { reason: 'x' } })
    expect(formatReply(reply)).toBe('409 El gimnasio ya no conserva quién vino ese día.')
  }
})

test.each([false, true])(
  'attendance: the undo reason about an anonymous visitor expires with names (restored: %s)',
  async (restored) => {
    const visit = await note((await readAnonymousClient(gym)).id, longAgo())
    await undo(visit, 'Era Ana Brújula, con su plan')
    if (restored) await restore(visit)
    await forgetNames()
    const told = await gym.admin.call('history.list', { query: { entity: 'attendances', entity_id: visit } })
    expect([(await undone()).map(({ reason }) => reason), told.items]).toEqual([restored ? [] : [null], []])
  },
)

test('pause: allowed on a day whose only visit was taken back', async () => {
  const plan = await makePlanWithTerms(gym, { pause_days: 20 })
  const { id } = await makeClient(gym)
  await makePayment(gym, { id_client: id, id_membership: plan.id, start_date: '2026-06-01' })
  const came = await note(id)
  const body = { start_date: '2026-06-15', reason: 'Viaje' }
  const pause = async () => (await gym.admin.try('pauses.create', { params: { id_client: id }, body })).status
  expect(await pause()).toBe(409)
  await undo(came)
  expect(await pause()).toBe(201)
})

test('attendance: of repeats within minutes one visit counts until all are taken back', async () => {
  const plan = await makePlanWithTerms(gym, { visits: 5, each_pass: true })
  const { id } = await makeClient(gym)
  await makePayment(gym, { id_client: id, id_membership: plan.id, start_date: '2026-06-14' })
  const counted = async () => {
    const left = (await visitsLeft(id)) ?? 0
    const { attendances } = await gym.admin.call('daily-report.read', { query: { day: '2026-06-15' } })
    return [5 - left, attendances]
  }
  const visits = []
  for (const at of ['15:00:00', '15:00:40', '15:01:20']) visits.push(await note(id, `2026-06-15T${at}Z`))
  const [first = 0, second = 0, last = 0] = visits
  for (const each of [second, first]) {
    await undo(each)
    expect(await counted()).toEqual([1, 1])
  }
  await undo(last)
  expect(await counted()).toEqual([0, 0])
  await restore(second)
  expect(await counted()).toEqual([1, 1])
})

test('attendance: taking back a wrong exit puts the person inside again', async () => {
  const { id } = await makeClient(gym, { name: 'Ana' })
  await note(id, '2026-06-15T15:00:00Z')
  const wrong = await note(id, '2026-06-15T15:30:00Z')
  await gym.admin.call('inside.leave', { body: { id_attendance: wrong } })
  const inside = async () => (await gym.admin.call('inside.list')).items.map(({ name }) => name)
  expect(await inside()).toEqual([])
  await undo(wrong)
  expect(await inside()).toEqual(['Ana'])
})

test('attendance of a deleted client: cannot be restored after it was taken back', async () => {
  const { id } = await makeClient(gym)
  const visit = await note(id)
  await undo(visit)
  await gym.admin.call('clients.delete', { params: { id_client: id } })
  expect(formatReply(await gym.admin.try('attendances.restore', { params: { id: visit } }))).toBe(
    '409 Ese cliente está eliminado: restáuralo antes de volver a contar su asistencia.',
  )
  expect(await undone()).toHaveLength(1)
})
