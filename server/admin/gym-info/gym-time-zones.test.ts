// A gym's time zone must be known to Node and PostgreSQL.
import { defaultTimeZone, toLocalDay } from '@torniquete/contract/shared/dates.ts'
import { expect, test } from 'vitest'
import { queryAsOwner, runAsTableOwner } from '../../testing/database-digest.ts'
import { makeGym } from '../../testing/factories.ts'
import { startTestAppForFile } from '../../testing/test-app.ts'

const app = await startTestAppForFile()

// Node reads BST as Dhaka's zone, PostgreSQL as London's summer time; PostgreSQL does not know SystemV/AST4,
// and reads CET as a fixed offset.
test.each(['BST', 'SystemV/AST4', 'america/santo_domingo', 'CET'])(
  'gym-info: time zone %s is refused',
  async (timeZone) => {
    const gym = await makeGym(app, { timeZone: 'Asia/Kolkata' })
    const { status, answer } = await gym.admin.try('gym-info.update', { body: { timeZone } })
    expect([status, answer]).toMatchObject([
      422,
      { detail: [{ msg: 'La zona horaria no existe', loc: ['body', 'timeZone'] }] },
    ])
    expect((await gym.admin.call('gym-info.read')).timeZone).toBe('Asia/Kolkata')
  },
)

test('gym-info.zones: lists all names that Node and PostgreSQL know as zones', async () => {
  const gym = await makeGym(app)
  const zones = await gym.admin.call('gym-info.zones')
  expect(new Set(zones).size).toBe(zones.length)
  expect(zones.length).toBeGreaterThan(400)
  // The list needs both names, since some browsers say Asia/Calcutta and others Asia/Kolkata.
  for (const name of ['UTC', 'America/Santo_Domingo', 'Asia/Calcutta', 'Asia/Kolkata']) expect(zones).toContain(name)
  // Factory is PostgreSQL's placeholder, only Node knows BST as a zone, and PostgreSQL reads CET as a fixed offset.
  for (const name of ['Factory', 'BST', 'CET']) expect(zones).not.toContain(name)
  for (const timeZone of zones.filter((_, index) => index % 40 === 0))
    expect((await gym.admin.call('gym-info.update', { body: { timeZone } })).timeZone).toBe(timeZone)
})

test('gym-info.update: a stored time zone may stay, although it could not be chosen', async () => {
  const gym = await makeGym(app)
  await queryAsOwner(app, `update gym_info set "timeZone" = 'CET' where gym_id = ${gym.gym.id}`)
  await gym.admin.call('gym-info.update', { body: { name: 'Una', timeZone: 'CET' } })
})

test('gym-info: an unknown stored time zone is replaced by the default zone', async () => {
  const gym = await makeGym(app)
  await runAsTableOwner(app, (owner) =>
    owner.query(`update gym_info set "timeZone" = 'America/Nueva_Villa' where gym_id = ${gym.gym.id}`),
  )
  await gym.admin.call('gym-info.update', { body: { name: 'Una' } })
  const { day } = await gym.admin.call('daily-report.read', { query: {} })
  expect(day).toBe(toLocalDay(defaultTimeZone, app.clock.now()))
})
