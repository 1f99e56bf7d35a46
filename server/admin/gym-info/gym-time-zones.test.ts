// A gym's time zone must be known to Node and PostgreSQL, with the same rules.
import { defaultTimeZone, isTimeZone, toLocalDay } from '@torniquete/contract/shared/dates.ts'
import { expect, test } from 'vitest'
import { queryAsOwner, runAsTableOwner } from '../../testing/database-digest.ts'
import { makeGym } from '../../testing/factories.ts'
import { startTestAppForFile } from '../../testing/test-app.ts'

const app = await startTestAppForFile()

const known = (zone: string) =>
  runAsTableOwner(
    app,
    async (owner) => (await owner.query('select from pg_timezone_names where name = $1', [zone])).rowCount,
  )

// Node reads BST as Dhaka's zone, PostgreSQL as London's summer time; PostgreSQL does not know SystemV/AST4.
test.each(['BST', 'SystemV/AST4', 'america/santo_domingo'])('gym-info: time zone %s is refused', async (timeZone) => {
  expect(await known(timeZone)).toBe(0)
  const gym = await makeGym(app, { timeZone: 'Asia/Kolkata' })
  const { status, answer } = await gym.admin.try('gym-info.update', { body: { timeZone } })
  expect([status, answer]).toMatchObject([
    422,
    { detail: [{ msg: 'La zona horaria no existe', loc: ['body', 'timeZone'] }] },
  ])
  expect((await gym.admin.call('gym-info.read')).timeZone).toBe('Asia/Kolkata')
})

/** Noon of every day, from a year ago to two years ahead. */
const noon = new Date().setUTCHours(12, 0, 0, 0)
const days = Array.from({ length: 3 * 365 }, (_, at) => new Date(noon + (at - 365) * 86_400_000).toISOString())

/** Maps time zones to true if every day has the same offset in Node and PostgreSQL. */
async function sameHours(names: readonly string[]): Promise<Map<string, boolean>> {
  const text = `select name, array_agg(to_char(d::timestamptz at time zone name, 'YYYY-MM-DD HH24:MI') order by d) as hours
    from unnest($1::text[]) name, unnest($2::text[]) d group by name`
  const { rows } = await queryAsOwner(app, text, [names, days])
  return new Map(
    rows.map(({ name, hours }) => {
      const clock = new Intl.DateTimeFormat('sv', { timeZone: name, dateStyle: 'short', timeStyle: 'short' })
      return [name, days.every((day, at) => clock.format(new Date(day)) === hours[at])]
    }),
  )
}

test('gym-info.zones: lists all names of zones with equal rules in Node and PostgreSQL', {
  tags: ['deep'],
  timeout: 120_000,
}, async () => {
  const gym = await makeGym(app)
  const zones = await gym.admin.call('gym-info.zones')
  expect(new Set(zones).size).toBe(zones.length)
  // The list needs both names, since some browsers say Asia/Calcutta and others Asia/Kolkata.
  for (const name of ['UTC', 'America/Santo_Domingo', 'Asia/Calcutta', 'Asia/Kolkata']) expect(zones).toContain(name)
  const names = await queryAsOwner(app, 'select name from pg_timezone_names').then(({ rows }) => rows)
  const same = await sameHours(names.map(({ name }) => name).filter(isTimeZone))
  expect(zones).toEqual([...same].flatMap(([name, agrees]) => (agrees ? [name] : [])).sort())
  // Factory is PostgreSQL's placeholder, only Node knows BST as a zone, and PostgreSQL reads CET as a fixed offset.
  for (const name of ['Factory', 'BST', 'CET']) expect(zones).not.toContain(name)
  expect(zones.length).toBeGreaterThan(same.size - 20)
  for (const timeZone of zones.filter((_, index) => index % 40 === 0))
    expect((await gym.admin.call('gym-info.update', { body: { timeZone } })).timeZone).toBe(timeZone)
})

test('gym-info: refuses a time zone for which the database has other rules', async () => {
  const gym = await makeGym(app)
  const choose = (body: object) => gym.admin.try('gym-info.update', { body })
  expect(await choose({ timeZone: 'CET' })).toMatchObject({
    status: 422,
    answer: { detail: [{ msg: expect.stringContaining('no llevan la misma hora'), loc: ['body', 'timeZone'] }] },
  })
  await queryAsOwner(app, `update gym_info set "timeZone" = 'CET' where gym_id = ${gym.gym.id}`)
  // A form can be saved with a zone that is already stored, although it would now be refused.
  expect((await choose({ name: 'Una', timeZone: 'CET' })).status).toBe(200)
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
