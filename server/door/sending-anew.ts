// A terminal that begins anew is told at once what it has not acknowledged.
import type { Transaction } from '../db/gym-statements.ts'
import { resendOrders } from './orders.ts'
import { resendLeaving } from './strangers.ts'
import { resendTemplates } from './templates.ts'
import { resendUnacknowledged } from './terminal-users.ts'
import type { Terminal } from './terminals.ts'
import { doubtZones } from './zones.ts'

export async function sendAnew(tx: Transaction, terminal: Terminal): Promise<void> {
  await resendUnacknowledged(tx, terminal)
  await resendLeaving(tx, terminal)
  await resendOrders(tx, terminal)
  await resendTemplates(tx, terminal)
  await doubtZones(tx, terminal)
}
