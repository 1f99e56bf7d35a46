import { hash } from 'node:crypto'

/** Of the rows of a table, in whichever order they come: the sum of their hashes. */
export class RowDigest {
  rows = 0
  readonly #sums = new Uint32Array(8)

  add(row: Buffer): void {
    const own = hash('sha256', row, 'buffer')
    this.rows += 1
    // Each goes round at 2^32 by itself.
    for (const [at, sum] of this.#sums.entries()) this.#sums[at] = sum + own.readUInt32LE(4 * at)
  }

  toString(): string {
    return [...this.#sums].map((sum) => sum.toString(16).padStart(8, '0')).join('')
  }
}
