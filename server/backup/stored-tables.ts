// What a database stores, and which of its transactions a copy of it should know.
import type pg from 'pg'

/** Connections of their owner, with the settings of ours. */
export interface Databases {
  copy: pg.ClientBase
  running: pg.ClientBase
}

export interface Table {
  oid: number
  /** As a statement names it. */
  name: string
  /** Another one where it was written anew. */
  file: number
  pages: number
  /** Each with its number, which none that comes later under the same name has: `3 name`. */
  columns: string[]
}

/** Of all tables of the product that a crash leaves as they are, by their `oid`. */
export async function tablesOf(client: pg.ClientBase): Promise<Map<number, Table>> {
  const { rows } = await client.query<Table>(
    `select c.oid::integer as oid, c.oid::regclass::text as name, pg_relation_filenode(c.oid)::integer as file,
       (pg_relation_size(c.oid) / current_setting('block_size')::integer)::integer as pages,
       (select array_agg(attnum || ' ' || attname order by attnum) from pg_attribute
        where attrelid = c.oid and attnum > 0 and not attisdropped) as columns
     from pg_class c where relkind = 'r' and relpersistence = 'p'
       and relnamespace <> all ('{pg_catalog, information_schema}'::regnamespace[])
     order by c.oid`,
  )
  return new Map(rows.map((table) => [table.oid, table]))
}

export interface Transactions {
  /** The first that the copy knows nothing of. */
  next: bigint
  /** Before it, and not at their end when the copy was made. */
  underWay: string[]
}

/** Transactions back from the copy's end of which one may have been under way then: at 300 a second ten minutes. */
const longestWay = 200_000n

/** @throws Error where the copy is of another database, or of one that went on otherwise */
export async function transactionsOf({ copy, running }: Databases): Promise<Transactions> {
  const [{ next, cluster }, now] = [await boundsOf(copy), await boundsOf(running)]
  if (cluster !== now.cluster || now.next < next) throw new Error('the copy is of another database')
  const from = next > longestWay + firstNormal ? next - longestWay : firstNormal
  const [copied, here] = [await endedOf(copy, from, next), await endedOf(running, from, next)]
  const underWay: string[] = []
  for (let at = 0; at < here.length; at++) {
    const isUnderWay = here[at] === '-'
    if (!isUnderWay && (here[at] === copied[at] || here[at] === '?' || copied[at] === '?')) continue
    // What counts in the copy counts here, unless here it was lost.
    if (copied[at] === '1') throw new Error('the copy knows what the running database does not')
    underWay.push(String(BigInt.asUintN(32, from + BigInt(at))))
  }
  return { next, underWay }
}

/** The numbers before it are PostgreSQL's own. */
const firstNormal = 3n

async function boundsOf(client: pg.ClientBase): Promise<{ next: bigint; cluster: string }> {
  const { rows } = await client.query<{ next: string; cluster: string }>(
    `select pg_snapshot_xmax(pg_current_snapshot())::text as next, system_identifier::text as cluster
     from pg_control_system()`,
  )
  return { next: BigInt(rows[0]?.next ?? 0), cluster: rows[0]?.cluster ?? '' }
}

/** A letter for each transaction: 1 for what counts, - for what may yet, ? for what is too old to be known. */
async function endedOf(client: pg.ClientBase, from: bigint, next: bigint): Promise<string> {
  const { rows } = await client.query<{ ended: string }>(
    `select coalesce(string_agg(case when status is null then '?' when status = 'committed' then '1' when status = 'in progress' then '-' else '0' end, '' order by n), '') as ended
     from generate_series($1::bigint, $2::bigint - 1) n, pg_xact_status(n::text::xid8) status`,
    [String(from), String(next)],
  )
  return rows[0]?.ended ?? ''
}
