// Reads the rows that transactions write about their changes, by snapshots, so that no late commit is missed.
import type { ClientBase, Pool } from 'pg'
import { makeQueryWithTimeout } from '../db/connection.ts'
import { parseAreaChanges } from '../db/transaction.ts'

/** PostgreSQL's text of a snapshot, such as `100:104:100,102`. */
export type SnapshotText = string

interface Row {
  /** Snapshot at which the next read begins. */
  seen: SnapshotText
  /** Id of the oldest running transaction. */
  horizon: string
  /** The database's time in milliseconds since 1970. */
  clock: number
  /** True if rows were deleted before this server read them. */
  missed: boolean
  xid: string | null
  changed: string | null
}

const text = `
  select now.seen, now.horizon, now.clock,
    coalesce((select upto > pg_snapshot_xmin($1::pg_snapshot) from changes_swept), false) as missed,
    c.xid::text as xid, string_agg(c.gym || ':' || c.area, ',') as changed
  from (select s::text as seen, pg_snapshot_xmin(s)::text as horizon,
    extract(epoch from clock_timestamp())::float8 * 1000 as clock from pg_current_snapshot() s) now
    left join changes c on c.xid >= pg_snapshot_xmax($1::pg_snapshot)
      or c.xid = any (array(select pg_snapshot_xip($1::pg_snapshot)))
  group by now.seen, now.horizon, now.clock, c.xid`

/** Returns the commits since `last`. If it is null, returns none, only the snapshot for the next read. */
export async function readCommittedChanges(client: ClientBase, last: SnapshotText | null, limit: number) {
  const since =
    last ?? (await client.query(makeQueryWithTimeout(limit, 'select pg_current_snapshot()::text as seen'))).rows[0].seen
  const { rows } = await client.query<Row>(makeQueryWithTimeout(limit, text, [since]))
  const [first] = rows
  if (!first) throw new Error('a reading without a snapshot')
  const { seen, horizon, clock, missed } = first
  const changed = rows.flatMap(({ xid, changed }) =>
    xid === null ? [] : [{ xid, changes: parseAreaChanges(changed ?? '') }],
  )
  return { seen, horizon, clock, missed, changed }
}

/** Deletes rows of transactions before `horizon`, and stores `horizon`, so that servers notice rows they missed. */
export async function deleteOldChanges(pool: Pool, horizon: string): Promise<void> {
  await pool.query(
    `with gone as (delete from changes where xid < $1::xid8)
     insert into changes_swept as s (upto) values ($1::xid8)
     on conflict (singleton) do update set upto = greatest(s.upto, excluded.upto)`,
    [horizon],
  )
}

/** Deletes rows of another database cluster, whose transaction ids are in the future here. */
export async function deleteOtherClusterChanges(client: ClientBase, limit: number): Promise<void> {
  for (const future of ['changes where xid', 'changes_swept where upto'])
    await client.query(makeQueryWithTimeout(limit, `delete from ${future} > pg_snapshot_xmax(pg_current_snapshot())`))
}
