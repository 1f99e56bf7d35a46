// Interactions of undone attendances: forgotten names, repeats, departures, concurrent sales, deleted clients.
import { addYears, dayInZone, startOfDay } from '@torniquete/contract/shared/dates.ts'
import { expect, test } from 'vitest'
import { sweep } from '../../platform/jobs/housekeeping.ts'
import { FileStore } from '../../platform/storage/file-store.ts'
import { asOwner, waiting } from '../../testing/digest.ts'
import { app, gym, startDoorApp } from '../../testing/door-app.ts'
import { anonymousClient, makeClient, makePayment, makePlan } from '../../testing/factories.ts'

startDoorApp()

const note = async (id_client: number, check_in?: string) =>
  (await gym.admin.call('attendances.create', { body: { id_client, check_in: check_in ?? null } })).attendance_id
const undo = (id: number, reason = 'No era ella') =>
  gym.admin.try('attendances.undo', { params: { id }, body: { reason } })
const restore = (id: number) => gym.admin.try('attendances.restore', { params: { id } })
const undone = async () => (await gym.admin.call('attendances.undone')).items
const forgetAYear = () => gym.admin.call('gym-info.update', { body: { keep_attendances_years: 1, kept_before: null } })

/** Two years and some seconds ago; from now on it is now. */
function longAgo(seconds = 0): string {
  const zone = 'America/Santo_Domingo'
  const now = new Date()
  app.clock.set(now.toISOString())
  return new Date(startOfDay(zone, addYears(dayInZone(zone, now), -2)).getTime() + seconds * 1000).toISOString()
}

test.each([false, true])(
  'an anonymous visitor’s reason is forgotten with the names (counts again: %s)',
  async (again) => {
    const visit = await note((await anonymousClient(gym)).id, longAgo())
    await undo(visit, 'Era Ana Brújula, con su plan')
    if (again) await restore(visit)
    await forgetAYear()
    await sweep(app.database, new FileStore(app.dataDir), app.app.log)
    const told = await gym.admin.call('history.list', { query: { entity: 'attendances', entity_id: visit } })
    expect([(await undone()).map(({ reason }) => reason), told.items]).toEqual([again ? [] : [null], []])
  },
)

test('no reason is written beside the forgetting of its day', async () => {
  const visit = await note((await makeClient(gym)).id, longAgo())
  await forgetAYear()
  const answered = await asOwner(app, async (owner) => {
    await owner.query('begin')
    await owner.query(`select set_config('app.gym_id', '${gym.gym.id}', true)`)
    await owner.query("select forget_attendances(now() - interval '18 months', 500)")
    const asked = undo(visit, 'Era Ana Brújula')
    await expect.poll(() => waiting(owner, 'pg_advisory_xact_lock_shared')).toBe(1)
    await owner.query('commit')
    return asked
  })
  expect([answered.status, await undone()]).toEqual([409, []])
})

/** Visits used of five, and the day's number of visits. */
async function eachPass() {
  const plan = await makePlan(gym, { duration_days: 30 })
  const body = { pause_days: 0, pause_times: null, visits: 5, each_pass: true }
  await gym.admin.call('memberships.set-terms', { params: { id_membership: plan.id }, body })
  const { id } = await makeClient(gym)
  await makePayment(gym, { id_client: id, id_membership: plan.id, start_date: '2026-06-14' })
  const counted = async () => {
    const left = (await gym.admin.call('visits.left', { query: { ids: String(id) } }))[0]?.left ?? 0
    const { attendances } = await gym.admin.call('daily-report.read', { query: { day: '2026-06-15' } })
    return [5 - left, attendances]
  }
  return { id, counted }
}

test('whichever repeat is taken back, it was one visit, until all are', async () => {
  const { id, counted } = await eachPass()
  const visits = []
  for (const at of ['15:00:00', '15:00:40', '15:01:20', '15:02:00']) visits.push(await note(id, `2026-06-15T${at}Z`))
  const [first = 0, second = 0, third = 0, last = 0] = visits
  for (const each of [second, third, first]) {
    expect(await counted()).toEqual([1, 1])
    await undo(each)
  }
  expect(await counted()).toEqual([1, 1])
  await undo(last)
  expect(await counted()).toEqual([0, 0])
  await restore(third)
  expect(await counted()).toEqual([1, 1])
})

test('also over midnight, and once nobody knows any more who came', async () => {
  const { id, counted } = await eachPass()
  const noted = (at: string) => note(id, at)
  await noted('2026-06-15T03:58:50Z')
  const middle = await noted('2026-06-15T03:59:30Z')
  await noted('2026-06-15T04:00:10Z')
  await undo(middle)
  expect(await counted()).toEqual([1, 0])

  const { id: other } = await makeClient(gym)
  await note(other, longAgo(0))
  const link = await note(other, longAgo(40))
  await note(other, longAgo(80))
  await undo(link)
  const day = dayInZone('America/Santo_Domingo', new Date(longAgo()))
  const of = async () => (await gym.admin.call('daily-report.read', { query: { day } })).attendances
  expect(await of()).toBe(1)
  await forgetAYear()
  await sweep(app.database, new FileStore(app.dataDir), app.app.log)
  expect(await of()).toBe(1)
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

test('an anonymous mark is taken back beside an anonymous sale', async () => {
  const nobody = await anonymousClient(gym)
  const visit = await note(nobody.id)
  await asOwner(app, async (owner) => {
    await owner.query('begin')
    await owner.query(`select from clients where id = ${nobody.id} for share`)
    // A sale that is under way: whoever waits for it fails.
    expect((await undo(visit)).status).toBe(200)
    await owner.query('rollback')
  })
})

test('attendance: one of a deleted client cannot be restored', async () => {
  const { id } = await makeClient(gym)
  const visit = await note(id)
  await undo(visit)
  await gym.admin.call('clients.delete', { params: { id_client: id } })
  const { status, answer } = await restore(visit)
  expect([status, answer]).toEqual([
    409,
    { detail: 'Ese cliente está eliminado: restáuralo antes de volver a contar su asistencia.' },
  ])
  expect(await undone()).toHaveLength(1)
})
