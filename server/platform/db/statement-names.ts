// Prepares statements in frequent use. A name never gets another text; a connection that holds too many is replaced.
import { LRUCache } from 'lru-cache'
import type { PoolClient } from 'pg'

const maxNames = 400
const maxCountedTexts = 1_000
/** Rare texts gain nothing from a name. */
const usesForName = 3
/** Most prepared statements of a connection, including forgotten names. */
const maxPrepared = 2 * maxNames

export class StatementNames {
  readonly #named = new LRUCache<string, string>({ max: maxNames })
  readonly #counted = new LRUCache<string, number>({ max: maxCountedTexts })
  #given = 0

  /** Called for each use of a text; undefined while it is rare. */
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

/** The driver lists the prepared statements of a connection, without a type. */
export const hasTooManyStatements = (client: PoolClient): boolean =>
  Object.keys((client as unknown as { connection: { parsedStatements: object } }).connection.parsedStatements).length >
  maxPrepared
