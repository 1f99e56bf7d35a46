// Decides which statements are prepared: those in frequent use. A name is never reused for another text. A connection
// that holds too many prepared statements is replaced.
import type { PoolClient } from 'pg'

/** Most names at once; most texts counted without a name. */
const maxNames = 400
const maxCountedTexts = 1_000
/** Rare texts gain nothing from a name. */
const usesForName = 3
/** Most prepared statements of a connection, including forgotten names. */
const maxPrepared = 2 * maxNames

export class StatementNames {
  /** Texts in the order of their last use. */
  readonly #named = new Map<string, string>()
  readonly #counted = new Map<string, number>()
  #given = 0

  /** Called for each use of a text; undefined while it is rare. */
  of(text: string): string | undefined {
    const known = this.#named.get(text) ?? this.#earned(text)
    if (known === undefined) return undefined
    moveToEnd(this.#named, text, known, maxNames)
    return known
  }

  #earned(text: string): string | undefined {
    const uses = (this.#counted.get(text) ?? 0) + 1
    if (uses < usesForName) {
      moveToEnd(this.#counted, text, uses, maxCountedTexts)
      return undefined
    }
    this.#counted.delete(text)
    this.#given += 1
    return `s${this.#given}`
  }
}

/** Moves an entry to the end, and drops the first one beyond the limit. */
function moveToEnd<Value>(entries: Map<string, Value>, key: string, value: Value, most: number): void {
  entries.delete(key)
  entries.set(key, value)
  if (entries.size <= most) return
  const [oldest] = entries.keys()
  if (oldest !== undefined) entries.delete(oldest)
}

const preparedBy = new WeakMap<PoolClient, Set<string>>()

export function recordPrepared(client: PoolClient, name: string): void {
  const prepared = preparedBy.get(client)
  if (prepared) prepared.add(name)
  else preparedBy.set(client, new Set([name]))
}

/** True if the connection should be replaced. */
export const hasTooManyStatements = (client: PoolClient): boolean => (preparedBy.get(client)?.size ?? 0) > maxPrepared
