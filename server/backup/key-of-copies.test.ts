// The key that what is secret is sealed by goes with a copy, or is asked for before one is restored, and is tried with it.
import { mkdirSync, readFileSync, renameSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { readConfig } from '../config.ts'
import { namesOf } from '../sealing-key.ts'
import { asOwner } from '../testing/digest.ts'
import { makeGym } from '../testing/factories.ts'
import { dropFolder, newFolder, startOwnCluster, withDatabaseOf } from '../testing/own-cluster.ts'
import type { TestApp } from '../testing/test-app.ts'
import { writeBackup } from './back-up.ts'
import { restore } from './commands.ts'
import { installationOf } from './installation.ts'
import { nameOf } from './kept-copies.ts'
import { keyWarnings } from './key-warnings.ts'
import { rehearse } from './rehearsal.ts'
import { restoreInto } from './restore.ts'
import { requireSealed } from './sealed-rows.ts'
import { WalArchive } from './wal/wal-archive.ts'

vi.setConfig({ testTimeout: 180_000 })

let folder: string
let app: TestApp
let key: string
beforeAll(async () => {
  folder = newFolder()
  app = await startOwnCluster(join(folder, 'data'))
  key = readFileSync(keyFile(), 'utf8')
  const body = { host: 'localhost', port: 2525, security: 'none', sender: 'avisos@gimnasio.example' } as const
  const gym = await makeGym(app)
  await gym.admin.call('channels.email', { body: { ...body, username: 'avisos', password: 'clave-de-correo' } })
}, 120_000)
afterAll(async () => {
  await app.close()
  dropFolder(folder)
}, 60_000)

const keyFile = () => join(app.dataDir, 'biometrics-key')
const copyTo = async (name: string) =>
  (await writeBackup({ dataDir: app.dataDir, address: app.database.address }, join(folder, name), undefined)).manifest

/** While that is done the key is not there, as where it is given by the environment. */
async function withoutKey<Result>(work: () => Promise<Result>): Promise<Result> {
  renameSync(keyFile(), `${keyFile()}.aside`)
  try {
    return await work()
  } finally {
    renameSync(`${keyFile()}.aside`, keyFile())
  }
}

test('a copy names its key and never says it; with it the restore has nothing to warn of', async () => {
  const manifest = await copyTo('copia')
  expect(manifest.keys?.carried).toEqual(namesOf(key))
  expect(manifest.keys?.needed).toEqual(namesOf(key).slice(1))
  expect(JSON.stringify(manifest)).not.toContain(key)
  const lines = await restore(readConfig({ DATA_DIR: join(folder, 'restored') }), join(folder, 'copia'))
  expect(lines.join('\n')).not.toContain('ATENCIÓN')
})

test('a restore whose key does not open what is sealed says so before it unpacks, and at its end', async () => {
  await withoutKey(() => copyTo('sin-clave'))
  const said: string[] = []
  const warned = vi.spyOn(console, 'error').mockImplementation((line) => void said.push(String(line)))
  const into = join(folder, 'keyless')
  const lines = await restore(readConfig({ DATA_DIR: into }), join(folder, 'sin-clave'))
  warned.mockRestore()
  const warning = expect.stringMatching(/^ATENCIÓN: .* BIOMETRICS_KEY que la copia no lleva: ponla antes de iniciar/)
  expect([said[0], lines]).toEqual([warning, expect.arrayContaining([warning])])
})

test.each([
  ['that of the copy', undefined, true, null],
  ['the right one', 'given', false, null],
  ['another one than is in the copy', 'una frase cualquiera', true, /quita BIOMETRICS_KEY/],
  ['another one than was given', 'una frase cualquiera', false, /con otra BIOMETRICS_KEY/],
  ['none', undefined, false, /que la copia no lleva/],
] as const)('by %s', (_, given, carries, warning) => {
  const config = given === undefined ? {} : { BIOMETRICS_KEY: given === 'given' ? key : given }
  const keys = { needed: namesOf(key), carried: carries ? namesOf(key) : [] }
  const warnings = keyWarnings({ BIOMETRICS_KEY: undefined, ...config }, { keys })
  expect(warnings).toEqual(warning ? [expect.stringMatching(warning)] : [])
  expect(keyWarnings({ BIOMETRICS_KEY: given }, {})).toEqual([])
})

test('the trial of a copy opens what is sealed in it', async () => {
  const trial = {
    phrase: undefined,
    dataDir: app.dataDir,
    address: app.database.address,
    folder: join(folder, 'trial'),
  }
  expect(await rehearse({ ...trial, file: join(folder, 'copia') })).toBeTruthy()
  await expect(rehearse({ ...trial, file: join(folder, 'sin-clave') })).rejects.toThrow(/channels.*cannot be opened/)
  // By one that is given.
  await withoutKey(() => rehearse({ ...trial, key, file: join(folder, 'sin-clave') }))
})

test('a key that was made after the copy comes back with what was archived since', async () => {
  const config = readConfig({ DATA_DIR: app.dataDir, BACKUP_WAL_DAYS: '7', BACKUP_KEY: 'una frase bastante larga' })
  const { database, clock, app: server } = app
  const parts = { config, database, clock: clock.now, log: server.log, freeOf: async () => 1e15 }
  const archive = new WalArchive({ ...parts, writeEvery: 100, openAgainAfter: 100 })
  archive.begin()
  const caughtUp = (since: Date) =>
    vi.waitFor(
      async () => {
        await asOwner(app, (client) => client.query("select pg_logical_emit_message(true, '', '')"))
        expect(archive.reaches?.getTime() ?? 0).toBeGreaterThan(since.getTime())
      },
      { timeout: 20_000, interval: 100 },
    )
  await caughtUp(new Date())
  const installation = installationOf(app.dataDir)
  const file = join(config.backupDir, nameOf(installation, new Date()))
  await withoutKey(() => writeBackup({ dataDir: app.dataDir, address: app.database.address }, file, config.BACKUP_KEY))
  const until = new Date()
  await pause(20)
  await caughtUp(new Date())
  await archive.end()
  expect(readFileSync(join(config.backupDir, `torniquete-${installation}.wal`, 'clave')).includes(key)).toBe(false)
  const into = join(folder, 'until')
  mkdirSync(into)
  await restoreInto(into, file, config.BACKUP_KEY, { until })
  await withDatabaseOf(into, (address) =>
    asOwner({ database: { address } }, (copy) =>
      requireSealed(copy, { key: undefined, running: app.dataDir, restored: into }),
    ),
  )
  expect(readFileSync(join(into, 'biometrics-key'), 'utf8')).toBe(key)
})
