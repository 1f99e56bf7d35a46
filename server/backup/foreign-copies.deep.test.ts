// Files in BACKUP_DIR that bear a name of ours and that this installation did not write.
import { copyFileSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readConfig } from '../config.ts'
import { installationOf } from '../db/embedded/installation.ts'
import { dropFolder, newFolder, startOwnCluster } from '../testing/own-cluster.ts'
import type { TestApp } from '../testing/test-app.ts'
import { backUp } from './commands.ts'
import { Nightly } from './nightly.ts'
import { readRehearsalRecord } from './rehearsal-record.ts'

let folder: string
let app: TestApp
beforeAll(async () => {
  folder = newFolder()
  app = await startOwnCluster(join(folder, 'data'))
}, 60_000)
afterAll(async () => {
  await app.close()
  dropFolder(folder)
}, 60_000)

function nightly(): Nightly {
  const { database, clock, app: server } = app
  return new Nightly({
    config: readConfig({ DATA_DIR: app.dataDir, BACKUP_KEEP: '2,0,0' }),
    database,
    clock: clock.now,
    log: server.log,
    freeSpaceOf: async () => 1e15,
    rate: Number.POSITIVE_INFINITY,
  })
}
const named = (minute: string) => `torniquete-${installationOf(app.dataDir)}-${minute}.copia`
const copies = () => readdirSync(join(folder, 'data-copias')).sort()
const at = (text: string) => app.clock.set(new Date(`${text}:00`))

test('nightly copies: a file that this installation did not write is neither counted nor rehearsed', {
  timeout: 150_000,
}, async () => {
  const own = nightly()
  at('2097-11-22T10:00')
  await own.lookNow()
  const planted = named('2097-11-23-0331')
  copyFileSync(join(folder, 'data-copias', named('2097-11-22-1000')), join(folder, 'data-copias', planted))
  at('2097-11-23T03:35')
  await own.lookNow()
  expect(copies()).toContain(named('2097-11-23-0335'))
  expect(own.trouble(await own.newest())).toBe('foreign')
  // A file that was exchanged under the name of one that was written is told by its content.
  const exchanged = join(folder, 'data-copias', named('2097-11-23-0335'))
  const bytes = readFileSync(exchanged)
  const other = join(folder, 'other')
  await backUp(readConfig({ DATA_DIR: app.dataDir }), other)
  rmSync(exchanged)
  writeFileSync(exchanged, Buffer.concat([readFileSync(other), bytes]).subarray(0, bytes.length))
  await own.rehearsals.lookNow()
  const { tried } = readRehearsalRecord(app.dataDir)
  expect(tried).toMatchObject({ copy: named('2097-11-23-0335'), trouble: expect.any(String) })
})
