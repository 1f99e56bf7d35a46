// The key that what is secret is sealed by goes with a copy, or is asked for before one is restored, and is tried with it.
import { randomBytes } from 'node:crypto'
import { mkdirSync, readdirSync, readFileSync, renameSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { channelPlace } from '../channels/queries.ts'
import { readConfig } from '../config.ts'
import { installationOf } from '../db/embedded/installation.ts'
import { namesOf, sealsOf } from '../sealing-key.ts'
import { asOwner } from '../testing/digest.ts'
import { makeGym } from '../testing/factories.ts'
import { nextInstant } from '../testing/next-instant.ts'
import { dropFolder, newFolder, startOwnCluster, withDatabaseOf } from '../testing/own-cluster.ts'
import type { TestApp } from '../testing/test-app.ts'
import { writeBackup } from './back-up.ts'
import { restore } from './commands.ts'
import { nameOf } from './kept-copies.ts'
import { keyWarnings } from './key-warnings.ts'
import { rehearse } from './rehearsal.ts'
import { restoreInto } from './restore.ts'
import { requireSealed } from './sealed-rows.ts'
import { archivedKeys, archiveKey, dropFormerKeys } from './wal/archived-key.ts'
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

test('a moment has the key of then: made after the copy, or in the place of the copy’s own', async () => {
  const config = readConfig({ DATA_DIR: app.dataDir, BACKUP_WAL_DAYS: '7', BACKUP_KEY: 'una frase bastante larga' })
  const { database, clock, app: server } = app
  const parts = { config, database, clock: clock.now, log: server.log, freeOf: async () => 1e15 }
  const archived = async <Result>(work: () => Promise<Result>): Promise<Result> => {
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
    const result = await work()
    await caughtUp(new Date())
    await archive.end()
    return result
  }
  const installation = installationOf(app.dataDir)
  const [bare, own] = [1, 0].map((days) =>
    join(config.backupDir, nameOf(installation, new Date(Date.now() - days * 86_400_000))),
  ) as [string, string] // one for each of the two
  const copy = (file: string) =>
    writeBackup({ dataDir: app.dataDir, address: app.database.address }, file, config.BACKUP_KEY)
  const before = await archived(async () => {
    await withoutKey(() => copy(bare))
    await copy(own)
    return nextInstant()
  })
  // Somebody put another one there, and what was sealed is sealed by it.
  const other = randomBytes(32).toString('base64url')
  const { channels } = sealsOf(other)
  writeFileSync(keyFile(), other)
  const after = await archived(async () => {
    await asOwner(app, async (client) => {
      const { rows } = await client.query('select gym_id from message_channels')
      const sealed = channels.close(Buffer.from('{}'), channelPlace(rows[0].gym_id, 'email'))
      await client.query('update message_channels set sealed = $1, key_name = $2', [sealed, channels.keyName])
    })
    return nextInstant()
  })
  const folderOfWal = join(config.backupDir, `torniquete-${installation}.wal`)
  for (const name of readdirSync(folderOfWal).filter((each) => each.startsWith('clave')))
    for (const each of [key, other]) expect(readFileSync(join(folderOfWal, name)).includes(each)).toBe(false)
  for (const [at, [file, until, expected]] of (
    [
      [bare, before, key],
      [own, after, other],
    ] as const
  ).entries()) {
    const into = join(folder, `until-${at}`)
    mkdirSync(into)
    const { keys } = await restoreInto(into, file, config.BACKUP_KEY, { until })
    expect(readFileSync(join(into, 'biometrics-key'), 'utf8')).toBe(expected)
    expect(keyWarnings({ BIOMETRICS_KEY: undefined }, { keys })).toEqual([])
    await withDatabaseOf(into, (address) =>
      asOwner({ database: { address } }, (copied) =>
        requireSealed(copied, { key: expected, running: into, restored: into }),
      ),
    )
  }
  writeFileSync(keyFile(), key)
})

test('a key that was replaced goes by its age, as segments do', async () => {
  const [kept, source] = ['claves', 'de-claves'].map((name) => join(folder, name)) as [string, string] // as above
  mkdirSync(source)
  const keys = [1, 2, 3].map(() => randomBytes(32).toString('base64url'))
  for (const each of keys) {
    writeFileSync(join(source, 'biometrics-key'), each)
    await archiveKey(kept, source, undefined)
    await archiveKey(kept, source, undefined)
    await nextInstant()
  }
  expect(await archivedKeys(kept, undefined)).toEqual([...keys].reverse())
  const former = readdirSync(kept).filter((name) => name !== 'clave')
  for (const name of former) utimesSync(join(kept, name), new Date('2026-01-01'), new Date('2026-01-01'))
  await dropFormerKeys(kept, new Date('2026-01-02'))
  expect(await archivedKeys(kept, undefined)).toEqual(keys.slice(-1))
})
