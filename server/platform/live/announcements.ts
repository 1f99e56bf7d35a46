// Reads the commits of all servers from a table: every two seconds, and at once after a NOTIFY, which follows each
// commit. If the connection is silent for two seconds, it is replaced, and no cache is used until then.
import type { FastifyBaseLogger } from 'fastify'
import pg from 'pg'
import { applySessionSettings, getDatabaseStartTime, getSocket, makeQueryWithTimeout } from '../db/connection.ts'
import type { Database } from '../db/database.ts'
import type { Gauges } from '../metrics.ts'
import type { AnnouncementSource, ChangeFeed } from './change-feed.ts'
import { deleteOldChanges, deleteOtherClusterChanges, readCommittedChanges, type SnapshotText } from './read-changes.ts'

const probeIntervalMs = 2_000
const answerTimeoutMs = 2_000
const retryDelayMs = 500
/** Milliseconds in which several commits share one NOTIFY. */
const batchWindowMs = 5
const clocksAgreeWithin = 60_000
const sweepIntervalMs = 60_000
const goodbye = 500
export const announcementsConnectionName = 'torniquete announcements'

export class AnnouncementConnection implements AnnouncementSource {
  readonly #database: Database
  readonly #live: ChangeFeed
  readonly #log: FastifyBaseLogger
  readonly #alone: boolean
  /** Connection and the position up to which commits were read; null while disconnected. */
  #line: { client: pg.Client; seen: SnapshotText; horizon: string } | null = null
  #connecting: pg.Client | null = null
  #reading: Promise<void> | null = null
  #next: Promise<void> | null = null
  #word: 'none' | 'sent' | 'again' = 'none'
  #sweepable: string | null = null
  #closed = false
  #firstHeard = () => {}
  /** Resolves after the first read, or after its failure. */
  readonly ready = new Promise<void>((resolve) => {
    this.#firstHeard = resolve
  })
  readonly #timers: NodeJS.Timeout[] = []
  #retry: NodeJS.Timeout | undefined
  #soon: NodeJS.Timeout | undefined
  #lastLook = 0
  #lost = 0
  #heardAt = performance.now()
  /** Reason of the current outage that was last logged; null while connected. */
  #complaint: string | null = null

