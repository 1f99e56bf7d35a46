// Names frequent statements to prepare them. A name is never reused; a connection with too many is replaced.
import { LRUCache } from 'lru-cache'
import type { PoolClient } from 'pg'

const maxNames = 400
const maxCountedTexts = 1_000
/** Number of uses after which a text gets a name, because preparing rare texts gains nothing. */
const usesForName = 3
/** Highest number of prepared statements on a connection, including those whose name was dropped. */
const maxPrepared = 2 * maxNames

export class PreparedStatementNames {
  readonly #named = new LRUCache<string, string>({ max: maxNames })
  readonly #counted = new LRUCache<string, number>({ max: maxCountedTexts })
  #given = 0

  /** Returns the name for a text and counts its use; undefined while the text is rare. */
  of(text: string): string | undefined {
    const known = this.#named.get(text)
    if (known !== undefined) return known
    const uses = (this.#counted.get(text) ?? 0) + 1
    if (uses < usesForName) {
      this.#counted.set(text, uses)
      return undefined
    }
    this.#counted.delete(text)
    this.#given += 1
    this.#named.set(text, `s${this.#given}`)
    return `s${this.#given}`
  }
}

/** Reads the driver's list of prepared statements, for which it has no type. */
export const hasTooManyPreparedStatements = (client: PoolClient): boolean =>
  Object.keys((client as unknown as { connection: { parsedStatements: object } }).connection.parsedStatements).length >
  maxPrepared
