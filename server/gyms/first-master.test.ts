import { afterAll, beforeAll, expect, test } from 'vitest'
import { readConfig } from '../config.ts'
import { master } from '../testing/factories.ts'
import { masterPassword, startTestApp, type TestApp } from '../testing/test-app.ts'
import { ensureMaster } from './first-master.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

test('a start with the same MASTER_PASSWORD ends no session, with another all of the master’s, the kept one too', async () => {
  const start = (MASTER_PASSWORD: string) =>
    ensureMaster(app.database, readConfig({ DATA_DIR: app.dataDir, MASTER_PASSWORD }))
  const caller = await master(app)
  const reads = async () => (await caller.try('gyms.list')).status
  await start(masterPassword)
  expect(await reads()).toBe(200)
  const { rows } = await app.database.platform.query<{ id: number }>(
    'select id_user as id from usernames where username = $1',
    ['master'],
  )
  const params = { id_user: rows[0]?.id ?? 0 }
  await caller.call('users.update', { params, body: { password: 'clave robada' } })
  expect(await reads()).toBe(200)
  await start(masterPassword)
  expect(await reads()).toBe(401)
  expect((await (await master(app)).try('gyms.list')).status).toBe(200)
})
