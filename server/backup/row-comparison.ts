// Whether a copy that was brought back holds what the running database does: each row that stands as it stood then. It is a
// copy of files, so such a row has the same place and the same transaction in both. What rows say is compared by digest, piece
// by piece, and row by row where a piece was changed since.
import type pg from 'pg'
import { CopyMismatch } from './copy-mismatch.ts'
import { requireSequences } from './stored-sequences.ts'
import { type Databases, type Table, type Transactions, tablesOf, transactionsOf } from './stored-tables.ts'
import { withDutyCycle } from './throttle.ts'

export interface RowComparison {
  /** That are the same in both. */
  rows: number
  /** Of the copy alone: what was changed or removed since. */
  changed: number
}

/** Pages of a table that are read at once: some 2 MB. */
const pieceOf = 256

/** Reads every row of the copy. @throws CopyMismatch, and what PostgreSQL says of a page that is damaged */
export async function requireSameRows({ copy, running }: Databases, signal?: AbortSignal): Promise<RowComparison> {
  const known = await transactionsOf({ copy, running })
  const [copied, now] = [await tablesOf(copy), await tablesOf(running)]
  const sum: RowComparison = { rows: 0, changed: 0 }
  for (const table of copied.values()) {
    const other = now.get(table.oid)
    // One that was written anew since has its rows elsewhere: it is read.
    const comparable = other?.file === table.file ? withColumnsOf(table, other) : null
    const pages = Math.max(table.pages, comparable ? (other?.pages ?? 0) : 0)
    for (let from = 0; from < pages; from += pieceOf) {
      const piece = { table: comparable ?? table, from }
      const found = await withDutyCycle(
        () => (comparable ? compare({ copy, running }, piece, known) : readOnly(copy, piece)),
        signal,
      )
      sum.rows += found.rows
      sum.changed += found.changed
    }
  }
  for (const table of now.values()) if (!copied.has(table.oid)) await requireNoneKnown(running, table, known, signal)
  await requireSequences({ copy, running }, signal)
  return sum
}

/** A migration since may have added some and dropped others. */
const withColumnsOf = (table: Table, { columns }: Table): Table => ({
  ...table,
  columns: table.columns.filter((column) => columns.includes(column)),
})

interface Piece {
  table: Table
  /** Its first page. */
  from: number
}

const quoted = (name: string) => `"${name.replaceAll('"', '""')}"`
const hashOf = ({ columns }: Table) =>
  `hashtextextended(row(${columns.map((column) => `t.${quoted(column.slice(column.indexOf(' ') + 1))}`).join(', ')})::text, 0)`
const placeOf = ({ table, from }: Piece) =>
  `from ${table.name} t where ctid >= '(${from},0)' and ctid < '(${from + pieceOf},0)'`
const digestOf = (piece: Piece) =>
  `select count(*)::integer as rows, coalesce(sum(${hashOf(piece.table)}::numeric), 0)::text as digest ${placeOf(piece)}`
const rowsOf = (piece: Piece) =>
  `select ctid || ' ' || xmin as place, ${hashOf(piece.table)}::text as hash ${placeOf(piece)}`

/** Of rows whose transaction the copy should know. Its numbers go round: half of them are before any. */
const isKnown = ({ next, underWay }: Transactions) =>
  `((${BigInt.asUintN(32, next)} - xmin::text::bigint) & 4294967295) between 1 and 2147483648
    and xmin::text <> all ('{${underWay.join(',')}}')`

async function compare({ copy, running }: Databases, piece: Piece, known: Transactions): Promise<RowComparison> {
  const take = async (client: pg.ClientBase, text: string) =>
    (await client.query<{ rows: number; digest: string }>(text)).rows[0]
  const ours = await take(running, `${digestOf(piece)} and ${isKnown(known)}`)
  const theirs = await take(copy, digestOf(piece))
  if (ours && ours.rows === theirs?.rows && ours.digest === theirs.digest) return { rows: ours.rows, changed: 0 }
  const row = async (client: pg.ClientBase, text: string) =>
    (await client.query<{ place: string; hash: string }>(text)).rows
  const found = new Map((await row(copy, rowsOf(piece))).map(({ place, hash }) => [place, hash]))
  const expected = await row(running, `${rowsOf(piece)} and ${isKnown(known)}`)
  for (const { place, hash } of expected) {
    const copied = found.get(place)
    if (copied === undefined) throw new CopyMismatch(`${piece.table.name}: the row at ${place} is not in the copy`)
    if (copied !== hash) throw new CopyMismatch(`${piece.table.name}: the row at ${place} is another one in the copy`)
  }
  return { rows: expected.length, changed: found.size - expected.length }
}

/** A page that is damaged does not pass. */
async function readOnly(copy: pg.ClientBase, piece: Piece): Promise<RowComparison> {
  await copy.query(digestOf(piece))
  return { rows: 0, changed: 0 }
}

async function requireNoneKnown(
  running: pg.ClientBase,
  table: Table,
  known: Transactions,
  signal: AbortSignal | undefined,
): Promise<void> {
  for (let from = 0; from < table.pages; from += pieceOf) {
    const text = `select ${placeOf({ table, from })} and ${isKnown(known)} limit 1`
    const { rowCount } = await withDutyCycle(() => running.query(text), signal)
    if (rowCount) throw new CopyMismatch(`${table.name} is not in the copy`)
  }
}
