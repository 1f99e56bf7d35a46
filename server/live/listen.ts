// Hears what other servers on the same database committed (PostgreSQL's NOTIFY).
import pg from 'pg'
import type { Database } from '../db/database.ts'
import { parseChanges } from '../db/transaction.ts'
import type { Live } from './live.ts'

const retryAfter = 1000

/** Listens until closed; a lost connection empties what was remembered, since announcements may have been missed. */
export function listenToAnnouncements(database: Database, live: Live): { close(): Promise<void> } {
  let client: pg.Client | null = null
  let timer: NodeJS.Timeout | undefined
  let closed = false

  const again = () => {
    client = null
    if (closed) return
    live.forget()
    timer = setTimeout(connect, retryAfter)
  }
  const connect = () => {
    const next = new pg.Client({ ...database.address, application_name: 'torniquete announcements', keepAlive: true })
    let ended = false
    const end = () => {
      if (ended) return
      ended = true
      again()
    }
    next.on('error', end)
    next.on('end', end)
    next.on('notification', ({ payload = '' }) => {
      const [server, change] = payload.split(' ')
      if (change && server !== database.serverName) live.changed(parseChanges(change))
    })
    client = next
    next
      .connect()
      .then(() => next.query('listen torniquete'))
      // What was committed between the last connection's end and now went unheard.
      .then(() => live.forget())
      .catch(() =>
        next
          .end()
          .catch(() => {})
          .finally(end),
      )
  }
  connect()
  return {
    close: async () => {
      closed = true
      clearTimeout(timer)
      await client?.end().catch(() => {})
    },
  }
}
