import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test, vi } from 'vitest'
import {
  dataDir,
  makePathWithPrograms,
  queryValues,
  startTestPostgres,
  useDataFolder,
} from '../../testing/data-folder.ts'
import { findRunningConnection, startEmbeddedPostgres } from './embedded-postgres.ts'

useDataFolder()

test('embedded PostgreSQL: creates a durable, private cluster that keeps its data over a restart', async () => {
  const first = await startTestPostgres()
  expect(
    await queryValues(
      first,
      "select datlocprovider, datlocale, pg_encoding_to_char(encoding) from pg_database where datname = 'postgres'",
    ),
  ).toEqual(['i', 'es', 'UTF8'])
  expect(
    await queryValues(
      first,
      "select current_setting(s) from unnest(array['fsync', 'synchronous_commit', 'jit', 'max_connections', 'data_checksums', 'listen_addresses']) s",
    ),
  ).toEqual(['on', 'on', 'off', '60', 'on', ''])
  expect(await queryValues(first, "select 'ana' < 'Ñu' and 'Nuria' < 'ñandú' and 'ñandú' < 'oso'")).toEqual([true])
  expect(statSync(join(dataDir, 'postgres')).mode & 0o777).toBe(0o700)
  expect(statSync(first.connection.host).mode & 0o777).toBe(0o700)
  await queryValues(first, 'create table kept as select 7 as n')
  await first.stop()
  expect(await first.exited).toEqual({ code: 0, signal: null })
  expect(existsSync(join(dataDir, 'torniquete.lock'))).toBe(false)

  const second = await startTestPostgres()
  expect(await queryValues(second, 'select n from kept')).toEqual([7])
})

test.runIf(process.platform === 'linux')(
  'embedded PostgreSQL: inherits only needed environment variables, no secrets',
  async () => {
    vi.stubEnv('SESSION_SECRET', 'un secreto')
    await startTestPostgres()
    const [pid] = readFileSync(join(dataDir, 'postgres/postmaster.pid'), 'utf8').split('\n')
    const told = readFileSync(`/proc/${pid}/environ`, 'utf8')
    expect(told).toContain(`PATH=${process.env.PATH}`)
    expect(told).not.toContain('un secreto')
  },
)

test('embedded PostgreSQL: a data folder with a long path gets a short private socket folder', async () => {
  const deep = join(dataDir, 'carpeta con espacios, comas'.repeat(3), 'ñ'.repeat(40))
  const server = await startTestPostgres(deep)
  const { host } = server.connection
  expect(host.startsWith(deep)).toBe(false)
  expect(statSync(host).mode & 0o777).toBe(0o700)
  expect(await queryValues(server, 'select 1')).toEqual([1])
  expect(findRunningConnection(deep)).toEqual(server.connection)
  await server.stop()
  expect(existsSync(host)).toBe(false)
  expect(findRunningConnection(deep)).toBeNull()
})

test('embedded PostgreSQL: refuses data of another major version in one line that names both', async () => {
  await (await startTestPostgres()).stop()
  writeFileSync(join(dataDir, 'postgres/PG_VERSION'), '17\n')
  await expect(startTestPostgres()).rejects.toThrow(
    /^Los datos de \S+ son de PostgreSQL 17 y este Torniquete trae PostgreSQL 18: .*$/,
  )
  expect(existsSync(join(dataDir, 'torniquete.lock'))).toBe(false)
})

test('embedded PostgreSQL: a failed start reports the reason and frees the folder', async () => {
  const wrong = startEmbeddedPostgres({ dataDir, settings: { shared_buffers: 'mucho' } })
  await expect(wrong).rejects.toThrow(/^PostgreSQL no arrancó: .*shared_buffers.*$/)
  expect(await queryValues(await startTestPostgres(), 'select 1')).toEqual([1])
})

test.runIf(process.getuid?.() === 0)(
  'embedded PostgreSQL: started by root without user namespaces, it runs as another user',
  async () => {
    vi.stubEnv('PATH', makePathWithPrograms('true'))
    const restricted = await startTestPostgres()
    expect(statSync(join(dataDir, 'postgres')).uid).toBe(65534)
    await queryValues(restricted, 'create table kept as select 7 as n')
    // Starts a second database inside the data folder, as a trial restore does.
    await (await startTestPostgres(join(dataDir, 'inside'))).stop()
    await restricted.stop()
    vi.unstubAllEnvs()
    const again = await startTestPostgres()
    expect(statSync(join(dataDir, 'postgres')).uid).toBe(0)
    expect(await queryValues(again, 'select n from kept')).toEqual([7])
  },
)
