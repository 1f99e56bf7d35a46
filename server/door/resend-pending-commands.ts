import type { Transaction } from '../platform/db/gym-statements.ts'
import { sql } from '../platform/db/sql.ts'
import { invalidateTimeZones } from './terminal-time-zones.ts'
import type { Terminal } from './terminals.ts'

/** Makes all unacknowledged commands due at once, after a handshake. */
export async function resendPendingCommands(tx: Transaction, terminal: Terminal): Promise<void> {
  const ours = sql`gym_id = ${terminal.gym} and id_device = ${terminal.id}`
  // A handshake shows a restart, which may have reset the clock; all passes so far were made before it.
  await tx.run(sql`
    update terminal_states set newest_before_start = newest_pass
    where ${ours} and newest_before_start is distinct from newest_pass`)
  await tx.run(sql`
    update terminal_users set sent_at = '-infinity', tries = 0, parts = 0 where ${ours} and sent is not null`)
  await tx.run(sql`
    update terminal_strangers set sent_at = null, tries = 0, parts = 0 where ${ours} and sent_at is not null`)
  await tx.run(sql`
    update terminal_orders set sent_at = null, tries = 0, parts = 0
    where ${ours} and result is null and sent_at is not null`)
  await tx.run(sql`
    update terminal_templates set sent_at = '-infinity', tries = 0, error = null where ${ours} and sent is not null`)
  await invalidateTimeZones(tx, terminal)
}