  /** `alone` is true if no other server can use the database; then no NOTIFY is sent. */
  constructor(database: Database, live: ChangeFeed, log: FastifyBaseLogger, { alone = false } = {}) {
    this.#alone = alone
    this.#database = database
    this.#live = live
    this.#log = log
    live.announcing = this
    this.#timers.push(
      setInterval(() => this.#probe(), probeIntervalMs),
      setInterval(() => this.#sweep(), sweepIntervalMs),
    )
    for (const timer of this.#timers) timer.unref()
    void this.#connect()
  }

  async close(): Promise<void> {
    this.#closed = true
    this.#live.markDisconnected()
    clearTimeout(this.#retry)
    clearTimeout(this.#soon)
    for (const timer of this.#timers) clearInterval(timer)
    if (this.#connecting) getSocket(this.#connecting).destroy()
    const { client } = this.#line ?? {}
    if (!client) return
    // Cuts the connection if the database does not confirm its end in time.
    const giveUp = setTimeout(() => getSocket(client).destroy(), goodbye)
    await client.end().catch(() => {})
    clearTimeout(giveUp)
  }

  get gauges(): Gauges {
    return {
      torniquete_announcements_heard: {
        help: 'Whether the commits of all servers are heard; while not, nothing is answered from memory.',
        value: () => Number(this.#live.isConnected),
      },
      torniquete_announcements_age_seconds: {
        help: 'Since all that is committed was last heard: asked every two seconds.',
        value: () => (performance.now() - this.#heardAt) / 1000,
      },
      torniquete_announcements_lost: {
        help: 'How often the connection that hears them was replaced.',
        value: () => this.#lost,
      },
      torniquete_clock_ahead_seconds: {
        help: 'How far this clock is ahead of the database’s where they differ by more than a minute, else 0.',
        value: () => Math.round(this.#live.clockAhead / 1000),
      },
    }
  }

  get run(): string | null {
    return this.#line && getDatabaseStartTime(this.#line.client)
  }

  restart(): void {
    if (this.#line) this.#lose(this.#line.client, new Error('other connections lead to another database server'))
  }

  async #connect(): Promise<void> {
    // The driver's types do not know the newer option `pipeline`.
    const config: pg.ClientConfig & { pipeline: boolean } = {
      ...this.#database.address,
      application_name: announcementsConnectionName,
      connectionTimeoutMillis: answerTimeoutMs,
      pipeline: true,
    }
    const client = new pg.Client(config)
    this.#connecting = client
    client.on('error', (error) => this.#lose(client, error))
    client.on('end', () => this.#lose(client, new Error('the connection ended')))
    try {
      await client.connect()
      await applySessionSettings(client, { pipeline: true, asServer: true })
      this.#database.cutConnectionsExceptTo(getDatabaseStartTime(client))
      // The table of changes is emptied all the time, so its statistics are wrong. This connection's commits need no
      // sync to disk, because other servers wait for them and the announced changes are on disk already.
      await client.query(
        makeQueryWithTimeout(answerTimeoutMs, 'set enable_seqscan = off; set synchronous_commit = off'),
      )
      await client.query(makeQueryWithTimeout(answerTimeoutMs, 'listen torniquete'))
      client.on('notification', ({ processId }) => {
        // Ignores its own NOTIFY, because this server knows its own commits.
        if (processId !== (client as unknown as { processID: number }).processID) this.#lookSoon()
      })
      await deleteOtherClusterChanges(client, answerTimeoutMs)
      const since = performance.now()
      const asked = Date.now()
      const { seen, horizon, clock } = await readCommittedChanges(client, null, answerTimeoutMs)
      this.#compareClocks(asked, clock)
      if (this.#connecting !== client || this.#closed) return
      this.#connecting = null
      this.#line = { client, seen, horizon }
      // Commits between the old and the new connection were missed, so all caches are invalidated.
      this.#live.invalidateAll()
      this.#live.applyChanges(since, horizon, [])
      this.#heardAt = since
      if (this.#complaint !== null) this.#log.warn('announcements are heard again')
      this.#complaint = null
      this.#firstHeard()
    } catch (error) {
      this.#lose(client, error)
    }
  }

  #lose(client: pg.Client, error: unknown): void {
    // Destroys the socket instead of waiting for the connection to close.
    getSocket(client).destroy()
    if (this.#closed || (this.#line?.client !== client && this.#connecting !== client)) return
    // Connecting is tried twice a second, so each reason is logged once.
    if (this.#complaint !== String(error))
      this.#log.warn({ err: error }, 'announcements are not heard: nothing is answered from memory')
    this.#complaint = String(error)
    const first = this.#line !== null
    if (first) this.#lost += 1
    this.#line = null
    this.#connecting = null
    // The next connection may lead to another database, whose transaction ids differ.
    this.#sweepable = null
    this.#live.markDisconnected()
    // Makes all listeners read again, since commits of the last two seconds may have been missed.
    if (first) this.#live.invalidateAll()
    this.#firstHeard()
    this.#retry = setTimeout(() => void this.#connect(), first ? 0 : retryDelayMs)
  }

  #probe(): void {
    if (this.#line) void this.look()
    // While disconnected, makes streams and waiting terminals' requests read from the database.
    else this.#live.invalidateAll()
  }

  #lookSoon(): void {
    if (this.#soon) return
    const wait = this.#lastLook + batchWindowMs - performance.now()
    if (wait <= 0) return void this.look()
    this.#soon = setTimeout(() => {
      this.#soon = undefined
      void this.look()
    }, wait)
  }

  look(): Promise<void> {
    if (!this.#reading) {
      this.#reading = this.#read().finally(() => {
        this.#reading = null
      })
      return this.#reading
    }
    // A read that is running may have begun before the commit, so another one follows.
    this.#next ??= this.#reading.then(() => {
      this.#next = null
      return this.look()
    })
    return this.#next
  }

  async #read(): Promise<void> {
    const line = this.#line
    if (!line) return
    const since = performance.now()
    this.#lastLook = since
    const asked = Date.now()
    try {
      const { seen, horizon, clock, missed, changed } = await readCommittedChanges(
        line.client,
        line.seen,
        answerTimeoutMs,
      )
      this.#compareClocks(asked, clock)
      if (this.#line !== line) return
      Object.assign(line, { seen, horizon })
      if (missed) this.#live.invalidateAll()
      this.#live.applyChanges(since, horizon, changed)
      this.#heardAt = since
    } catch (error) {
      this.#lose(line.client, error)
    }
  }

  /** The clocks agree if the database's time is between the request and the answer by this machine's clock. */
  #compareClocks(asked: number, clock: number): void {
    const ahead = Math.max(0, asked - clock) + Math.min(0, Date.now() - clock)
    const differ = Math.abs(ahead) > clocksAgreeWithin
    if (differ !== (this.#live.clockAhead !== 0))
      this.#log.warn(
        { seconds: Math.round(ahead / 1000) },
        differ ? 'this clock and the database’s differ: that one dates documents' : 'the clocks agree again',
      )
    this.#live.clockAhead = differ ? ahead : 0
  }

  /** Sends NOTIFY at once after a quiet time, otherwise once for all commits of a batch. */
  nudge(): void {
    if (this.#alone) return
    if (this.#word !== 'none') {
      this.#word = 'again'
      return
    }
    const line = this.#line
    if (!line) return
    this.#word = 'sent'
    line.client
      .query(makeQueryWithTimeout(answerTimeoutMs, 'notify torniquete'))
      .catch((error) => this.#lose(line.client, error))
      .finally(() =>
        setTimeout(() => {
          const again = this.#word === 'again'
          this.#word = 'none'
          if (again) this.nudge()
        }, batchWindowMs),
      )
  }

  /** Deletes rows older than a minute, which all servers have read. */
  #sweep(): void {
    const horizon = this.#sweepable
    this.#sweepable = this.#line?.horizon ?? null
    if (horizon === null) return
    deleteOldChanges(this.#database.platform, horizon).catch((error) =>
      this.#log.warn({ err: error }, 'announced changes were not dropped'),
    )
  }
}
