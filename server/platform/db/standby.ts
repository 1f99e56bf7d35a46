// Reads of calls that say so (`standby` in the contract) go to a standby of the database, where one is given and keeps up.
// What it answers is never older than the question: first the primary says up to where it has written, and the standby is
// read when it has replayed all of that. So whatever anybody was told before, by whichever server, is in the answer.
// Where it is not there in a second, is away or gives up, the primary is read as ever.
import { setTimeout as pause } from 'node:timers/promises'
import { Failure, Rejected } from '@torniquete/contract/errors.ts'
import type pg from 'pg'
import { type DatabaseAddress, openPool, type Troubles, WrongConnection, within } from './connection.ts'
import { FairQueue } from './fair-queue.ts'
import type { Transaction } from './gym-statements.ts'
import { countOf, type Dealt } from './pools.ts'
import { checkOut, isBroken, readInGym, type Source, sqlState } from './transaction.ts'

/** Milliseconds that a standby may be behind, and a question to it may take. */
const patience = 1_000
/** All that comes before a read there: the connection, what it is set to, and the wait for what it lacks. */
const wayWithin = 2_000
/** Milliseconds for which nobody waits for one that was late or away. */
const rest = 5_000

/** Which database it is, wherever it is asked: a cluster has its number from its birth, and its standbys have the same. */
interface Identity {
  cluster: string
  base: string
}

/** Up to where a database has written, and after how many promotions. */
interface Position extends Identity {
  lsn: string
  timeline: string
}

const identity = `
  (select system_identifier::text from pg_control_system()) as cluster,
  (select oid::text from pg_database where datname = current_database()) as base`

// What was acknowledged is on the disk, unless the database was told not to wait for it.
const written = `
  select lsn::text, left(pg_walfile_name(lsn), 8) as timeline, ${identity}
  from (select case when current_setting('synchronous_commit') = 'off'
    then pg_current_wal_insert_lsn() else pg_current_wal_flush_lsn() end as lsn) now`

// One that followed a primary of before knows the same places with other words in them.
const replayed = `
  select pg_is_in_recovery() as standby, pg_last_wal_replay_lsn() >= $1::pg_lsn as reached,
    (select upper(lpad(to_hex(timeline_id), 8, '0')) from pg_control_checkpoint()) = $2 as same, ${identity}`
interface Replayed extends Identity {
  standby: boolean
  reached: boolean
  same: boolean
}

function requireSame(one: Identity | undefined, other: Identity | undefined): void {
  if (!one || one.cluster !== other?.cluster || one.base !== other.base)
    throw new WrongConnection('es una réplica de otra base de datos')
}

class Late extends Error {}

/** What became of the reads that might go to a standby. */
const outcomes = ['standby', 'late', 'away', 'refused', 'resting'] as const
export type Outcome = (typeof outcomes)[number]

export class Standby {
  readonly #pool: pg.Pool
  readonly #primary: Source
  readonly #turns: FairQueue
  readonly #troubles: Troubles
  #restsUntil = Number.NEGATIVE_INFINITY
  #isWell = true
  /** Asked for by callers, and not sent yet. */
  #nextPosition: Promise<Position | null> | null = null
  readonly counts = new Map<Outcome, number>(outcomes.map((outcome) => [outcome, 0]))

