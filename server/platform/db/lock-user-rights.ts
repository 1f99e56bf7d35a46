import type { Transaction } from './gym-statements.ts'
import { sql } from './sql.ts'

/** Serialises changes of users' rights before any row is locked: some start at the user's row, others at the gym's. */
export const lockUserRights = (tx: Transaction, gym: number): Promise<number> =>
  tx.run(sql`select pg_advisory_xact_lock(7211, ${gym}::integer)`)
