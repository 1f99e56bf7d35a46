// A gym's zone is one that both sides know, which reckon its days: this process and the database.
import { Writable } from 'node:stream'
import { dayIn, defaultTimeZone, isZone } from '@torniquete/contract/dates.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { asOwner } from '../testing/digest.ts'
import { makeGym } from '../testing/factories.ts'
import { startTestApp, type TestApp } from '../testing/test-app.ts'

let app: TestApp
let written = ''
beforeAll(async () => {
  const logTo = new Writable({
    write: (chunk, _, done) => {
      written += chunk
      done()
    },
  })
  app = await startTestApp({ LOG_LEVEL: 'warn' }, { logTo })
})
afterAll(() => app.close())

const known = (zone: string) =>
  asOwner(app, async (owner) => (await owner.query('select from pg_timezone_names where name = $1', [zone])).rowCount)

// To this process the first is Dhaka, to the database the summer of London; the second it does not know at all.
test.each(['BST', 'SystemV/AST4', 'america/santo_domingo'])('gym-info.update: %s is refused', async (timeZone) => {
  expect(await known(timeZone)).toBe(0)
  const gym = await makeGym(app, { timeZone: 'Asia/Kolkata' })
  const { status, answer } = await gym.admin.try('gym-info.update', { body: { timeZone } })
  expect([status, answer]).toMatchObject([
    422,
    { detail: [{ msg: 'La zona horaria no existe', loc: ['body', 'timeZone'] }] },
  ])
  expect((await gym.admin.call('gym-info.read')).timeZone).toBe('Asia/Kolkata')
})

test('gym-info.zones: those that both know, by all their names', async () => {
  const gym = await makeGym(app)
  const zones = await gym.admin.call('gym-info.zones')
  expect(new Set(zones).size).toBe(zones.length)
  // Browsers call the same zone differently: some Calcutta, some Kolkata.
  for (const name of ['UTC', 'America/Santo_Domingo', 'Asia/Calcutta', 'Asia/Kolkata']) expect(zones).toContain(name)
  const names = await asOwner(app, async (owner) => (await owner.query('select name from pg_timezone_names')).rows)
  expect(zones).toEqual(
    names
      .map(({ name }) => name)
      .filter(isZone)
      .sort(),
  )
  // The database's own word for none, and what only this process knows.
  for (const name of ['Factory', 'BST']) expect(zones).not.toContain(name)
  for (const timeZone of zones.filter((_, index) => index % 40 === 0))
    expect((await gym.admin.call('gym-info.update', { body: { timeZone } })).timeZone).toBe(timeZone)
})

test('a stored zone that is not known here is told of once, and the days are those of the usual one', async () => {
  const gym = await makeGym(app)
  await asOwner(app, (owner) =>
    // One that only a newer server has heard of.
    owner.query(`update gym_info set "timeZone" = 'America/Nueva_Villa' where gym_id = ${gym.gym.id}`),
  )
  const day = async () => (await gym.admin.call('daily-report.read', { query: {} })).day
  for (const name of ['Una', 'Otra']) {
    await gym.admin.call('gym-info.update', { body: { name } })
    expect(await day()).toBe(dayIn(defaultTimeZone, app.clock.now()))
  }
  const lines = written.split('\n').filter((line) => line.includes('a stored zone is not known here'))
  expect(lines.map((line) => JSON.parse(line))).toMatchObject([
    { level: 40, gym: gym.gym.id, stored: 'America/Nueva_Villa', zone: defaultTimeZone },
  ])
})
