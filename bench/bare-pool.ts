// The database without the product between: what its calls are measured beside.
import pg from 'pg'
import { types } from '../server/platform/db/value-types.ts'

export interface SocketFolder {
  host: string
  port: number
}

const shape = 'plan_cache_mode=force_generic_plan'
/** As the product's own connections: planning a statement anew each time would take longer than running it. */
export const productsPlans = `-c ${shape}`
/** The product's role too, which row-level security holds for. */
export const productsRole = `-c role=torniquete_server -c ${shape}`

/** Values are read as the product reads them: a key of 64 bits would be a text otherwise. */
export function barePool({ host, port }: SocketFolder, max: number, options: string): pg.Pool {
  const pool = new pg.Pool({ host, port, user: 'postgres', database: 'postgres', max, options, types })
  // The database may go while they still say goodbye.
  pool.on('error', () => {})
  pool.on('connect', (client) => client.on('error', () => {}))
  return pool
}
