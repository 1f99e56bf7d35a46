// Limits failed logins over all servers in 15 minutes: 10 per user and address, 100 per address, 50 per user
// (claim_login() in the database). An attempt counts until it succeeds, so concurrent attempts take turns: a right one
// must not be counted against another.
import type { FastifyBaseLogger } from 'fastify'
import type { Database } from '../../platform/db/database.ts'

/** The result, or the milliseconds until another attempt is allowed. */
export type Attempt<Result> = { found: Result | null } | { wait: number }

interface Try {
  username: string
  address: string
  now: Date
  /** A success is a login, which makes the address known for the user. */
  enters: boolean
}

export class FailedLogins {
  readonly #database: Pick<Database, 'platform'>
  readonly #log: Pick<FastifyBaseLogger, 'warn'>
  readonly #turns = new Map<string, Promise<unknown>>()
  readonly #running = new Map<string, { count: number; waiting: (() => void)[] }>()

  constructor(database: Pick<Database, 'platform'>, log: Pick<FastifyBaseLogger, 'warn'>) {
    this.#database = database
    this.#log = log
  }

  /** Checks a password within the limits; null is a failure. Attempts on one user from one address take turns. */
  async attempt<Result>(tried: Try, look: () => Promise<Result | null>): Promise<Attempt<Result>> {
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

  /** If attempts in progress use up the address's limit, the next one waits for one of them. */
  async #withinAddress<Result>(tried: Try, look: () => Promise<Result | null>): Promise<Attempt<Result>> {
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

  async #look<Result>(tried: Try, look: () => Promise<Result | null>): Promise<Result | null> {
    let found: Result | null
    try {
      found = await look()
    } catch (error) {
      // The outcome is unknown, so it counts as a failure.
      await this.#settle(tried, false).catch(() => {})
      throw error
    }
    if (found !== null) await this.#settle(tried, tried.enters)
    else await this.#tell(tried)
    return found
  }

  /** Logs a failure with the current counts. */
  async #tell({ username, address, now }: Try): Promise<void> {
    const { rows } = await this.#database.platform.query<{ gym: number | null; user: number | null; counts: number[] }>(
      `select u.gym_id as gym, u.id_user as "user", array(
         select coalesce(f.count, 0) from (values (1, $1, $2), (2, $1, ''), (3, '', $2)) k(place, username, address)
           left join failed_logins f on f.username = k.username and f.address = k.address and f.ends > $3
         order by k.place) as counts
       from (values ($1)) t(username) left join usernames u on u.username = lower(t.username)`,
      [username, address, now],
    )
    const { gym = null, user = null, counts: [ofUserHere, ofUser, ofAddress] = [] } = rows[0] ?? {}
    // The username is left out: it may be a password typed into the wrong field.
    this.#log.warn({ gym, user, address, ofUserHere, ofUser, ofAddress }, 'a login failed')
  }

  /** Milliseconds until an attempt is allowed; 0 if this one is, which then counts. */
  async #claim({ username, address, now }: Try): Promise<number> {
    const { rows } = await this.#database.platform.query<{ until: Date | null }>(
      'select claim_login($1, $2, $3) as until',
      [username, address, now],
    )
    const until = rows[0]?.until
    return until ? Math.max(1, new Date(until).getTime() - now.getTime()) : 0
  }

  async #settle({ username, address, now }: Try, entered: boolean): Promise<void> {
    await this.#database.platform.query('select settle_login($1, $2, $3, $4)', [username, address, now, entered])
  }
}
