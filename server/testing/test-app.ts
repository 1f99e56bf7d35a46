// Starts the product on a database of the test file, with a clock that tests set.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import pg from 'pg'
import { afterAll, inject } from 'vitest'
import { ensureMasterUser } from '../admin/gyms/ensure-master-user.ts'
import { type AppOptions, createApp } from '../app.ts'
import { readConfig } from '../config.ts'
import type { DatabaseAddress } from '../platform/db/connection.ts'
import { type Database, openDatabase } from '../platform/db/database.ts'
import { passwordHashCost } from '../platform/db/password-hash.ts'
import { ChangeFeed } from '../platform/live/change-feed.ts'
import { templateDatabaseName } from './global-setup.ts'

export const masterPassword = 'clave del maestro'

/** Password hashing with little effort, because tests log in thousands of times. */
export const cheapPasswordHashCost = { memoryCost: 64, timeCost: 1 }
export const realPasswordHashCost = { ...passwordHashCost }
Object.assign(passwordHashCost, cheapPasswordHashCost)

class TestClock {
  #fixed: number | null = null
  readonly now = (): Date => new Date(this.#fixed ?? Date.now())
  /** Stops the product's clock at this instant. */
  set(instant: string | Date): void {
    this.#fixed = new Date(instant).getTime()
  }
  advance(milliseconds: number): void {
    this.#fixed = this.now().getTime() + milliseconds
  }
  reset(): void {
    this.#fixed = null
  }
}

export interface TestApp {
  app: FastifyInstance
  database: Database
  live: ChangeFeed
  clock: TestClock
  dataDir: string
  /** Listens on a free loopback port, for tests with streams, terminals and other sockets. */
  listen(): Promise<{ host: string; port: number; address: string }>
  close(): Promise<void>
}

let made = 0

export async function startTestApp(
  environment: Record<string, string> = {},
  options: Partial<AppOptions> = {},
): Promise<TestApp> {
  const { host, port, user } = inject('postgres')
  const name = `test_${process.pid}_${made++}`
  const admin = new pg.Client({ host, port, user, database: 'postgres' })
  await admin.connect()
  // Copies the template as files: a copy through the WAL takes twice as long, and so does dropping it.
  await admin.query(`create database ${name} template ${templateDatabaseName} strategy file_copy`)
  const dataDir = mkdtempSync(join(tmpdir(), 'torniquete-app-'))
  const started = await startAppOnDatabase({ host, port, user, database: name }, dataDir, environment, options)
  return {
    ...started,
    close: async () => {
      await started.close()
      await admin.query(`drop database if exists ${name} with (force)`)
      await admin.end()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

/** Test files call this at the top: it starts one app for all tests of the file, and closes it after them. */
export async function startTestAppForFile(...parameters: Parameters<typeof startTestApp>): Promise<TestApp> {
  const app = await startTestApp(...parameters)
  afterAll(() => app.close())
  return app
}

/** Starts the product on a database and a data folder that the caller provides. */
export async function startAppOnDatabase(
  address: DatabaseAddress,
  dataDir: string,
  environment: Record<string, string> = {},
  options: Partial<AppOptions> = {},
): Promise<TestApp> {
  const clock = new TestClock()
  const live = new ChangeFeed()
  const { disk } = options
  const database = await openDatabase(address, live, { requireRoom: disk && (() => disk.requireRoom()) })
  const config = readConfig({
    DATA_DIR: dataDir,
    MASTER_PASSWORD: masterPassword,
    LOG_LEVEL: 'silent',
    SESSION_IDLE_MINUTES: '0',
    ...environment,
  })
  await ensureMasterUser(database, config)
  const app = await createApp({ config, database, live, clock: clock.now, ...options })
  await app.ready()
  return {
    app,
    database,
    live,
    clock,
    dataDir,
    listen: async () => {
      const address = await app.listen({ host: '127.0.0.1', port: 0 })
      return { host: '127.0.0.1', port: Number(new URL(address).port), address }
    },
    close: async () => {
      await app.close()
      await database.close()
    },
  }
}
