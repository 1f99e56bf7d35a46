import pg from 'pg'
import { expect, inject, test } from 'vitest'
import { readConfig } from '../../config.ts'
import { openDatabase } from '../../platform/db/database.ts'
import { logInMaster } from '../../testing/factories.ts'
import { masterPassword, startTestAppForFile } from '../../testing/test-app.ts'
import { ensureMasterUser } from './ensure-master-user.ts'

const app = await startTestAppForFile()

test("start: an unchanged MASTER_PASSWORD ends no session, another one ends all of the master's", async () => {
  const start = (MASTER_PASSWORD: string) =>
    ensureMasterUser(app.database, readConfig({ DATA_DIR: app.dataDir, MASTER_PASSWORD }))
  const caller = await logInMaster(app)
  const reads = async () => (await caller.try('gyms.list')).status
  await start(masterPassword)
  expect(await reads()).toBe(200)
  const { rows } = await app.database.platform.query<{ id: number }>(
    'select id_user as id from usernames where username = $1',
    ['master'],
  )
  const params = { id_user: rows[0]?.id ?? 0 }
  await caller.call('users.update', { params, body: { password: 'clave robada', current_password: masterPassword } })
  expect(await reads()).toBe(200)
  await start(masterPassword)
  expect(await reads()).toBe(401)
  expect((await (await logInMaster(app)).try('gyms.list')).status).toBe(200)
})

test('start: servers started at the same time on an empty database create one master', {
  tags: ['deep'],
}, async () => {
  const { host, port, user } = inject('postgres')
  const database = `first_${process.pid}`
  const admin = new pg.Client({ host, port, user, database: 'postgres' })
  await admin.connect()
  await admin.query(`create database ${database}`)
  const starting = Array.from({ length: 4 }, () => openDatabase({ host, port, user, database }, null))
  const servers = await Promise.all(starting)
  const passwords = await Promise.all(servers.map((server) => ensureMasterUser(server, readConfig({}))))
  expect(passwords.filter((password) => password !== null)).toHaveLength(1)
  await Promise.all(servers.map((server) => server.close()))
  await admin.query(`drop database ${database} with (force)`)
  await admin.end()
})
