// Which other servers work on this database. Each leaves a row that it renews once a minute; one that has not been renewed
// for longer is none any more.
import { createHash } from 'node:crypto'
import { hostname } from 'node:os'
import type { Database } from '../db/database.ts'
import type { Gauges } from '../measurements.ts'

const renewEvery = 60_000
/** Two that were missed, and how long one may take. */
const goneAfter = '150 seconds'

const renew = `
  with own as (
    insert into servers (id, name) values ($1::uuid, $2) on conflict (id) do update set seen_at = now()),
  gone as (
    delete from servers where seen_at < now() - interval '${goneAfter}' and id <> $1::uuid)
  select name, left(id::text, 8) = left($1::uuid::text, 8) as beside from servers where seen_at >= now() - interval '${goneAfter}' and id <> $1::uuid order by name`

export interface Own {
  /** Eight hexadecimal digits that stay with its DATA_DIR: two with the same show the same pictures. */
  installation: string
  /** Where it listens: two of one machine differ. */
  port: number
  imagesAreShared: boolean
}

/** The same after a restart: one that was killed left its row. */
function idOf({ installation, port }: Own): string {
  const place = createHash('sha256').update(`${hostname()} ${port}`).digest('hex')
  return `${installation}${place.slice(0, 24)}`
}

export class Servers {
  readonly #database: Pick<Database, 'platform' | 'troubles'>
  readonly #imagesAreShared: boolean
  readonly #id: string
  readonly #timer: NodeJS.Timeout
  #others: { name: string; beside: boolean }[] = []
  #told = false

  constructor(database: Pick<Database, 'platform' | 'troubles'>, own: Own) {
    this.#database = database
    this.#imagesAreShared = own.imagesAreShared
    this.#id = idOf(own)
    this.#timer = setInterval(() => void this.look(), renewEvery).unref()
  }

  /** The names of those that do not show the pictures that are stored here, nor these theirs. */
  get apart(): readonly string[] {
    return this.#imagesAreShared ? [] : this.#others.flatMap(({ name, beside }) => (beside ? [] : [name]))
  }

  /** This one too. */
  get count(): number {
    return 1 + this.#others.length
  }

  /** Says that this one is there, and sees who else is. */
  async look(): Promise<void> {
    try {
      const { rows } = await this.#database.platform.query<{ name: string; beside: boolean }>(renew, [
        this.#id,
        hostname(),
      ])
      this.#others = rows
    } catch {
      // Without the database there is more to tell than this, and others do.
      return
    }
    const some = this.apart.length > 0
    if (some && !this.#told)
      this.#database.troubles.log?.warn({ servers: this.apart }, 'other servers keep pictures of their own in DATA_DIR')
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
