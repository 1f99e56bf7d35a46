// SQL through the bare driver, to compare the product's calls with.
import pg from 'pg'
import { valueTypes } from '../server/platform/db/pools.ts'

export interface SocketFolder {
  host: string
  port: number
}

const shape = 'plan_cache_mode=force_generic_plan'
/** The product's own connections set this too: planning each statement anew would take longer than running it. */
export const productsPlans = `-c ${shape}`
/** Row-level security applies to the product's role. */
export const productsRole = `-c role=torniquete_server -c ${shape}`

/** The product reads 64-bit keys as numbers too; the driver's default is text. */
export function openBarePool({ host, port }: SocketFolder, max: number, options: string): pg.Pool {
  const pool = new pg.Pool({ host, port, user: 'postgres', database: 'postgres', max, options, types: valueTypes })
  // The database may stop before these connections have closed.
  pool.on('error', () => {})
  pool.on('connect', (client) => client.on('error', () => {}))
  return pool
}
