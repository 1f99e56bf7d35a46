// Reads of calls that say so (`standby` in the contract) go to a standby of the database, where one is given and keeps up.
// What it answers is never older than the question: first the primary says up to where it has written, and the standby is
// read when it has replayed all of that. So whatever anybody was told before, by whichever server, is in the answer.
// Where it is not there in a second, is away or gives up, the primary is read as ever.
import { setTimeout as pause } from 'node:timers/promises'
import { Failure, Rejected } from '@torniquete/contract/errors.ts'
import type pg from 'pg'
import { type DatabaseAddress, openPool, type Troubles, within } from './connection.ts'
import { FairQueue } from './fair-queue.ts'
import type { Transaction } from './gym-statements.ts'
import { countOf, type Dealt } from './pools.ts'
import { checkOut, isBroken, readInGym, type Source } from './transaction.ts'

/** Milliseconds that a standby may be behind, and a way to it may take. */
const patience = 1_000
/** Milliseconds for which nobody waits for one that was late or away. */
const rest = 5_000

/** Up to where a database has written, and after how many promotions. */
interface Position {
  lsn: string
  timeline: string
}

// What was acknowledged is on the disk, unless the database was told not to wait for it.
const written = `
  select lsn::text, left(pg_walfile_name(lsn), 8) as timeline
  from (select case when current_setting('synchronous_commit') = 'off'
    then pg_current_wal_insert_lsn() else pg_current_wal_flush_lsn() end as lsn) now`

// One that followed a primary of before knows the same places with other words in them.
const replayed = `
  select pg_last_wal_replay_lsn() >= $1::pg_lsn as reached,
    (select upper(lpad(to_hex(timeline_id), 8, '0')) from pg_control_checkpoint()) = $2 as same`

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

  /** Whether it is one, and answers. */
  async check(): Promise<void> {
    await this.#pool.query('select')
  }

  end(): Promise<void> {
    return this.#pool.end()
  }

  /** Null where the primary is to be read. `work` may have been begun, and is begun anew there. */
  async read<Result>(gym: number, work: (tx: Transaction) => Promise<Result>): Promise<{ result: Result } | null> {
    if (performance.now() < this.#restsUntil) return this.#count('resting')
    const position = await this.#written()
    if (!position) return null
    const deadline = performance.now() + patience
    try {
      const source = {
        pool: this.#pool,
        observer: null,
        troubles: this.#troubles,
        ready: (client: pg.ClientBase) => reach(client, position, deadline),
      }
      const done = await this.#turns.tryRun(gym, async () => ({ result: await readInGym(source, gym, work) }))
      if (!done) return this.#count('late')
      this.#tellWell()
      this.#count('standby')
      return done
    } catch (error) {
      if (error instanceof Failure || error instanceof Rejected) throw error
      const unfit = error instanceof Late || isBroken(error)
      if (unfit) this.#rest(error)
      return this.#count(error instanceof Late ? 'late' : unfit ? 'away' : 'refused')
    }
  }

  /** Null where the primary itself has trouble, of which its own read tells. */
  async #written(): Promise<Position | null> {
    try {
      return await this.#askPrimary()
    } catch {
      return null
    }
  }

  async #askPrimary(): Promise<Position | null> {
    const client = await checkOut(this.#primary)
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

  #rest(error: Error): void {
    this.#restsUntil = performance.now() + rest
    if (this.#isWell) this.#troubles.log?.warn({ err: error }, 'the standby is not read: the primary answers')
    this.#isWell = false
  }

  #tellWell(): void {
    if (!this.#isWell) this.#troubles.log?.warn({}, 'the standby is read again')
    this.#isWell = true
  }
}

async function reach(client: pg.ClientBase, { lsn, timeline }: Position, deadline: number): Promise<void> {
  for (let wait = 1; ; wait *= 2) {
    const left = deadline - performance.now()
    if (left <= 0) throw new Late('the standby is more than a second behind')
    const { rows } = await client.query<{ reached: boolean; same: boolean }>(within(left, replayed, [lsn, timeline]))
    if (!rows[0]?.same) throw new Late('the standby does not follow this primary yet')
    if (rows[0].reached) return
    await pause(Math.min(wait, 50))
  }
}
