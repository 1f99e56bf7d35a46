// Queues commands for a terminal. Each command is retried until the terminal acknowledges it.
import type { Transaction } from '../platform/db/gym-statements.ts'
import { sql } from '../platform/db/sql.ts'
import { type CommandResult, selectRetryInterval } from './terminal-users.ts'
import type { Terminal } from './terminals.ts'

/** The order is the sending order, since a later command may depend on an earlier one. */
const deviceCommandKinds = ['clock', 'keep-logs', 'end-rights', 'count', 'list', 'empty'] as const
export type DeviceCommandKind = (typeof deviceCommandKinds)[number]

type Place = Pick<Terminal, 'gym' | 'id'>

export const enqueueCommands = (
  tx: Transaction,
  { gym, id }: Place,
  kinds: readonly DeviceCommandKind[],
): Promise<number> =>
  tx.run(sql`
    insert into terminal_orders (gym_id, id_device, kind) select ${gym}, ${id}, unnest(${kinds}::text[])
    on conflict (gym_id, id_device, kind) do update set command = null, sent_at = null, tries = 0, parts = 0, result = null`)

export const enqueueDueClockCommand = (tx: Transaction, { gym, id }: Place, setBefore: Date): Promise<number> =>
  tx.run(sql`
    update terminal_orders o set command = null, sent_at = null, tries = 0, result = null
    from terminal_states s
    where o.gym_id = ${gym} and o.id_device = ${id} and o.kind = 'clock' and o.result >= 0
      and s.gym_id = o.gym_id and s.id_device = o.id_device and s.clock_set_at <= ${setBefore}::timestamptz`)

export const cancelCommands = (
  tx: Transaction,
  { gym, id }: Place,
  kinds: readonly DeviceCommandKind[],
): Promise<number> =>
  tx.run(sql`delete from terminal_orders where gym_id = ${gym} and id_device = ${id} and kind = any(${kinds}::text[])`)

export async function claimDeviceCommands(
  tx: Transaction,
  terminal: Terminal,
  now: Date,
): Promise<{ kind: DeviceCommandKind; command: number; parts: number }[]> {
  const claimed = await tx.many<{ kind: DeviceCommandKind; command: number; parts: number }>(sql`
    update terminal_orders set command = nextval('terminal_commands'), sent_at = ${now}, tries = tries + 1
    where gym_id = ${terminal.gym} and id_device = ${terminal.id} and result is null
      and (sent_at is null or sent_at <= ${now}::timestamptz - ${selectRetryInterval(terminal)})
    returning kind, command, parts`)
  return claimed.sort((one, other) => deviceCommandKinds.indexOf(one.kind) - deviceCommandKinds.indexOf(other.kind))
}

/** Stores a terminal's results. Results that repeat, or that belong to other terminals, are ignored. */
export const acknowledgeDeviceCommands = (
  tx: Transaction,
  { gym, id }: Place,
  results: readonly CommandResult[],
): Promise<{ kind: DeviceCommandKind; code: number; users: number | null }[]> =>
  tx.many(sql`
    update terminal_orders t set result = r.code, command = null
    from unnest(${results.map((result) => result.command)}::bigint[], ${results.map((result) => result.code)}::integer[],
                ${results.map((result) => result.users ?? null)}::integer[]) as r (command, code, users)
    where t.gym_id = ${gym} and t.id_device = ${id} and t.command = r.command
    returning t.kind, r.code, r.users`)
