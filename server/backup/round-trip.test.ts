// What is stored comes back the same, from a copy and from an export; `*.deep.test.ts` try it at work, damaged and cut off.
import { existsSync, mkdirSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readConfig } from '../config.ts'
import type { TestGym } from '../testing/factories.ts'
import { dropFolder, newFolder, startOwnCluster, withDatabaseOf } from '../testing/own-cluster.ts'
import { storedRows } from '../testing/stored-rows.ts'
import type { TestApp } from '../testing/test-app.ts'
import { makeWorld } from '../testing/world.ts'
import { writeBackup } from './back-up.ts'
import { exportTo, importFrom } from './commands.ts'
import { restoreInto } from './restore.ts'

let folder: string
let app: TestApp
let gym: TestGym
beforeAll(async () => {
  folder = newFolder()
  app = await startOwnCluster(join(folder, 'data'))
  gym = (await makeWorld(app)).gym
}, 120_000)
afterAll(async () => {
  await app.close()
  dropFolder(folder)
}, 60_000)

const images = (dataDir: string) =>
  readdirSync(join(dataDir, 'images'), { recursive: true, withFileTypes: true })
    .filter((each) => each.isFile())
    .map((each) => [
      join(each.parentPath, each.name).slice(dataDir.length),
      readFileSync(join(each.parentPath, each.name)).toString('base64'),
    ])
    .sort()

test('a restored copy has the same rows and images, and a session secret of its own', {
  timeout: 120_000,
}, async () => {
  // Creates the key that templates are encrypted with.
  await gym.admin.call('biometrics.settings')
  const file = join(folder, 'copy')
  await writeBackup({ dataDir: app.dataDir, address: app.database.address }, file, undefined)
  const into = join(folder, 'restored')
  mkdirSync(into)
  await restoreInto(into, file, undefined)
  const key = 'biometrics-key'
  expect(readFileSync(join(into, key))).toEqual(readFileSync(join(app.dataDir, key)))
  expect(await withDatabaseOf(into, storedRows)).toEqual(await storedRows(app.database.address))
  expect(images(into)).toEqual(images(app.dataDir))
  expect(images(into).length).toBeGreaterThan(0)
  const secret = readFileSync(join(app.dataDir, 'session-secret'))
  expect(gunzipSync(readFileSync(file)).includes(secret)).toBe(false)
  expect(existsSync(join(into, 'session-secret'))).toBe(false)
})

test('an imported export has the same rows and images', { timeout: 120_000 }, async () => {
  const settings = (name: string) => readConfig({ DATA_DIR: join(folder, name), LOG_LEVEL: 'silent' })
  const file = join(folder, 'export')
  await exportTo(settings('data'), file)
  await importFrom(settings('imported'), file)
  /** What an import notes and moves on. */
  const own = ['document_numbers', 'gyms', 'history', 'notifications', 'sequences', 'users']
  const rows = Object.entries(await storedRows(app.database.address)).filter(([table]) => !own.includes(table))
  expect(rows.length).toBeGreaterThan(40)
  expect(await withDatabaseOf(join(folder, 'imported'), storedRows)).toMatchObject(Object.fromEntries(rows))
  expect(images(join(folder, 'imported'))).toEqual(images(app.dataDir))
})
