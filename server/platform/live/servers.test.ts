// Servers that know of each other by the database alone, and say so where pictures of one are not seen at another.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeEach, expect, test, vi } from 'vitest'
import { readConfig } from '../../config.ts'
import { startServer } from '../../running-server.ts'
import { asOwner } from '../../testing/digest.ts'
import { openTestApp } from '../../testing/test-app.ts'
import { type OwnServer, Servers } from './servers.ts'

const app = await openTestApp()
const dataDir = mkdtempSync(join(tmpdir(), 'torniquete-servers-'))
beforeEach(() => asOwner(app, (owner) => owner.query('delete from servers')))
afterAll(async () => {
  rmSync(dataDir, { recursive: true, force: true })
})

const own = (installation: string, more: Partial<OwnServer> = {}): OwnServer => ({
  installation,
  port: 3000,
  imagesAreShared: false,
  keyName: 'ours',
  ...more,
})
const valuesOf = ({ gauges }: Servers) =>
  ['torniquete_servers', 'torniquete_images_apart'].map((name) => gauges[name]?.value())

test('servers: count each other, and warn once that pictures are not shared', async () => {
  const warn = vi.fn()
  const watched = {
    platform: app.database.platform,
    log: Object.assign(Object.create(app.database.log), { warn }),
  }
  const [one, other, sharing] = [
    new Servers(watched, own('00000001')),
    new Servers(app.database, own('00000002')),
    new Servers(app.database, own('00000003', { imagesAreShared: true })),
  ]
  await one.look()
  expect([valuesOf(one), warn.mock.calls.length]).toEqual([[1, 0], 0])
  await other.look()
  await one.look()
  await one.look()
  expect([valuesOf(one), valuesOf(other), warn.mock.calls.length]).toEqual([[2, 1], [2, 1], 1])
  await sharing.look()
  expect(valuesOf(sharing)).toEqual([3, 0])
  await sharing.close()
  await other.close()
  await one.look()
  expect(valuesOf(one)).toEqual([1, 0])
  await one.close()
})

test('servers: warn once of another sealing key', async () => {
  const warn = vi.fn()
  const watched = {
    platform: app.database.platform,
    log: Object.assign(Object.create(app.database.log), { warn }),
  }
  const shared = { imagesAreShared: true }
  const [one, other] = [
    new Servers(watched, own('00000001', shared)),
    new Servers(app.database, own('00000002', { ...shared, keyName: 'theirs' })),
  ]
  await asOwner(app, (owner) => owner.query("insert into servers (id, name) values (gen_random_uuid(), 'former')"))
  await one.look()
  expect([one.withOtherKey, warn.mock.calls.length]).toEqual([[], 0])
  await other.look()
  await one.look()
  await one.look()
  expect(one.withOtherKey).toHaveLength(1)
  expect(warn.mock.calls).toEqual([[{ servers: one.withOtherKey }, expect.stringContaining('BIOMETRICS_KEY')]])
  expect(one.gauges.torniquete_keys_apart?.value()).toBe(1)
  await other.close()
  await one.look()
  expect(one.gauges.torniquete_keys_apart?.value()).toBe(0)
  await one.close()
})

test('servers: a killed one is forgotten', async () => {
  const [one, killed] = [new Servers(app.database, own('00000001')), new Servers(app.database, own('00000002'))]
  await killed.look()
  await asOwner(app, (owner) => owner.query("update servers set seen_at = now() - interval '5 minutes'"))
  await one.look()
  expect(valuesOf(one)).toEqual([1, 0])
  expect((await asOwner(app, (owner) => owner.query('select from servers'))).rowCount).toBe(1)
  await one.close()
})

test('servers: a restarted one is the same, and an equal DATA_DIR shares its pictures', async () => {
  const killed = new Servers(app.database, own('00000001'))
  await killed.look()
  const [again, beside] = [
    new Servers(app.database, own('00000001')),
    new Servers(app.database, own('00000001', { port: 3001 })),
  ]
  await again.look()
  expect(valuesOf(again)).toEqual([1, 0])
  await beside.look()
  expect(valuesOf(beside)).toEqual([2, 0])
  await beside.close()
  await again.close()
})

test('servers: the second one warns at its start, the embedded database has one only', {
  tags: ['deep'],
}, async () => {
  const said = vi.spyOn(console, 'error').mockImplementation(() => {})
  const { user, port, database, host } = app.database.address as {
    user: string
    port: number
    database: string
    host: string
  } // as startTestApp opened it
  const DATABASE_URL = `postgres://${user}@localhost:${port}/${database}?host=${encodeURIComponent(host)}`
  const start = (more = {}) =>
    startServer(
      readConfig({
        DATABASE_URL,
        DATA_DIR: dataDir,
        PORT: '0',
        LOG_LEVEL: 'silent',
        ...more,
      }),
    )
  const complaints = () => said.mock.calls.map(([line]) => String(line)).filter((line) => line.includes('DATA_DIR'))
  const first = await start()
  expect(complaints()).toEqual([])
  const second = await start({ DATA_DIR: join(dataDir, 'second') })
  expect(complaints()).toEqual([expect.stringMatching(/^Otro servidor \(.+\) .* DATA_DIR/)])
  const measured = await (await fetch(`${second.loopback}/metrics`)).text()
  expect(measured).toMatch(/^torniquete_servers 2$/m)
  expect(measured).toMatch(/^torniquete_images_apart 1$/m)
  expect(said).toHaveBeenCalledWith(expect.stringMatching(/^BIOMETRICS_KEY: no es la misma en /))
  await second.stop()
  expect(said.mock.calls.filter(([line]) => String(line).includes('DATABASE_POOL'))).toEqual([])
  // Together more than the database allows.
  await (await start({ DATA_DIR: join(dataDir, 'third'), DATABASE_POOL: '150' })).stop()
  expect(said).toHaveBeenCalledWith(
    expect.stringMatching(/^DATABASE_POOL: 2 servidores usan hasta 304 conexiones y PostgreSQL acepta 1\d\d:/),
  )
  await first.stop()
  expect((await asOwner(app, (owner) => owner.query('select from servers'))).rowCount).toBe(0)
  said.mockRestore()
  expect((await app.app.inject('/metrics')).body).not.toContain('torniquete_servers')
})
