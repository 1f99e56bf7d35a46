// Servers find each other through the database, and detect that one server's pictures are not visible on another.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { queryAsOwner } from '../../testing/database-digest.ts'
import { startTestAppForFile } from '../../testing/test-app.ts'
import { type OwnServer, ServerRegistry } from './server-registry.ts'

const app = await startTestAppForFile()
const dataDir = mkdtempSync(join(tmpdir(), 'torniquete-servers-'))
beforeEach(() => queryAsOwner(app, 'delete from servers'))
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
const valuesOf = ({ gauges }: ServerRegistry) =>
  ['torniquete_servers', 'torniquete_images_apart'].map((name) => gauges[name]?.value())

test('servers: each one counts the others, and reports pictures that are not shared', async () => {
  const [one, other, sharing] = [
    new ServerRegistry(app.database, own('00000001')),
    new ServerRegistry(app.database, own('00000002')),
    new ServerRegistry(app.database, own('00000003', { imagesAreShared: true })),
  ]
  await one.look()
  expect(valuesOf(one)).toEqual([1, 0])
  await other.look()
  await one.look()
  await one.look()
  expect([valuesOf(one), valuesOf(other)]).toEqual([
    [2, 1],
    [2, 1],
  ])
  await sharing.look()
  expect(valuesOf(sharing)).toEqual([3, 0])
  await sharing.close()
  await other.close()
  await one.look()
  expect(valuesOf(one)).toEqual([1, 0])
  await one.close()
})

test('servers: report another server that has a different encryption key', async () => {
  const shared = { imagesAreShared: true }
  const [one, other] = [
    new ServerRegistry(app.database, own('00000001', shared)),
    new ServerRegistry(app.database, own('00000002', { ...shared, keyName: 'theirs' })),
  ]
  await queryAsOwner(app, "insert into servers (id, name) values (gen_random_uuid(), 'former')")
  await one.look()
  expect(one.withOtherKey).toEqual([])
  await other.look()
  await one.look()
  await one.look()
  expect(one.withOtherKey).toHaveLength(1)
  expect(one.gauges.torniquete_keys_apart?.value()).toBe(1)
  await other.close()
  await one.look()
  expect(one.gauges.torniquete_keys_apart?.value()).toBe(0)
  await one.close()
})
