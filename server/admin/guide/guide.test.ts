// The guide for new gyms marks each step from stored data, and ignores rows that every new gym has.
import { setupSteps } from '@torniquete/contract/admin/setup-guide.ts'
import { dailyPlanName } from '@torniquete/contract/members/memberships.ts'
import { beforeEach, expect, test } from 'vitest'
import { makeClient, makeGym, makePlan, makeUser, type TestGym } from '../../testing/factories.ts'
import { startMailServer } from '../../testing/mail-server.ts'
import { makeRegisteredTerminal, waitUntilInSync } from '../../testing/simulated-terminals.ts'
import { startTestAppForFile } from '../../testing/test-app.ts'
import { uploadImage } from '../../testing/two-gyms.ts'

let gym: TestGym
const app = await startTestAppForFile()
beforeEach(async () => {
  gym = await makeGym(app)
})

const read = async ({ admin } = gym) => {
  const { installation: _, ...guide } = await admin.call('guide.read')
  return guide
}

test('guide: a new gym has no finished step, and finished steps are listed in order', async () => {
  expect(await read()).toEqual({ put_away: false, done: [], plain_http: true })
  await gym.admin.call('notification-config.update', { body: { isActive: true } })
  await gym.admin.call('guide.update', { body: { printed: true } })
  await makeUser(gym, 'gym_worker')
  await makeClient(gym)
  const { port } = await app.listen()
  const { terminal } = await makeRegisteredTerminal(gym, port)
  // The step 'messages' is not finished: no message was sent, and an untested channel may not work.
  expect((await read()).done).toEqual(['people', 'staff', 'print'])
  const mail = await startMailServer()
  const { host, port: at } = mail
  const settings = { host, port: at, security: 'none' as const, username: null, sender: 'avisos@gimnasio.example' }
  await gym.admin.call('channels.email', { body: settings })
  expect((await read()).done).toEqual(['people', 'staff', 'print'])
  await gym.admin.call('channels.test', { params: { channel: 'email' }, body: { to: 'ana@example.com' } })
  await expect.poll(async () => (await read()).done).toEqual(['people', 'staff', 'print', 'messages'])
  await mail.close()
  await waitUntilInSync(terminal)
  await makePlan(gym, { price: '1500' })
  const { path: logo_path } = await uploadImage(gym.admin, 'gyms')
  await gym.admin.call('gym-info.update', { body: { logo_path, address: 'Calle 1' } })
  expect((await read()).done).toEqual(setupSteps)
})

test('guide: a free plan, a terminal that never called or a logo alone finish no step', async () => {
  await makePlan(gym, { price: '0' })
  // The daily plan was created with the gym, so a price for it finishes no step.
  const daily = (await gym.admin.call('memberships.list')).find(({ name }) => name === dailyPlanName)
  await gym.admin.call('memberships.update', { params: { id_membership: daily?.id ?? 0 }, body: { price: '150' } })
  await makeRegisteredTerminal(gym, 1)
  const { path: logo_path } = await uploadImage(gym.admin, 'gyms')
  await gym.admin.call('gym-info.update', { body: { logo_path } })
  expect((await read()).done).toEqual([])
})

test('guide: can be dismissed and shown again, separately for each gym', async () => {
  expect(await gym.admin.call('guide.update', { body: { put_away: true } })).toMatchObject({ put_away: true, done: [] })
  await gym.admin.call('guide.update', { body: { printed: true } })
  expect(await read()).toMatchObject({ put_away: true, done: ['print'] })
  const other = await makeGym(app)
  expect(await read(other)).toEqual({ put_away: false, done: [], plain_http: true })
  expect(await gym.admin.call('guide.update', { body: { put_away: false } })).toMatchObject({ put_away: false })
})
