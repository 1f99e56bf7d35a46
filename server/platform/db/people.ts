import type { Transaction } from './gym-statements.ts'
import { sql } from './sql.ts'

/**
 * Whoever changes what somebody of a gym may do, or whose login the gym's is, takes turns with the others who do, from
 * before the first row is locked: one comes from the user's row to the gym's, another from the gym's to the user's.
 */
export const lockPeople = (tx: Transaction, gym: number): Promise<number> =>
  tx.run(sql`select pg_advisory_xact_lock(7211, ${gym}::integer)`)
