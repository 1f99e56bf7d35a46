// Which other servers work on this database. Each leaves a row that it renews once a minute; one that has not been renewed
// for longer is none any more.
import { randomUUID } from 'node:crypto'
import { hostname } from 'node:os'
import type { Database } from '../db/database.ts'
import type { Gauges } from '../measurements.ts'

const renewEvery = 60_000
/** Two that were missed, and how long one may take. */
const goneAfter = '150 seconds'

const renew = `
  with own as (
    insert into servers (id, name) values ($1, $2) on conflict (id) do update set seen_at = now()),
  gone as (
    delete from servers where seen_at < now() - interval '${goneAfter}' and id <> $1)
  select name from servers where seen_at >= now() - interval '${goneAfter}' and id <> $1 order by name`

export class Servers {
  readonly #database: Pick<Database, 'platform' | 'troubles'>
  readonly #imagesAreShared: boolean
  readonly #id = randomUUID()
  readonly #timer: NodeJS.Timeout
  #others: string[] = []
  #told = false

  constructor(database: Pick<Database, 'platform' | 'troubles'>, imagesAreShared: boolean) {
    this.#database = database
    this.#imagesAreShared = imagesAreShared
    this.#timer = setInterval(() => void this.look(), renewEvery).unref()
  }

  /** The names of those that do not show the pictures that are stored here, nor these theirs. */
  get apart(): readonly string[] {
    return this.#imagesAreShared ? [] : this.#others
  }

  /** This one too. */
  get count(): number {
    return 1 + this.#others.length
  }

  /** Says that this one is there, and sees who else is. */
  async look(): Promise<void> {
    try {
      const { rows } = await this.#database.platform.query<{ name: string }>(renew, [this.#id, hostname()])
      this.#others = rows.map(({ name }) => name)
    } catch {
      // Without the database there is more to tell than this, and others do.
      return
    }
    const some = this.apart.length > 0
    if (some && !this.#told)
      this.#database.troubles.log?.warn(
        { servers: this.#others },
        'other servers keep pictures of their own in DATA_DIR',
      )
    this.#told = some
  }

  async close(): Promise<void> {
    clearInterval(this.#timer)
    await this.#database.platform.query('delete from servers where id = $1', [this.#id]).catch(() => {})
  }

  get gauges(): Gauges {
    return {
      torniquete_servers: {
        help: 'Servers at work on this database, this one too.',
        value: () => this.count,
      },
      torniquete_images_apart: {
        help: 'Whether others of them keep pictures in a DATA_DIR of their own: what is stored at one is not seen at another.',
        value: () => Number(this.apart.length > 0),
      },
    }
  }
}
