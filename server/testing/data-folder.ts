// Creates a data folder for each test, and stops the database servers that the test started.
import { mkdtempSync, realpathSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterEach, beforeEach, vi } from 'vitest'
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../operations/postgres/embedded-postgres.ts'

export let dataDir: string
const running: EmbeddedPostgres[] = []

export function useDataFolder(): void {
  vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 })
  beforeEach(() => {
    dataDir = realpathSync(mkdtempSync(join(tmpdir(), 'torniquete-data-')))
  })
  afterEach(async () => {
    vi.unstubAllEnvs()
    for (const server of running.splice(0)) await server.stop()
    rmSync(dataDir, { recursive: true, force: true })
  })
}

export async function startTestPostgres(folder = dataDir, log = (_line: string) => {}): Promise<EmbeddedPostgres> {
  const server = await startEmbeddedPostgres({ dataDir: folder, log })
  running.push(server)
  return server
}

async function connectTo({ connection }: EmbeddedPostgres): Promise<pg.Client> {
  const client = new pg.Client(connection)
  client.on('error', () => {})
  await client.connect()
  return client
}

/** Returns the values of all rows in one array. */
export async function queryValues(server: EmbeddedPostgres, sql: string): Promise<unknown[]> {
  const client = await connectTo(server)
  try {
    return (await client.query({ text: sql, rowMode: 'array' })).rows.flat()
  } finally {
    await client.end()
  }
}

/** Returns a PATH that contains only the given programs. */
export function makePathWithPrograms(...names: string[]): string {
  const folder = mkdtempSync(join(dataDir, 'path-'))
  for (const name of names) symlinkSync(join('/usr/bin', name), join(folder, name))
  return folder
}
