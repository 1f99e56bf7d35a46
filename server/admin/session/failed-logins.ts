// Limits failed logins over all servers. An attempt counts as failed before its password is checked, so parallel
// attempts on several servers cannot exceed the limit. On one server, attempts for a user from one address run in
// order, so that a correct one is not refused because of a wrong one.
import type { FastifyBaseLogger } from 'fastify'
import type pg from 'pg'
import type { Database } from '../../platform/db/database.ts'

/** Result of the check (null: failed), or milliseconds until another attempt is allowed. */
export type LoginAttemptResult<Result> = { found: Result | null } | { wait: number }

interface LoginTry {
  username: string
  address: string
  now: Date
  /** True if a success logs the user in, which makes the address a known one of the user. */
  enters: boolean
}

const windowMinutes = 15
/** Days for which an address stays known: users may log in from known addresses while others exhaust their limit. */
const knownAddressDays = 30

/** Counters that an attempt raises, always in this order, so that two attempts cannot deadlock. */
const listLimits = ({ username, address }: LoginTry) => [
  { username, address, maxFailures: 10 },
  { username: '', address, maxFailures: 100 },
  { username, address: '', maxFailures: 50 },
]

export class FailedLoginLimiter {
  readonly #database: Pick<Database, 'platform'>
  readonly #log: Pick<FastifyBaseLogger, 'warn'>
  readonly #turns = new Map<string, Promise<unknown>>()
  readonly #running = new Map<string, { count: number; waiting: (() => void)[] }>()

  constructor(database: Pick<Database, 'platform'>, log: Pick<FastifyBaseLogger, 'warn'>) {
    this.#database = database
    this.#log = log
  }

  /** Runs `look` if the limits allow it (null: failed login). Attempts on a user from one address run in order. */
  async attempt<Result>(tried: LoginTry, look: () => Promise<Result | null>): Promise<LoginAttemptResult<Result>> {
    const key = `${tried.address} ${tried.username}`
    const inBounds = () => this.#withinAddress(tried, look)
    const mine = (this.#turns.get(key) ?? Promise.resolve()).then(inBounds, inBounds)
    const settled = mine.catch(() => {})
    this.#turns.set(key, settled)
    try {
      return await mine
    } finally {
      if (this.#turns.get(key) === settled) this.#turns.delete(key)
    }
  }

  /** Runs the check. While attempts in progress use up the address's limit, waits for one of them to end. */
  async #withinAddress<Result>(
    tried: LoginTry,
    look: () => Promise<Result | null>,
  ): Promise<LoginAttemptResult<Result>> {
    const running = this.#running.get(tried.address) ?? { count: 0, waiting: [] }
    this.#running.set(tried.address, running)
    let counted = false
    try {
      for (;;) {
        const others = running.count
        running.count += 1
        counted = true
        const wait = await this.#claim(tried)
        if (wait === 0) return { found: await this.#look(tried, look) }
        running.count -= 1
        counted = false
        if (others === 0) return { wait }
        if (running.count > 0) await new Promise<void>((resolve) => running.waiting.push(resolve))
      }
    } finally {
      if (counted) running.count -= 1
      const next = running.waiting.shift()
      if (next) next()
      else if (running.count === 0 && this.#running.get(tried.address) === running) this.#running.delete(tried.address)
    }
  }

  async #look<Result>(tried: LoginTry, look: () => Promise<Result | null>): Promise<Result | null> {
    let found: Result | null
    try {
      found = await look()
    } catch (error) {
      // A check that threw has an unknown outcome and counts as a failure.
      await this.#settle(tried, false).catch(() => {})
      throw error
    }
    if (found !== null) await this.#settle(tried, tried.enters)
    else await this.#tell(tried)
    return found
  }

  async #tell({ username, address, now }: LoginTry): Promise<void> {
    const { rows } = await this.#database.platform.query<{ gym: number | null; user: number | null; counts: number[] }>(
      `select u.gym_id as gym, u.id_user as "user", array(
         select coalesce(f.count, 0) from (values (1, $1, $2), (2, $1, ''), (3, '', $2)) k(place, username, address)
           left join failed_logins f on f.username = k.username and f.address = k.address and f.ends > $3
         order by k.place) as counts
       from (values ($1)) t(username) left join usernames u on u.username = lower(t.username)`,
      [username, address, now],
    )
    const { gym = null, user = null, counts: [ofUserHere, ofUser, ofAddress] = [] } = rows[0] ?? {}
    // The username is not logged: a user may have typed the password into that field.
    this.#log.warn({ gym, user, address, ofUserHere, ofUser, ofAddress }, 'a login failed')
  }

  /** Counts the attempt. Returns 0 if it is allowed, else milliseconds until another one is. */
  #claim(tried: LoginTry): Promise<number> {
    const count = async (client: pg.PoolClient) => {
      for (const { username, address, maxFailures } of listLimits(tried)) {
        const { rows } = await client.query<{ count: number; ends: Date }>(
          `insert into failed_logins as f (username, address, count, ends) values ($1, $2, 1, $3::timestamptz + make_interval(mins => $4))
           on conflict (username, address) do update set
             count = case when f.ends <= $3 then 1 else f.count + 1 end, ends = case when f.ends <= $3 then excluded.ends else f.ends end
           returning count, ends`,
          [username, address, tried.now, windowMinutes],
        )
        const [taken] = rows
        if (!taken || taken.count <= maxFailures) continue
        if (address === '' && (await isKnownAddress(client, tried))) continue
        return Math.max(1, new Date(taken.ends).getTime() - tried.now.getTime())
      }
      return 0
    }
    return this.#inTransaction(count, (wait) => wait === 0)
  }

  #settle(tried: LoginTry, entered: boolean): Promise<void> {
    return this.#inTransaction(async (client) => {
      for (const { username, address } of listLimits(tried)) {
        const key = [username, address]
        await client.query('update failed_logins set count = count - 1 where username = $1 and address = $2', key)
        await client.query('delete from failed_logins where username = $1 and address = $2 and count <= 0', key)
      }
      if (!entered) return
      await client.query(
        `insert into login_addresses as l (username, address, last_at) values ($1, $2, $3)
         on conflict (username, address) do update set last_at = excluded.last_at where l.last_at < excluded.last_at - interval '1 hour'`,
        [tried.username, tried.address, tried.now],
      )
    })
  }

  async #inTransaction<Result>(
    work: (client: pg.PoolClient) => Promise<Result>,
    shouldCommit: (result: Result) => boolean = () => true,
  ): Promise<Result> {
    const client = await this.#database.platform.connect()
    let hasFailed = true
    try {
      await client.query('begin')
      const result = await work(client)
      await client.query(shouldCommit(result) ? 'commit' : 'rollback')
      hasFailed = false
      return result
    } finally {
      // After a failed transaction the connection is closed instead of reused.
      client.release(hasFailed)
    }
  }
}

async function isKnownAddress(client: pg.PoolClient, { username, address, now }: LoginTry): Promise<boolean> {
  const { rowCount } = await client.query(
    'select from login_addresses where username = $1 and address = $2 and last_at > $3::timestamptz - make_interval(days => $4)',
    [username, address, now, knownAddressDays],
  )
  return rowCount === 1
}
