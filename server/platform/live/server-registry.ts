// Lists servers on this database. Each updates its row once a minute; a server with an old row counts as gone.
import { createHash } from 'node:crypto'
import { hostname } from 'node:os'
import type { Database } from '../db/database.ts'
import type { Gauges } from '../metrics.ts'

const renewIntervalMs = 60_000
/** Covers two missed updates of a row and the time of one update. */
const goneAfterMs = '150 seconds'

const renew = `
  with own as (
    insert into servers (id, name, key_name) values ($1::uuid, $2, $3)
      on conflict (id) do update set seen_at = now(), key_name = excluded.key_name),
  gone as (
    delete from servers where seen_at < now() - interval '${goneAfterMs}' and id <> $1::uuid)
  select name, left(id::text, 8) = left($1::uuid::text, 8) as same_installation, key_name from servers where seen_at >= now() - interval '${goneAfterMs}' and id <> $1::uuid order by name`

export interface OwnServer {
  /** Eight hexadecimal digits that identify DATA_DIR; servers with equal ones share pictures. */
  installation: string
  /** Tells servers on one machine apart. */
  port: number
  imagesAreShared: boolean
  keyName: string
}

type Other = { name: string; same_installation: boolean; key_name: string | null }

export class ServerRegistry {
  readonly #database: Pick<Database, 'platform'>
  readonly #imagesAreShared: boolean
  readonly #keyName: string
  readonly #id: string
  readonly #timer: NodeJS.Timeout
  #others: Other[] = []

  constructor(database: Pick<Database, 'platform'>, own: OwnServer) {
    this.#database = database
    this.#imagesAreShared = own.imagesAreShared
    this.#keyName = own.keyName
    // The id is the same after a restart, so that a server that was killed finds its row again.
    const place = createHash('sha256').update(`${hostname()} ${own.port}`).digest('hex')
    this.#id = `${own.installation}${place.slice(0, 24)}`
    this.#timer = setInterval(() => void this.look(), renewIntervalMs).unref()
  }

  get withOtherImages(): readonly string[] {
    if (this.#imagesAreShared) return []
    return this.#others.flatMap(({ name, same_installation }) => (same_installation ? [] : [name]))
  }

  get withOtherKey(): readonly string[] {
    const others = this.#others.filter(({ key_name }) => key_name !== null && key_name !== this.#keyName)
    return others.map(({ name }) => name)
  }

  /** Number of servers including this one. */
  get count(): number {
    return 1 + this.#others.length
  }

  async look(): Promise<void> {
    try {
      const own = [this.#id, hostname(), this.#keyName]
      this.#others = (await this.#database.platform.query<Other>(renew, own)).rows
    } catch {
      // Ignored here, since other code reports an unreachable database.
    }
  }

  async close(): Promise<void> {
    clearInterval(this.#timer)
    await this.#database.platform.query('delete from servers where id = $1', [this.#id]).catch(() => {})
  }

  get gauges(): Gauges {
    return {
      torniquete_servers: { help: 'Servers at work on this database, this one too.', value: () => this.count },
      torniquete_images_apart: {
        help: 'Whether others of them keep pictures in a DATA_DIR of their own: what is stored at one is not seen at another.',
        value: () => Number(this.withOtherImages.length > 0),
      },
      torniquete_keys_apart: {
        help: 'Whether others of them seal by another key: what is sealed at one cannot be opened at another.',
        value: () => Number(this.withOtherKey.length > 0),
      },
    }
  }
}
