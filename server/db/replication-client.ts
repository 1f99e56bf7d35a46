import pg from 'pg'
import type { DatabaseAddress } from './connection.ts'

/** Milliseconds. */
const answersWithin = 30_000

/** A connection that speaks the replication protocol, which knows its words in capitals alone, and no SQL. */
export function replicationClient(address: DatabaseAddress): pg.Client {
  // The driver's types leave the mode out.
  const config: pg.ClientConfig & { replication: string } = {
    ...address,
    replication: 'true',
    connectionTimeoutMillis: answersWithin,
  }
  const client = new pg.Client(config)
  client.on('error', () => {})
  return client
}
