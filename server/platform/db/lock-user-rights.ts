import type { Transaction } from './gym-statements.ts'
import { sql } from './sql.ts'

/** Prevents deadlocks when users' rights change: some changes lock a user's row first, others the gym's row. */
export const lockUserRights = (tx: Transaction, gym: number): Promise<number> =>
  tx.run(sql`select pg_advisory_xact_lock(7211, ${gym}::integer)`)
