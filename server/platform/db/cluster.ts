// Several servers of one database, of which one takes writes: it is looked for at the start and whenever it was lost.
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { addressesIn, hostIn } from './addresses.ts'
import { socketOf, type Troubles, WrongConnection, within } from './connection.ts'
import { sqlState } from './transaction.ts'

/** Milliseconds that a server has to say what it is: at the start, and in each of the looks that follow each other. */
const [patience, briefly] = [5_000, 1_000]
/** Between two looks while none takes writes, and while one does. */
const [lookEvery, watchEvery] = [250, 5_000]
/**
 * What the others have once one was found, at the start and later: of two that take writes, as after a promotion that one
 * has not heard of, the later counts.
 */
const [graceAtStart, grace] = [1_000, 200]

const isWhat = `
  select case when not pg_is_in_recovery() then left(pg_walfile_name(pg_current_wal_insert_lsn()), 8) end as timeline,
    (select system_identifier::text from pg_control_system()) as cluster`

interface Answer {
  /** Grows with each promotion; null of a standby. */
  timeline: string | null
  /** The number that it has from its birth, and each standby of it. */
  cluster: string
}
type Heard = { address: string } & (Answer | { failure: string })
type Fit = { address: string; timeline: string; cluster: string }

async function answerOf(connectionString: string, patience: number): Promise<Answer> {
  const client = new pg.Client({ connectionString, connectionTimeoutMillis: patience })
  client.on('error', () => {})
  try {
    await client.connect()
    const { rows } = await client.query<Answer>(within(patience, isWhat))
    return rows[0] ?? { timeline: null, cluster: '' }
  } finally {
    // It may be silent: no goodbye is waited for.
    socketOf(client).destroySoon()
  }
}

const heardOf = (address: string, patience: number): Promise<Heard> =>
  answerOf(address, patience).then(
    (answer) => ({ address, ...answer }),
    (error) => ({ address, failure: wordOf(error) }),
  )

const wordOf = (error: unknown): string => sqlState(error) || (error instanceof Error ? error.message : String(error))

const ofAnother = 'es de otro cluster'

/** Where DATABASE_URL leads. `every`: milliseconds between two looks at several while one takes writes. */
export function databaseAt(url: string, every = watchEvery): Cluster | { connectionString: string } {
  const [one = url, ...more] = addressesIn(url)
  return more.length > 0 ? new Cluster([one, ...more], every) : { connectionString: one }
}

export class Cluster {
  /** Where writes are taken, as far as is known: an address as of a single server. */
  declare readonly connectionString: string
  readonly #addresses: readonly string[]
  readonly #every: number
  #current: string
  /** A server that was left behind at a promotion and takes writes again would lose them. */
  #timeline = ''
  /** Which one it is; '' before one was found. */
  #cluster = ''
  #probing: Promise<void> | null = null
  #troubles: Troubles | null = null
  #logged = ''
  readonly #closed = new AbortController()

  constructor(addresses: readonly [string, ...string[]], every: number) {
    this.#addresses = addresses
    this.#every = every
    this.#current = addresses[0]
    // Its own and enumerable, so that whoever spreads an address into a connection's settings gets today's.
    Object.defineProperty(this, 'connectionString', { enumerable: true, get: () => this.#current })
  }

  /** @throws WrongConnection where none takes writes, with what each said */
  async find(): Promise<void> {
    const heard = await this.#probe(patience, graceAtStart)
    if (this.#take(heard)) return
    throw new WrongConnection(`ninguno de sus servidores acepta escrituras (${this.#words(heard).join('; ')})`)
  }

  /** It may be another one now. Answers when one was found that takes writes. */
  doubt(): Promise<void> {
    this.#probing ??= this.#search().finally(() => {
      this.#probing = null
    })
    return this.#probing
  }

  /**
   * Looks at all of them on and on: of two that take writes the later may have been slow to say so, or be cut off from
   * the other one alone. `moved` is told when it is another one.
   */
  watch(troubles: Troubles, moved: () => void): void {
    this.#troubles = troubles
    void this.#watch(moved)
  }

  close(): void {
    this.#closed.abort()
  }

  async #watch(moved: () => void): Promise<void> {
    const { signal } = this.#closed
    while (!signal.aborted) {
      await pause(this.#every, undefined, { signal, ref: false }).catch(() => {})
      if (signal.aborted || this.#probing) continue
      const heard = await this.#probe(briefly, briefly)
      if (signal.aborted || this.#probing) continue
      const others = this.#words(heard.filter((each) => this.#complaint(each) === ofAnother))
      this.#logOnce(others, 'servers of another cluster are named in DATABASE_URL')
      const later = heard.some((each) => this.#isFit(each) && each.timeline > this.#timeline)
      if (later && this.#take(heard)) moved()
    }
  }

  async #search(): Promise<void> {
    const { signal } = this.#closed
    while (!signal.aborted) {
      const heard = await this.#probe(briefly, grace)
      if (this.#take(heard)) return
      this.#logOnce(this.#words(heard), 'no server takes writes')
      await pause(lookEvery, undefined, { signal }).catch(() => {})
    }
  }

  /** What was said until all had answered, or for so long after one that is fit. */
  async #probe(patience: number, grace: number): Promise<Heard[]> {
    const heard: Heard[] = []
    let oneIs = () => {}
    const one = new Promise<void>((resolve) => {
      oneIs = resolve
    })
    const all = this.#addresses.map(async (address) => {
      const each = await heardOf(address, patience)
      heard.push(each)
      if (this.#isFit(each)) oneIs()
    })
    await Promise.race([Promise.all(all), one.then(() => pause(grace))])
    // As they are named, and as they stand: an answer that comes later belongs to the next look.
    return this.#addresses.flatMap((address) => heard.filter((each) => each.address === address))
  }

  #complaint(each: Heard): string | null {
    if ('failure' in each) return each.failure
    if (this.#cluster !== '' && each.cluster !== this.#cluster) return ofAnother
    if (each.timeline === null) return 'es una réplica'
    return each.timeline < this.#timeline ? 'quedó atrás cuando otro tomó su lugar' : null
  }

  #isFit(each: Heard): each is Fit {
    return this.#complaint(each) === null
  }

  #words(heard: Heard[]): string[] {
    return heard.map((each) => `${hostIn(each.address)}: ${this.#complaint(each) ?? 'no es del cluster de los demás'}`)
  }

  /** Whether there is one to take. Of two clusters that are both new to it none is: each may be the gyms' own. */
  #take(heard: Heard[]): boolean {
    const fit = heard.filter((each) => this.#isFit(each))
    if (new Set(fit.map(({ cluster }) => cluster)).size > 1) return false
    const [newest] = fit
      .map(({ timeline }) => timeline)
      .sort()
      .reverse()
    const latest = fit.filter(({ timeline }) => timeline === newest)
    const found = latest.find(({ address }) => address === this.#current) ?? latest[0]
    if (!found) return false
    this.#logged = ''
    this.#timeline = found.timeline
    this.#cluster = found.cluster
    this.#current = found.address
    return true
  }

  /** Once, until something else is said. */
  #logOnce(servers: string[], message: string): void {
    const said = servers.join('; ')
    if (said !== '' && said !== this.#logged) this.#troubles?.log?.warn({ servers }, message)
    this.#logged = said
  }
}
