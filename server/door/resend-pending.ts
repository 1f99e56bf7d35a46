// Makes everything unacknowledged due at once after a handshake. The clock may have been reset too.
import type { Transaction } from '../platform/db/gym-statements.ts'
import { markPassesBeforeRestart } from './clock-resets.ts'
import { resendDeviceCommands } from './device-commands.ts'
import { resendTemplates } from './templates.ts'
import { invalidateZones } from './terminal-time-zones.ts'
import { resendUnacknowledged } from './terminal-users.ts'
import type { Terminal } from './terminals.ts'
import { resendRemovals } from './unknown-users.ts'

export async function resendPending(tx: Transaction, terminal: Terminal): Promise<void> {
  await markPassesBeforeRestart(tx, terminal)
  await resendUnacknowledged(tx, terminal)
  await resendRemovals(tx, terminal)
  await resendDeviceCommands(tx, terminal)
  await resendTemplates(tx, terminal)
  await invalidateZones(tx, terminal)
}
