// Runs SQL through the bare driver, for comparison with the product's calls.
import pg from 'pg'
import { columnValueParsers } from '../server/platform/db/pools.ts'

export interface DatabaseSocket {
  host: string
  port: number
}

const shape = 'plan_cache_mode=force_generic_plan'
/** Connection options of the product, which reuse query plans: planning a statement takes longer than running it. */
export const genericPlanConnectionOptions = `-c ${shape}`
/** Connection options that also use the product's database role, to which row-level security applies. */
export const serverRoleConnectionOptions = `-c role=torniquete_server -c ${shape}`

/** Reads 64-bit keys as numbers, as the product does; the driver's default is text. */
export function openBarePool({ host, port }: DatabaseSocket, max: number, options: string): pg.Pool {
  const pool = new pg.Pool({
    host,
    port,
    user: 'postgres',
    database: 'postgres',
    max,
    options,
    types: columnValueParsers,
  })
  // Ignores errors of idle connections, because the database may stop before the pool is closed.
  pool.on('error', () => {})
  pool.on('connect', (client) => client.on('error', () => {}))
  return pool
}
