// Starts one PostgreSQL for all tests, with a migrated template database that each test file copies. Also creates a
// migrated cluster that never ran; tests with their own cluster copy it, because creating one takes seconds.
import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import type { TestProject } from 'vitest/node'
import { startEmbeddedPostgres } from '../operations/postgres/embedded-postgres.ts'
import { openDatabase } from '../platform/db/database.ts'

export const templateDatabaseName = 'torniquete_template'

export interface TestPostgresServer {
  host: string
  port: number
  user: string
}

declare module 'vitest' {
  interface ProvidedContext {
    postgres: TestPostgresServer
    /** Folder of a migrated cluster that tests copy. */
    cluster: string
  }
}

// Durability is off, because only the crash tests need it, and these start their own servers. Otherwise each database
// copy would be written to the WAL page by page, compressed.
const quick = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off', wal_compression: 'off' }

/** Raises all id sequences above 32 bits, so that code that reads, casts or limits ids as 32-bit fails in some test. */
async function countFarOn(address: pg.ClientConfig): Promise<void> {
  const client = new pg.Client(address)
  await client.connect()
  await client.query(
    `select setval(c.oid, 3000000000) from pg_class c join pg_sequence s on s.seqrelid = c.oid
     where c.relnamespace = 'public'::regnamespace and c.relname <> 'gyms_id_seq'`,
  )
  await client.end()
}

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const dataDir = mkdtempSync(join(tmpdir(), 'torniquete-test-'))
  const cluster = join(dataDir, 'migrated')
  const making = await startEmbeddedPostgres({ dataDir, settings: { ...quick, max_wal_size: '32MB' } })
  await (await openDatabase(making.connection, null)).close()
  await countFarOn(making.connection)
  await making.stop()
  cpSync(join(dataDir, 'postgres'), cluster, { recursive: true })
  const postgres = await startEmbeddedPostgres({
    dataDir,
    // `waiting` (database-digest.ts) searches running statements beyond PostgreSQL's default limit of 1,000 characters.
    settings: { ...quick, max_connections: '200', track_activity_query_size: '64kB' },
  })
  const { host, port, user } = postgres.connection
  const admin = new pg.Client(postgres.connection)
  await admin.connect()
  await admin.query(`create database ${templateDatabaseName} template postgres`)
  await admin.end()
  project.provide('postgres', { host, port, user })
  project.provide('cluster', cluster)
  return async () => {
    await postgres.stop()
    rmSync(dataDir, { recursive: true, force: true })
  }
}
