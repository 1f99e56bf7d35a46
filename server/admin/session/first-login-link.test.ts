// The first login of the master uses a link: valid once, for a day, from nearby networks, stored as a hash.
import { beforeEach, expect, test } from 'vitest'
import { Caller } from '../../testing/api-caller.ts'
import { queryAsOwner } from '../../testing/database-digest.ts'
import { logInMaster, makeAnonymousCaller } from '../../testing/factories.ts'
import { startTestApp, startTestAppForFile } from '../../testing/test-app.ts'
import { renewFirstLoginLink } from './first-login-link.ts'

const app = await startTestAppForFile({ TRUST_PROXY: 'true' })
beforeEach(async () => {
  app.clock.set('2026-06-15T16:00:00Z')
  await app.database.platform.query(
    'insert into first_login default values on conflict (singleton) do update set done_at = null, link_hash = null',
  )
})

const newLink = async () => (await renewFirstLoginLink(app.database, app.clock.now())) ?? 'none'
const enter = (link: string, from = '192.168.1.30') =>
  makeAnonymousCaller(app).try('session.enter', { body: { link }, headers: { 'x-forwarded-for': from } })
const isWaiting = async () => (await makeAnonymousCaller(app).call('session.first')).waiting

test('first login: the link works once, and later starts create no other link', async () => {
  expect(await isWaiting()).toBe(false)
  const link = await newLink()
  expect(await isWaiting()).toBe(true)
  const { rows } = await app.database.platform.query('select * from first_login')
  expect(JSON.stringify(rows)).not.toContain(link)
  const entered = await Promise.all([enter(link), enter(link)])
  expect(entered.map(({ status }) => status).sort()).toEqual([200, 404])
  const { answer } = entered.find(({ status }) => status === 200) ?? {}
  expect((await new Caller(app.app, answer?.access_token ?? null).try('gyms.list')).status).toBe(200)
  expect(await isWaiting()).toBe(false)
  expect(await renewFirstLoginLink(app.database, app.clock.now())).toBeNull()
})

test('first login: refuses wrong, replaced and expired links, and callers from other networks', async () => {
  const before = await newLink()
  const link = await newLink()
  for (const wrong of ['x', before, `${link}a`]) expect((await enter(wrong)).status).toBe(404)
  for (const afar of ['200.88.1.2', '2001:db8::1', '172.32.0.1']) expect((await enter(link, afar)).status).toBe(404)
  app.clock.advance(24 * 3_600_000 + 1)
  expect((await enter(link)).status).toBe(404)
  // The login page still says that a first login is due; a restart creates a new link.
  expect(await isWaiting()).toBe(true)
  const anew = await newLink()
  expect((await enter(anew, '::ffff:127.0.0.1')).status).toBe(200)
})

test('first login: a login by password makes the link invalid', async () => {
  const link = await newLink()
  await logInMaster(app)
  expect(await isWaiting()).toBe(false)
  expect((await enter(link)).status).toBe(404)
})

test('first login: a failed login leaves the link usable, only a successful one uses it up', async () => {
  const link = await newLink()
  const setMaster = (active: boolean) =>
    queryAsOwner(app, 'update users set is_active = $1 where gym_id = 0 and id_role = 1', [active])
  await setMaster(false)
  expect((await enter(link)).status).toBe(404)
  await setMaster(true)
  expect(await isWaiting()).toBe(true)
  expect((await enter(link)).status).toBe(200)
})

test('first login: refused through a proxy that the configuration does not name', async () => {
  const untold = await startTestApp()
  await untold.database.platform.query('insert into first_login default values on conflict do nothing')
  const link = (await renewFirstLoginLink(untold.database, untold.clock.now())) ?? 'none'
  const enterWith = async (headers: Record<string, string>) =>
    (await makeAnonymousCaller(untold).try('session.enter', { body: { link }, headers })).status
  for (const header of ['x-forwarded-for', 'forwarded', 'via'])
    expect(await enterWith({ [header]: '192.168.1.30' }), header).toBe(404)
  expect(await enterWith({})).toBe(200)
  await untold.close()
})
