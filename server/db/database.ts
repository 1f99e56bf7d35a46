import { join } from 'node:path'
import type pg from 'pg'
import { prepareJobs } from '../jobs/prepare.ts'
import { type DatabaseAddress, openPool } from './connection.ts'
import type { Transaction } from './gym-statements.ts'
import { migrate } from './migrate.ts'
import { requireOwnSession } from './own-session.ts'
import { repositoryRoot } from './repository-root.ts'
import { type Changes, readInGym, withGym } from './transaction.ts'

export interface Scope {
  gym: number
  /** Who the history names; null is the product itself. */
  user: number | null
}

export interface Database {
  /** Reads of one gym. */
  read<Result>(scope: Scope, work: (tx: Transaction) => Promise<Result>): Promise<Result>
  /** Writes of one gym; what changed is announced before this answers. */
  write<Result>(scope: Scope, work: (tx: Transaction) => Promise<Result>): Promise<Result>
  /** Tables that belong to no gym: gyms, usernames, serial numbers. Business rows cannot be seen from here. */
  platform: pg.Pool
  address: DatabaseAddress
  serverName: string
  close(): Promise<void>
}

export const migrationsFolder = () => join(repositoryRoot, 'server/db/migrations')

/** Migrates the database and opens it as the role that row-level security holds for. */
export async function openDatabase(
  address: DatabaseAddress,
  onChanges: (changes: Changes) => void,
  limit?: number,
): Promise<Database> {
  const serverName = Math.random().toString(36).slice(2, 12)
  // The embedded database has nobody before it.
  if ('connectionString' in address) await requireOwnSession(address)
  const owner = openPool(address, { max: 1, pipeline: false, asServer: false })
  try {
    await migrate(owner, migrationsFolder())
    await prepareJobs(owner)
  } finally {
    await owner.end()
  }
  const asServer = { asServer: true, serverName, ...(limit && { limit }) }
  const reads = openPool(address, { max: 6, pipeline: true, readOnly: true, ...asServer })
  const writes = openPool(address, { max: 8, pipeline: true, ...asServer })
  const platform = openPool(address, { max: 4, pipeline: false, ...asServer })
  const close = async () => {
    await Promise.all([reads.end(), writes.end(), platform.end()])
  }
  // What is wrong with the server's own connections is told at the start too.
  await writes.query('select').catch(async (error) => {
    await close()
    throw error
  })
  return {
    read: ({ gym }, work) => readInGym(reads, gym, work),
    write: async (scope, work) => {
      const { result, changes } = await withGym(writes, scope, work)
      onChanges(changes)
      return result
    },
    platform,
    address,
    serverName,
    close,
  }
}
