// A merge does not change figures of past days or paid time.
import { expect, test } from 'vitest'
import {
  ana,
  app,
  gym,
  makePairParams,
  merge,
  startMergeApp,
  twin,
  undoMerge,
} from '../../../testing/client-merge-app.ts'
import { makeClient, makePayment, makePlan } from '../../../testing/factories.ts'

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

/** Sells 30-day plans, given as pairs of client and start date, on the start dates. */
async function sold(purchases: readonly (readonly [{ id: number }, string])[]) {
  const { id: id_membership } = await makePlan(gym)
  for (const [client, start_date] of purchases) {
    app.clock.set(`${start_date}T16:00:00Z`)
    await makePayment(gym, { id_client: client.id, id_membership, start_date })
  }
}

test('merge: reports of past days stay unchanged, later ones count one person', async () => {
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
  // A day later, Ana is merged into a third client, Luz.
  app.clock.set('2026-08-26T16:00:00Z')
  const { id } = await merge([], makePairParams(luz, ana))
  expect(await told(days)).toEqual(before)
  // From this day on only the client Luz exists, who renews.
  await sold([[luz, '2026-08-27']])
  expect(await told(['2026-08-27', '2026-09-26'])).toEqual([
    [0, 1, 0],
    [0, 0, 1],
  ])
  app.clock.set('2026-08-27T15:00:00Z')
  expect((await undoMerge(id)).status).toBe(200)
  expect(await told([...days, '2026-08-27'])).toEqual([...before, [0, 1, 0]])
})