  /** @param primary asked up to where it has written */
  constructor(address: DatabaseAddress, primary: Source, { readers }: Dealt, limit: number) {
    this.#primary = primary
    this.#troubles = primary.troubles
    this.#turns = new FairQueue({ ...readers, patience })
    this.#pool = openPool(address, {
      max: readers.all,
      pipeline: true,
      readOnly: true,
      standby: true,
      asServer: true,
      // The primary may have to be asked after it.
      limit: limit / 2,
      connectWithin: patience,
      troubles: primary.troubles,
    })
  }

  get connections() {
    return countOf('standby', this.#pool, this.#turns.waiting)
  }

  /** Whether it is one, of this database, and answers. */
  async check(): Promise<void> {
    const ask = async (pool: pg.Pool) => (await pool.query<Identity>(`select ${identity}`)).rows[0]
    requireSame(await ask(this.#pool), await ask(this.#primary.pool))
  }

  end(): Promise<void> {
    return this.#pool.end()
  }

  /** Null where the primary is to be read. `work` may have been begun, and is begun anew there. */
  async read<Result>(
    { gym, user }: { gym: number; user: number | null },
    work: (tx: Transaction) => Promise<Result>,
  ): Promise<{ result: Result } | null> {
    if (performance.now() < this.#restsUntil) return this.#count('resting')
    const turn = await this.#turns.tryRun(gym, () => this.#readInTurn(gym, work), { user })
    return turn ? turn.done : this.#count('late')
  }

  async #readInTurn<Result>(
    gym: number,
    work: (tx: Transaction) => Promise<Result>,
  ): Promise<{ done: { result: Result } | null }> {
    const position = await this.#written()
    if (!position) return { done: null }
    try {
      const result = await this.#readThere(gym, work, position)
      this.#logRecovered()
      this.#count('standby')
      return { done: { result } }
    } catch (error) {
      if (error instanceof Failure || error instanceof Rejected) throw error
      // It gave up this read, and may answer the next.
      if (['40001', '57014'].includes(sqlState(error))) return { done: this.#count('refused') }
      this.#rest(error)
      return { done: this.#count(error instanceof Late ? 'late' : 'away') }
    }
  }

  #readThere<Result>(gym: number, work: (tx: Transaction) => Promise<Result>, position: Position): Promise<Result> {
    const deadline = performance.now() + patience
    let isOver = false
    let timer: NodeJS.Timeout | undefined
    const tooLong = new Promise<never>((_, reject) => {
      timer = setTimeout(() => {
        isOver = true
        reject(new Late('the way to the standby takes too long'))
      }, wayWithin)
    })
    const source = {
      pool: this.#pool,
      observer: null,
      troubles: this.#troubles,
      ready: async (client: pg.ClientBase) => {
        await reach(client, position, deadline)
        // Whoever asked is at the primary by then.
        if (isOver) throw new Late('the standby was there too late')
        clearTimeout(timer)
      },
    }
    const reading = readInGym(source, gym, work).finally(() => clearTimeout(timer))
    return Promise.race([reading, tooLong])
  }

  /** Null where the primary itself has trouble, of which its own read tells. */
  async #written(): Promise<Position | null> {
    try {
      this.#nextPosition ??= this.#askPrimary()
      return await this.#nextPosition
    } catch {
      return null
    }
  }

  async #askPrimary(): Promise<Position | null> {
    const client = await checkOut(this.#primary).finally(() => {
      // It says nothing of what is written after it was sent.
      this.#nextPosition = null
    })
    let broken: Error | undefined
    try {
      return (await client.query<Position>(within(patience, written))).rows[0] ?? null
    } catch (error) {
      if (isBroken(error)) broken = error
      throw error
    } finally {
      client.release(broken)
    }
  }

  #count(outcome: Outcome): null {
    this.counts.set(outcome, (this.counts.get(outcome) ?? 0) + 1)
    return null
  }

  #rest(error: unknown): void {
    this.#restsUntil = performance.now() + rest
    if (this.#isWell) this.#troubles.log?.warn({ err: error }, 'the standby is not read: the primary answers')
    this.#isWell = false
  }

  #logRecovered(): void {
    if (!this.#isWell) this.#troubles.log?.warn({}, 'the standby is read again')
    this.#isWell = true
  }
}

async function reach(client: pg.ClientBase, position: Position, deadline: number): Promise<void> {
  const values = [position.lsn, position.timeline]
  for (let wait = 1; ; wait *= 2) {
    const { rows } = await client.query<Replayed>(within(patience, replayed, values)).catch((error) => {
      throw error.message === 'Query read timeout'
        ? new Late('the standby does not say where it is', { cause: error })
        : error
    })
    const [found] = rows
    if (!found?.standby) throw new WrongConnection('no es una réplica')
    requireSame(found, position)
    if (!found.same) throw new Late('the standby does not follow this primary yet')
    if (found.reached) return
    if (performance.now() >= deadline) throw new Late('the standby is more than a second behind')
    await pause(Math.min(wait, 50))
  }
}
