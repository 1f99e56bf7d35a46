import { hash } from 'node:crypto'

/** Sums the hashes of rows, so the digest does not depend on the order of the rows. */
export class RowDigest {
  rows = 0
  readonly #sums = new Uint32Array(8)

  add(row: Buffer): void {
    const own = hash('sha256', row, 'buffer')
    this.rows += 1
    // Each sum wraps around at 2^32.
    for (let at = 0; at < 8; at++) this.#sums[at] = (this.#sums[at] ?? 0) + own.readUInt32LE(4 * at)
  }

  /** Adds complete rows of COPY text, in which line ends within values are escaped. */
  addRows(rows: Buffer): void {
    for (let from = 0; from < rows.length; ) {
      const to = rows.indexOf('\n', from) + 1 || rows.length
      this.add(rows.subarray(from, to))
      from = to
    }
  }

  toString(): string {
    return [...this.#sums].map((sum) => sum.toString(16).padStart(8, '0')).join('')
  }
}
