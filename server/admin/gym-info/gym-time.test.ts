// "Today" is the gym's local day to the second, in zones far ahead, far behind, with odd offsets and with summer time.
import { expect, test } from 'vitest'
import { makeClient, makeGym, makePayment, makePlan } from '../../testing/factories.ts'
import { startTestAppForFile } from '../../testing/test-app.ts'

const app = await startTestAppForFile({ SESSION_HOURS: '8760' })

/** Time zone, a day in it, and the instants at which this day begins and ends. */
const days = [
  ['America/Santo_Domingo', '2026-11-21', '2026-11-21T04:00:00Z', '2026-11-22T04:00:00Z'],
  ['Pacific/Kiritimati', '2026-11-21', '2026-11-20T10:00:00Z', '2026-11-21T10:00:00Z'],
  ['Asia/Kolkata', '2026-11-21', '2026-11-20T18:30:00Z', '2026-11-21T18:30:00Z'],
  ['America/New_York', '2026-03-08', '2026-03-08T05:00:00Z', '2026-03-09T04:00:00Z'],
  ['America/New_York', '2026-11-01', '2026-11-01T04:00:00Z', '2026-11-02T05:00:00Z'],
] as const

test.each(days)(
  "clients.read, attendances.list, payments.list: use the gym's day in %s on %s",
  async (timeZone, day, begins, ends) => {
    // Logs in the day before, so that no session begins in the future.
    app.clock.set(new Date(Date.parse(begins) - 86_400_000))
    const gym = await makeGym(app, { timeZone })
    const client = await makeClient(gym)
    const pass = await makePlan(gym, { duration_days: 1 })
    const at = (start: string, minutes: number) => new Date(Date.parse(start) + minutes * 60_000)
    const moments = [at(begins, -1), at(begins, 1), at(ends, -1), at(ends, 1)]
    const inside = [false, true, true, false]

    app.clock.set(at(begins, -60))
    const past = await makePayment(gym, { id_client: client.id, id_membership: pass.id, start_date: '2020-01-01' })
    await makePayment(gym, { id_client: client.id, id_membership: pass.id, start_date: day })
    const next = await makePayment(gym, { id_client: client.id, id_membership: pass.id, start_date: '2027-01-01' })
    for (const [index, moment] of moments.entries()) {
      app.clock.set(moment)
      const { membership } = await gym.admin.call('clients.read', { params: { id_client: client.id } })
      // Before and on its day the one-day plan is shown; after it, next year's plan.
      expect(membership?.start_date, `${timeZone} ${moment.toISOString()}`).toBe(
        index < 3 ? day : next.membership.start_date,
      )
      await gym.admin.call('attendances.create', { body: { id_client: client.id } })
      await gym.admin.call('payments.create', {
        body: { id_client: client.id, id_membership: pass.id, start_date: past.membership.start_date, overlap: true },
      })
    }
    const query = { start_date: day, end_date: day }
    const visits = (await gym.admin.call('attendances.list', { query })).items.map((item) => item.check_in)
    const paid = (await gym.admin.call('payments.list', { query })).items.map((item) => item.membership.payment_date)
    const expected = moments
      .filter((_, index) => inside[index])
      .map((moment) => moment.toISOString())
      .reverse()
    expect(visits, 'attendances').toEqual(expected)
    expect(paid, 'payments').toEqual(expected)
  },
)
