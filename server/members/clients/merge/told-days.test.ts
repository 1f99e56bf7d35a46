// Days already told and paid stay, whatever is merged.
import { expect, test } from 'vitest'
import { logInAs } from '../../../testing/api.ts'
import { asOwner, waiting } from '../../../testing/digest.ts'
import { makeClient, makePayment, makePlan, makeUser, password } from '../../../testing/factories.ts'
import { ana, app, gym, merge, pair, read, shown, startMergeApp, twin, undo } from '../../../testing/merge-app.ts'
import { idOf } from '../../../testing/world.ts'

startMergeApp()

const told = (days: string[]) =>
  Promise.all(
    days.map(async (day) => {
      const { new_memberships, renewed_memberships, expired_memberships } = await gym.admin.call('daily-report.read', {
        query: { day },
      })
      return [new_memberships, renewed_memberships, expired_memberships]
    }),
  )

/** Sells plans of 30 days to the given clients on the given days. */
async function sold(purchases: readonly (readonly [{ id: number }, string])[]) {
  const { id: id_membership } = await makePlan(gym)
  for (const [client, start_date] of purchases) {
    app.clock.set(`${start_date}T16:00:00Z`)
    await makePayment(gym, { id_client: client.id, id_membership, start_date })
  }
}

test('merge: reports of past days stay, later ones count one person', async () => {
  const luz = await makeClient(gym, { name: 'Luz' })
  await sold([
    [ana, '2026-07-01'],
    [twin, '2026-07-15'],
    [luz, '2026-07-20'],
  ])
  const days = ['2026-07-01', '2026-07-15', '2026-07-20', '2026-07-31', '2026-08-14', '2026-08-19']
  app.clock.set('2026-08-25T16:00:00Z')
  const before = await told(days)
  expect(before).toEqual([
    [1, 0, 0],
    [1, 0, 0],
    [1, 0, 0],
    [0, 0, 1],
    [0, 0, 1],
    [0, 0, 1],
  ])
  await merge()
  expect(await told(days)).toEqual(before)
  // Into a third, a day later.
  app.clock.set('2026-08-26T16:00:00Z')
  const { id } = await merge([], pair(luz, ana))
  expect(await told(days)).toEqual(before)
  // From here on there is one, who renews.
  await sold([[luz, '2026-08-27']])
  expect(await told(['2026-08-27', '2026-09-26'])).toEqual([
    [0, 1, 0],
    [0, 0, 1],
  ])
  app.clock.set('2026-08-27T15:00:00Z')
  expect((await undo(id)).status).toBe(200)
  expect(await told([...days, '2026-08-27'])).toEqual([...before, [0, 1, 0]])
})

test('merge: a merge undone within a day stays in that day’s report', async () => {
  await sold([
    [ana, '2026-07-01'],
    [twin, '2026-07-05'],
  ])
  app.clock.set('2026-07-31T22:00:00Z')
  const { id } = await merge()
  app.clock.set('2026-08-01T05:00:00Z')
  // The twin's days went on for her.
  const during = await told(['2026-07-31', '2026-07-05'])
  expect(during).toEqual([
    [0, 0, 0],
    [1, 0, 0],
  ])
  expect((await undo(id)).status).toBe(200)
  expect(await told(['2026-07-31', '2026-07-05'])).toEqual(during)
  app.clock.set('2026-08-05T05:00:00Z')
  expect(await told(['2026-08-04'])).toEqual([[0, 0, 1]])
})

test('merge: a concurrent void takes back only its document', async () => {
  const partner = await logInAs(app.app, (await makeUser(gym, 'gym_super_admin')).username, password)
  const plan = await makePlan(gym)
  const anas = await makePayment(gym, { id_client: ana.id, id_membership: plan.id, start_date: '2026-06-15' })
  // The remaining days.
  await makePayment(gym, { id_client: twin.id, id_membership: plan.id, start_date: '2026-07-01' })
  const { digest } = await shown()
  await asOwner(app, async (owner) => {
    await owner.query('begin')
    // The point where the merge checks its right for the last time.
    await owner.query(`select pg_advisory_xact_lock(standing_key(${gym.gym.id}, ${idOf(gym.admin)}::bigint))`)
    const merging = gym.admin.try('clients.merge', { params: pair(), body: { confirm: digest, take: [] } })
    await expect.poll(() => waiting(owner)).toBe(1)
    const voiding = partner.try('payments.void', { params: { id: anas.id }, body: { reason: 'Doble' } })
    await expect.poll(() => waiting(owner)).toBe(2)
    await owner.query('commit')
    expect((await Promise.all([merging, voiding])).map(({ status }) => status)).toEqual([201, 200])
  })
  expect(await read(ana)).toMatchObject({ paid_until: '2026-07-31', membership: { start_date: '2026-07-01' } })
})
