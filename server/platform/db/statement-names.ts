// Which statements are prepared: those in use. A name means one text for ever; a text that was long unused loses its name
// and may get another. What a connection prepared stays with it, so one that holds too much is replaced.
import type { PoolClient } from 'pg'

/** Names that are given at once; texts that are counted without having one. */
const mostNamed = 400
const mostCounted = 1_000
/** Texts that are asked now and then gain nothing. */
const usesForName = 3
/** What a connection may hold of names that are none any more. */
const mostPrepared = 2 * mostNamed

export class StatementNames {
  /** In the order of their last use. */
  readonly #named = new Map<string, string>()
  readonly #counted = new Map<string, number>()
  #given = 0

  /** Called at each use of a text; undefined while it is not used enough. */
  of(text: string): string | undefined {
    const known = this.#named.get(text) ?? this.#earned(text)
    if (known === undefined) return undefined
    touch(this.#named, text, known, mostNamed)
    return known
  }

  #earned(text: string): string | undefined {
    const uses = (this.#counted.get(text) ?? 0) + 1
    if (uses < usesForName) {
      touch(this.#counted, text, uses, mostCounted)
      return undefined
    }
    this.#counted.delete(text)
    this.#given += 1
    return `s${this.#given}`
  }
}

/** Puts an entry behind all others, and lets go of the first where there are too many. */
function touch<Value>(entries: Map<string, Value>, key: string, value: Value, most: number): void {
  entries.delete(key)
  entries.set(key, value)
  if (entries.size <= most) return
  const [oldest] = entries.keys()
  if (oldest !== undefined) entries.delete(oldest)
}

const preparedBy = new WeakMap<PoolClient, Set<string>>()

export function notePrepared(client: PoolClient, name: string): void {
  const prepared = preparedBy.get(client)
  if (prepared) prepared.add(name)
  else preparedBy.set(client, new Set([name]))
}

/** Whether a connection holds so many statements that a new one is better. */
export const hasTooManyStatements = (client: PoolClient): boolean => (preparedBy.get(client)?.size ?? 0) > mostPrepared
