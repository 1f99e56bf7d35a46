import type { Transaction } from './gym-statements.ts'
import { sql } from './sql.ts'

/**
 * Serialises changes of what users of a gym may do, before the first row is locked: some start at the user's row and
 * some at the gym's.
 */
export const lockPeople = (tx: Transaction, gym: number): Promise<number> =>
  tx.run(sql`select pg_advisory_xact_lock(7211, ${gym}::integer)`)
