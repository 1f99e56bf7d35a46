// A sequence is no row that could be compared: one that went back gives numbers that are taken.
import type pg from 'pg'
import { CopyMismatch } from './copy-mismatch.ts'
import type { Databases } from './stored-tables.ts'
import { withDutyCycle } from './throttle.ts'

interface Sequence {
  /** As a statement names them. */
  name: string
  table: string
  column: string
}

/** Each of the copy is as far as what its table holds there, where the one that runs is. @throws CopyMismatch */
export async function requireSequences({ copy, running }: Databases, signal?: AbortSignal): Promise<void> {
  const { rows } = await copy.query<Sequence>(
    `select s.oid::regclass::text as name, refobjid::regclass::text as table, quote_ident(attname) as column
     from pg_class s join pg_sequence on seqrelid = s.oid and seqincrement > 0 and not seqcycle
       join pg_depend on classid = 'pg_class'::regclass and objid = s.oid and deptype in ('a', 'i')
         and refclassid = 'pg_class'::regclass and refobjsubid > 0
       join pg_attribute on attrelid = refobjid and attnum = refobjsubid
     where s.relkind = 'S' and s.relpersistence = 'p' order by 1`,
  )
  for (const { name, table, column } of rows) {
    const { rows } = await withDutyCycle(
      () => copy.query<{ max: string | null }>(`select max(${column})::text from ${table}`),
      signal,
    )
    const max = BigInt(rows[0]?.max ?? 0)
    if (max > (await lastOf(copy, name)) && max <= (await lastOf(running, name)))
      throw new CopyMismatch(`${name} is behind ${table} in the copy`)
  }
}

/** Zero where it gave none, or is gone by now. */
async function lastOf(client: pg.ClientBase, name: string): Promise<bigint> {
  const { rows } = await client.query<{ last: string | null }>(
    `select pg_sequence_last_value(to_regclass($1))::text as last`,
    [name],
  )
  return BigInt(rows[0]?.last ?? 0)
}
