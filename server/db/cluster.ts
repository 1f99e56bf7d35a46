// Several servers of one database, of which one takes writes: it is looked for at the start and whenever it was lost.
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { addressesIn, hostIn } from './addresses.ts'
import { type DatabaseAddress, socketOf, WrongConnection, within } from './connection.ts'
import { sqlState } from './transaction.ts'

/** Milliseconds that a server has to say what it is: at the start, and in each of the looks that follow each other. */
const [patience, briefly] = [5_000, 1_000]
/** Between two looks while none takes writes. */
const lookEvery = 250
/** What the others have once one was found: of two that take writes, as after a promotion that one has not heard of, the later counts. */
const grace = 200

const isWhat = `
  select case when not pg_is_in_recovery() then left(pg_walfile_name(pg_current_wal_insert_lsn()), 8) end as timeline`

/** Grows with each promotion; null of a standby. */
async function timelineOf(connectionString: string, patience: number): Promise<string | null> {
  const client = new pg.Client({ connectionString, connectionTimeoutMillis: patience })
  client.on('error', () => {})
  try {
    await client.connect()
    const { rows } = await client.query<{ timeline: string | null }>(within(patience, isWhat))
    return rows[0]?.timeline ?? null
  } finally {
    // It may be silent: no goodbye is waited for.
    socketOf(client).destroySoon()
  }
}

const wordOf = (error: unknown): string => sqlState(error) || (error instanceof Error ? error.message : String(error))

/** Where DATABASE_URL leads. */
export function databaseAt(url: string): DatabaseAddress {
  const [one = url, ...more] = addressesIn(url)
  return more.length > 0 ? new Cluster([one, ...more]) : { connectionString: one }
}

export class Cluster {
  /** Where writes are taken, as far as is known: an address as of a single server. */
  declare readonly connectionString: string
  readonly #addresses: readonly string[]
  #current: string
  /** A server that was left behind at a promotion and takes writes again would lose them. */
  #timeline = ''
  #looking: Promise<void> | null = null
  readonly #closed = new AbortController()

  constructor(addresses: readonly [string, ...string[]]) {
    this.#addresses = addresses
    this.#current = addresses[0]
    // Its own and enumerable, so that whoever spreads an address into a connection's settings gets today's.
    Object.defineProperty(this, 'connectionString', { enumerable: true, get: () => this.#current })
  }

  /** @throws WrongConnection where none takes writes, with what each said */
  async find(): Promise<void> {
    const said: string[] = []
    if (await this.#look(patience, said)) return
    throw new WrongConnection(`ninguno de sus servidores acepta escrituras (${said.join('; ')})`)
  }

  /** It may be another one now. Answers when one was found that takes writes. */
  doubt(): Promise<void> {
    this.#looking ??= this.#search().finally(() => {
      this.#looking = null
    })
    return this.#looking
  }

  close(): void {
    this.#closed.abort()
  }

  async #search(): Promise<void> {
    const { signal } = this.#closed
    while (!signal.aborted && !(await this.#look(briefly)))
      await pause(lookEvery, undefined, { signal }).catch(() => {})
  }

  async #look(patience: number, said: string[] = []): Promise<boolean> {
    const writable: { address: string; timeline: string }[] = []
    let oneIs = () => {}
    const one = new Promise<void>((resolve) => {
      oneIs = resolve
    })
    const all = this.#addresses.map(async (address) => {
      const complain = (word: string) => void said.push(`${hostIn(address)}: ${word}`)
      try {
        const timeline = await timelineOf(address, patience)
        if (timeline === null) return complain('es una réplica')
        if (timeline < this.#timeline) return complain('quedó atrás cuando otro tomó su lugar')
        writable.push({ address, timeline })
        oneIs()
      } catch (error) {
        complain(wordOf(error))
      }
    })
    await Promise.race([Promise.all(all), one.then(() => pause(grace))])
    const [newest] = writable
      .map(({ timeline }) => timeline)
      .sort()
      .reverse()
    const address = this.#addresses.find((each) =>
      writable.some((found) => found.address === each && found.timeline === newest),
    )
    if (newest === undefined || address === undefined) return false
    this.#timeline = newest
    this.#current = address
    return true
  }
}
