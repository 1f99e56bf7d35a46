// A user as a terminal reports it, weighed against what the terminal was told.
import type { HeldRecord, ReportedRecord } from './terminal-users.ts'
import { readRecord } from './wanted.ts'

export interface ReportedUser {
  /** As the terminal writes it: digits, letters, leading zeros. */
  pin: string
  name: string
  card: string
  /** 0 and the group's own mode (-1) open; 3 does not; null where the terminal does not tell, or in words of its own. */
  verify: number | null
  privilege: number | null
  /** First and last day as it holds them; null where it does not tell, or holds none. */
  from: string | null
  until: string | null
}

/** Whether a terminal that was given a name may say it like this. */
export type SameName = (wanted: string, reported: string) => boolean

/** How often in a row a terminal may say the same in words of its own before it is left with them. */
const patience = 3

interface Weighing {
  sameName: SameName
  /** Of a terminal that ends a right by itself. */
  ends: boolean
  /** The terminal tells whom it holds, and not what happened to them. */
  listing: boolean
}

/**
 * An echo of what the terminal acknowledged or was sent changes nothing. Any other report of somebody whom the gym knows
 * puts in doubt what the terminal holds: a report may be older than the last command, so it is never taken for the truth.
 * What is said in the same words again and again, each time after it was put right, is how this terminal says it. One that
 * does not say how somebody opens, or until when, reports a change in the words of an echo: one such report for each
 * record that it was sent is the echo.
 */
export function weigh(user: ReportedUser, before: HeldRecord, { sameName, ends, listing }: Weighing): ReportedRecord {
  // -1 is the group's own mode, which opens like 0.
  const verify = user.verify === -1 ? 0 : user.verify
  const isEchoOf = (text: string) => {
    const record = readRecord(text)
    const samePeriod =
      !ends ||
      record.until === '' ||
      ((user.from ?? record.from) === record.from && (user.until ?? record.until) === record.until)
    const sameRight = verify === null || record.verify === verify
    return sameRight && samePeriod && record.card === user.card && sameName(record.name, user.name)
  }
  const { sent, held } = before
  const mayBeEcho = (user.verify !== null && (!ends || user.until !== null)) || listing || before.echo_due
  const echoOfSent = mayBeEcho && sent !== null && isEchoOf(sent)
  const echo = echoOfSent || (mayBeEcho && held !== '' && isEchoOf(held))
  const reported = [user.verify, user.from, user.until, user.card, user.name].join('\t')
  const repeated = echo ? 0 : reported === before.reported ? before.repeated + 1 : 1
  const { holder } = readRecord(held || sent || 'x')
  return {
    pin: before.pin,
    held: echo || (repeated > patience && held !== '') ? held : `${holder}\t?`,
    reported: echo ? null : reported,
    repeated,
    // An own word that comes before each acknowledgement would undo them all.
    undone: sent !== null && !echoOfSent && repeated <= patience,
  }
}
