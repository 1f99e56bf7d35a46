// What was done to numbers at a terminal, by its own log: by somebody at its menu, or as it was told to.
import { pinOfTerminal } from '@torniquete/contract/device-people.ts'
import type { Transaction } from '../db/gym-statements.ts'
import { sql } from '../db/sql.ts'
import { echoWindow } from './terminal-users.ts'
import type { Terminal } from './terminals.ts'

/** Something was done to a number at a terminal, at that time as far as it is known. */
export interface LoggedChange {
  pin: string
  at: Date
}

/** Of numbers that a person of the gym's may have. */
export const withPinNumbers = (changes: readonly LoggedChange[]) =>
  changes.flatMap(({ pin: text, at }) => {
    const pin = pinOfTerminal(text)
    return pin === null ? [] : { pin, at }
  })

/** A terminal carries out within this what it was sent, by a clock that is right enough. */
const asItWasSent = '60 seconds'

/** Of whom was deleted at the terminal: nobody of the gym's is known to be there under that number. */
const gone = 'd'
export const wasDeletedAtTerminal = (held: string): boolean => held.startsWith(`${gone}\t`)

/**
 * Somebody deleted these at the terminal, at those times by its clock, and may have enrolled another there since: whoever it
 * is is removed before the number's owner is sent again. Not where it was told of them after that, however late it tells; nor
 * lately, for some firmware logs that as done at its menu; nor where a person typed the number, which is theirs whoever is enrolled.
 */
export const noteDeletedAtTerminal = (
  tx: Transaction,
  terminal: Pick<Terminal, 'gym' | 'id'>,
  deleted: readonly { pin: number; at: Date }[],
  now: Date,
): Promise<number> =>
  tx.run(sql`
    update terminal_users t set held = ${`${gone}\t?`}
    from unnest(${deleted.map(({ pin }) => pin)}::int[], ${deleted.map(({ at }) => at)}::timestamptz[]) as x (pin, at)
    where t.gym_id = ${terminal.gym} and t.id_device = ${terminal.id} and t.held <> '' and t.sent is null and t.pin = x.pin
      and t.sent_at < x.at and t.sent_at <= ${now}::timestamptz - ${echoWindow}::interval
      and exists (select from pins p where p.gym_id = t.gym_id and p.id = t.pin and not p.typed)`)

/**
 * Some terminals log as done at their menus what they were told to do: what was done as it was sent is that, and what they say of
 * the number when they are asked is its echo.
 */
export const noteEchoes = (
  tx: Transaction,
  { gym, id }: Pick<Terminal, 'gym' | 'id'>,
  changes: readonly { pin: number; at: Date }[],
): Promise<number> =>
  tx.run(sql`
    update terminal_users t set echo_due = t.sent_at
    from unnest(${changes.map(({ pin }) => pin)}::int[], ${changes.map(({ at }) => at)}::timestamptz[]) as x (pin, at)
    where t.gym_id = ${gym} and t.id_device = ${id} and t.pin = x.pin
      and x.at between t.sent_at - ${asItWasSent}::interval and t.sent_at + ${asItWasSent}::interval`)
