// Handles users whose change at the terminal was logged. Some terminals log server commands in the same way.
import { parseTerminalPin } from '@torniquete/contract/door/terminal-people.ts'
import type { Transaction } from '../platform/db/gym-statements.ts'
import { sql } from '../platform/db/sql.ts'
import type { UserRecord } from './desired-state.ts'
import { sentRecordReportInterval } from './terminal-users.ts'
import type { Terminal } from './terminals.ts'

/** A logged change of a user. `at` is as exact as the terminal's clock. */
export interface LoggedUserChange {
  pin: string
  at: Date
}

/** Returns the changes whose PIN has the form of this gym's PINs, with the PIN as a number. */
export const parseChangedPins = (changes: readonly LoggedUserChange[]) =>
  changes.flatMap(({ pin: text, at }) => {
    const pin = parseTerminalPin(text)
    return pin === null ? [] : { pin, at }
  })

/** Largest time between a command and the logged change that it caused. */
const asItWasSent = '60 seconds'

/** Holder of a record that was deleted at the terminal, so that it is unknown who has the PIN there now. */
const gone = 'd'
export const wasDeletedAtTerminal = (held: UserRecord): boolean => held.holder === gone

/**
 * Marks PINs as deleted, so that each is removed before its owner is sent again: another person may have been
 * enrolled under it. Skips PINs typed by staff, PINs sent after the deletion or within `sentRecordReportInterval`, since some
 * firmware logs server commands like menu actions.
 */
export const markPinsDeletedAtTerminal = (
  tx: Transaction,
  terminal: Pick<Terminal, 'gym' | 'id'>,
  deleted: readonly { pin: number; at: Date }[],
  now: Date,
): Promise<number> =>
  tx.run(sql`
    update terminal_users t set held = make_unknown_record(${gone})
    from unnest(${deleted.map(({ pin }) => pin)}::int[], ${deleted.map(({ at }) => at)}::timestamptz[]) as x (pin, at)
    where t.gym_id = ${terminal.gym} and t.id_device = ${terminal.id} and (t.held).holder <> '' and t.sent is null and t.pin = x.pin
      and t.sent_at < x.at and t.sent_at <= ${now}::timestamptz - ${sentRecordReportInterval}::interval
      and exists (select from pins p where p.gym_id = t.gym_id and p.id = t.pin and not p.typed)`)

/** Marks records whose logged change our command caused, so that the next report counts as acknowledgement. */
export const markCommandCausedChanges = (
  tx: Transaction,
  { gym, id }: Pick<Terminal, 'gym' | 'id'>,
  changes: readonly { pin: number; at: Date }[],
): Promise<number> =>
  tx.run(sql`
    update terminal_users t set echo_due = t.sent_at
    from unnest(${changes.map(({ pin }) => pin)}::int[], ${changes.map(({ at }) => at)}::timestamptz[]) as x (pin, at)
    where t.gym_id = ${gym} and t.id_device = ${id} and t.pin = x.pin
      and x.at between t.sent_at - ${asItWasSent}::interval and t.sent_at + ${asItWasSent}::interval`)
