// The product with a PostgreSQL of its own for backup tests: its data folder contains no databases of other tests.
import { chmodSync, cpSync, existsSync, mkdirSync, mkdtempSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, inject } from 'vitest'
import { startEmbeddedPostgres } from '../operations/postgres/embedded-postgres.ts'
import { startAppOn, type TestApp } from './test-app.ts'

// Durability is tested by the crash tests.
const settings = { fsync: 'off', synchronous_commit: 'off' }

export const makeFolder = (): string => realpathSync(mkdtempSync(join(tmpdir(), 'torniquete-copy-')))

export const dropFolder = (folder: string): void => rmSync(folder, { recursive: true, force: true })

/** Called at the head of a test file: one folder for all its tests, removed after them. */
export function useFolder(): string {
  const folder = makeFolder()
  afterAll(() => dropFolder(folder))
  return folder
}

export async function startOwnCluster(dataDir: string, environment: Record<string, string> = {}): Promise<TestApp> {
  makeCluster(dataDir)
  const postgres = await startEmbeddedPostgres({ dataDir, settings })
  const started = await startAppOn(postgres.connection, dataDir, environment)
  return {
    ...started,
    close: async () => {
      await started.close()
      await postgres.stop()
    },
  }
}

/** Creates the cluster if missing, as a copy of a template, so that all have the same system identifier. */
export function makeCluster(dataDir: string): void {
  const cluster = join(dataDir, 'postgres')
  if (existsSync(cluster)) return
  mkdirSync(dataDir, { recursive: true, mode: 0o700 })
  cpSync(inject('cluster'), cluster, { recursive: true })
  // A copied folder loses its mode, and PostgreSQL refuses a folder that others can read.
  chmodSync(cluster, 0o700)
}

/** Only the product's database, read directly. */
export async function makeDatabaseConfig<Result>(
  dataDir: string,
  work: (address: TestApp['database']['address']) => Promise<Result>,
): Promise<Result> {
  const postgres = await startEmbeddedPostgres({ dataDir, settings })
  try {
    return await work(postgres.connection)
  } finally {
    await postgres.stop()
  }
}
