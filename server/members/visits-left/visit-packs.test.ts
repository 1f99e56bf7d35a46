// Visit packs: the visits left are always computed from the attendances, however late these arrive.
import { beforeEach, expect, test } from 'vitest'
import { makeClient, makeGym, makePlan, makePlanWithTerms, type TestGym } from '../../testing/factories.ts'
import { startTestAppForFile } from '../../testing/test-app.ts'
import { makeMerge } from '../../testing/two-gyms.ts'

let gym: TestGym
let client: Awaited<ReturnType<typeof makeClient>>
const app = await startTestAppForFile({ SESSION_HOURS: '8760' })
beforeEach(async () => {
  app.clock.set('2026-03-20T16:00:00Z')
  gym = await makeGym(app)
  client = await makeClient(gym)
})

const pack = async (visits: number | null, each_pass = false, pause_days = 0) =>
  (await makePlanWithTerms(gym, { visits, each_pass, pause_days })).id
const sell = (id_membership: number, start_date: string, id_client = client.id) =>
  gym.admin.call('payments.create', {
    body: { id_client, id_membership, start_date, overlap: true },
  })
const came = (at: string, id_client = client.id) =>
  gym.admin.call('attendances.create', { body: { id_client, check_in: at } })
const left = async (id = client.id) => {
  const { visits } = (await read(id)).status
  return visits && `${visits.left} of ${visits.of}`
}
const read = (id = client.id) => gym.admin.call('clients.read', { params: { id_client: id } })
const verify = async () => (await gym.admin.call('door.read-user', { params: { pin: client.id_zkteco ?? 0 } })).verify

test('visit pack by days: it ends after the day of the last visit, and the next plan begins', async () => {
  await sell(await pack(2), '2026-03-18')
  expect(await left()).toBe('2 of 2')
  await came('2026-03-18T12:00:00Z')
  await came('2026-03-18T20:00:00Z')
  expect([await left(), (await read()).paid_until]).toEqual(['1 of 2', '2026-04-17'])
  await came('2026-03-20T12:00:00Z')
  expect([await left(), (await read()).paid_until, await verify()]).toEqual(['0 of 2', '2026-03-21', 0])
  // Further entries on the day of a counted visit use no other visit.
  await came('2026-03-20T15:00:00Z')
  expect(await left()).toBe('0 of 2')
  app.clock.set('2026-03-21T16:00:00Z')
  expect([await left(), await verify()]).toEqual(['0 of 2', 3])
  const { active_memberships, expired_memberships } = await gym.admin.call('statistics.read')
  expect([active_memberships, expired_memberships]).toEqual([0, 1])
  await sell(await pack(3), '2026-03-21')
  expect([await left(), await verify()]).toEqual(['3 of 3', 0])
})

test('visit pack by passes: the last pass ends the right, repeats within a minute count once', async () => {
  await sell(await pack(3, true), '2026-03-18')
  await came('2026-03-20T12:00:00Z')
  await came('2026-03-20T12:00:40Z')
  expect(await left()).toBe('2 of 3')
  await came('2026-03-20T13:00:00Z')
  expect([await left(), await verify()]).toEqual(['1 of 3', 0])
  await came('2026-03-20T14:00:00Z')
  expect([await left(), await verify(), (await read()).paid_until]).toEqual(['0 of 3', 3, '2026-03-20'])
})

test('visit pack: used up on the day of its sale, it ends that day and can be sold again', async () => {
  const plan = await pack(1, true)
  await sell(plan, '2026-03-20')
  const used = await came('2026-03-20T15:59:00Z')
  expect(used.expire_membership).toBe('2026-04-19')
  const { membership, paid_until } = await read()
  expect([membership?.start_date, membership?.expire_membership, paid_until]).toEqual([
    '2026-03-20',
    '2026-03-21',
    '2026-03-20',
  ])
  expect([await left(), await verify()]).toEqual(['0 of 1', 3])
  const again = await came('2026-03-20T16:30:00Z')
  expect(again.expire_membership).toBe('2026-03-21')
  const { status } = await gym.admin.try('payments.create', {
    body: { id_client: client.id, id_membership: await pack(2, true), start_date: '2026-03-20' },
  })
  expect([status, await left(), await verify()]).toEqual([201, '1 of 2', 0])
})

test('visit pack: late passes count on their own day, and voids return no visit to another pack', async () => {
  const first = await sell(await pack(2), '2026-03-01')
  await sell(await pack(2), '2026-03-11')
  await came('2026-03-12T12:00:00Z')
  // Both packs are valid that day; the visit uses the one that ends first.
  expect(await left()).toBe('3 of 4')
  await came('2026-03-19T12:00:00Z')
  expect(await left()).toBe('2 of 2')
  await came('2026-03-05T12:00:00Z')
  expect(await left()).toBe('1 of 2')
  await gym.admin.call('payments.void', { params: { id: first.id }, body: { reason: 'Error' } })
  expect([await left(), (await read()).paid_until]).toEqual(['0 of 2', '2026-03-20'])
})

test('visit pack: days covered by an unlimited plan or a pause use no visit', async () => {
  const counted = await pack(5, false, 10)
  await sell(counted, '2026-03-01')
  await sell(await pack(null), '2026-03-01')
  await came('2026-03-03T12:00:00Z')
  expect(await left()).toBeNull()
  const other = await makeClient(gym)
  await sell(counted, '2026-03-01', other.id)
  await gym.admin.call('memberships.set-terms', {
    params: { id_membership: counted },
    body: { pause_days: 10, pause_times: null, visits: 9, each_pass: false },
  })
  await gym.admin.call('pauses.create', {
    params: { id_client: other.id },
    body: { start_date: '2026-03-05', end_date: '2026-03-08', reason: 'Viaje' },
  })
  await came('2026-03-06T12:00:00Z', other.id)
  expect(await left(other.id)).toBe('5 of 5')
  await came('2026-03-04T12:00:00Z', other.id)
  expect(await left(other.id)).toBe('4 of 5')
})

test('visit pack: a merged client has used the visits of both clients', async () => {
  await sell(await pack(3), '2026-03-10')
  const twin = await makeClient(gym)
  await came('2026-03-12T12:00:00Z')
  await came('2026-03-13T12:00:00Z', twin.id)
  expect([await left(), await left(twin.id)]).toEqual(['2 of 3', null])
  const id_merge = await makeMerge(gym.admin, client.id, twin.id)
  expect(await left()).toBe('1 of 3')
  await gym.admin.call('clients.undo-merge', { params: { id_merge } })
  expect(await left()).toBe('2 of 3')
})

test('visit pack: an unlimited plan sold over days of used visits gives these visits back', async () => {
  await sell(await pack(2), '2026-03-15')
  await came('2026-03-16T15:00:00Z')
  await came('2026-03-18T15:00:00Z')
  expect(await left()).toBe('0 of 2')
  const { id } = await makePlan(gym, { duration_days: 3 })
  await sell(id, '2026-03-18')
  app.clock.set('2026-03-25T16:00:00Z')
  expect([await left(), await verify()]).toEqual(['1 of 2', 0])
})
