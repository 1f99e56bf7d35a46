import pg from 'pg'
import { type DatabaseAddress, UnusableConnectionError } from './connection.ts'

const timeoutMs = 5_000

// Refuses a pooler in transaction mode, where one session's settings would apply to others. It is detected by two
// sessions, one of them in a transaction, that must not share a server connection.
export async function refuseTransactionPooling(address: DatabaseAddress): Promise<void> {
  const open = () => new pg.Client({ ...address, connectionTimeoutMillis: timeoutMs, query_timeout: timeoutMs })
  const [one, other] = [open(), open()]
  for (const client of [one, other]) client.on('error', () => {})
  const backendOf = async (client: pg.Client) =>
    (await client.query<{ pid: number }>('select pg_backend_pid() as pid')).rows[0]?.pid
  try {
    await one.connect()
    await other.connect()
    const first = await backendOf(one)
    await other.query('begin')
    const busy = await backendOf(other)
    const again = await backendOf(one)
    if (first === busy || first !== again)
      throw new UnusableConnectionError(
        'lleva a un intermediario en modo de transacción; Torniquete necesita conexiones propias (pool_mode = session)',
      )
  } finally {
    await Promise.all([one, other].map((client) => client.end().catch(() => {})))
  }
}
