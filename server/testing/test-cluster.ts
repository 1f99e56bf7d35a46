// Starts the product for backup tests with its own PostgreSQL, which has no databases of other tests.
import { chmodSync, cpSync, existsSync, mkdirSync, mkdtempSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, inject } from 'vitest'
import { startEmbeddedPostgres } from '../operations/postgres/embedded-postgres.ts'
import { startAppOnDatabase, type TestApp } from './test-app.ts'

// These tests run without durability, which the crash tests check.
const settings = { fsync: 'off', synchronous_commit: 'off' }

export const makeTemporaryFolder = (): string => realpathSync(mkdtempSync(join(tmpdir(), 'torniquete-copy-')))

export const deleteFolder = (folder: string): void => rmSync(folder, { recursive: true, force: true })

/** Test files call this at the top: one folder for all tests of the file, removed after them. */
export function useTemporaryFolder(): string {
  const folder = makeTemporaryFolder()
  afterAll(() => deleteFolder(folder))
  return folder
}

export async function startAppWithCluster(dataDir: string, environment: Record<string, string> = {}): Promise<TestApp> {
  makeCluster(dataDir)
  const postgres = await startEmbeddedPostgres({ dataDir, settings })
  const started = await startAppOnDatabase(postgres.connection, dataDir, environment)
  return {
    ...started,
    close: async () => {
      await started.close()
      await postgres.stop()
    },
  }
}

/** Creates the cluster if missing, as a copy of a template, so that all clusters have the same system identifier. */
export function makeCluster(dataDir: string): void {
  const cluster = join(dataDir, 'postgres')
  if (existsSync(cluster)) return
  mkdirSync(dataDir, { recursive: true, mode: 0o700 })
  cpSync(inject('cluster'), cluster, { recursive: true })
  // The copied folder has another mode, and PostgreSQL refuses a folder that other users can read.
  chmodSync(cluster, 0o700)
}

/** Starts only PostgreSQL on the data folder, and passes the database's address to `work`. */
export async function runWithDatabase<Result>(
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
