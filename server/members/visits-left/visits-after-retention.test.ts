// Used visits stay used after the names of attendances expire, so that an old visit pack does not become valid again.
import { addDays, addYears, getDayStart, toLocalDay } from '@torniquete/contract/shared/dates.ts'
import { expect, test } from 'vitest'
import { runRetentionSweep } from '../../platform/jobs/housekeeping.ts'
import { FolderImageStore } from '../../platform/storage/file-store.ts'
import { makeClient, makeGym, makePlanWithTerms } from '../../testing/factories.ts'
import { startTestAppForFile } from '../../testing/test-app.ts'

const app = await startTestAppForFile()

const zone = 'America/Santo_Domingo'

test.each([false, true])('visit pack: used visits stay used after names expire (each pass: %s)', async (each_pass) => {
  const gym = await makeGym(app, { timeZone: zone })
  const client = await makeClient(gym)
  const today = toLocalDay(zone, new Date())
  const kept = addYears(today, -1)
  const { id } = await makePlanWithTerms(gym, { visits: 3, each_pass }, { duration_days: 3650 })
  const sell = (start_date: string) =>
    gym.admin.call('payments.create', {
      body: { id_client: client.id, id_membership: id, start_date, overlap: true },
    })
  const came = (day: string) =>
    gym.admin.call('attendances.create', {
      body: { id_client: client.id, check_in: new Date(getDayStart(zone, day).getTime() + 3_600_000).toISOString() },
    })
  const told = async () => {
    const { paid_until, status } = await gym.admin.call('clients.read', { params: { id_client: client.id } })
    return [status.visits?.left, status.visits?.of, paid_until]
  }
  const after = (day: string) => (each_pass ? day : addDays(day, 1))
  await sell(addDays(kept, -90))
  for (const day of [-60, -50, -40]) await came(addDays(kept, day))
  const over = after(addDays(kept, -40))
  expect(await told()).toEqual([0, 3, over])
  await sell(addDays(kept, -30))
  for (const day of [-20, -10]) await came(addDays(kept, day))
  expect(await told()).toEqual([1, 3, addDays(kept, 3620)])

  await gym.admin.call('gym-info.update', { body: { keep_attendances_years: 1, kept_before: null } })
  await runRetentionSweep(app.database, new FolderImageStore(app.dataDir), app.app.log)
  const paid = async () => (await gym.admin.call('clients.paid', { params: { id_client: client.id } })).length
  expect([...(await told()), await paid()]).toEqual([1, 3, addDays(kept, 3620), 2])
  // A used-up pack stays used up after the next visit, and after another payment and its void.
  const last = addDays(today, -1)
  await came(last)
  expect(await told()).toEqual([0, 3, after(last)])
  const { id: extra } = await sell(today)
  expect(await told()).toEqual([3, 3, addDays(today, 3650)])
  await gym.admin.call('payments.void', { params: { id: extra }, body: { reason: 'Error' } })
  expect(await told()).toEqual([0, 3, after(last)])
})
