// A user as a terminal reports it, weighed against what the terminal was told.
import { foldName } from '@torniquete/contract/names.ts'
import { type HeldRecord, isGone, type ReportedRecord } from './terminal-users.ts'
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

/** What it says of somebody, as it says it. */
const wordsOf = ({ verify, from, until, card, name }: ReportedUser): string =>
  [verify, from, until, card, name].join('\t')

/** How often in a row, with this time, it has said that of somebody. */
const repeatedIn = (before: HeldRecord, words: string): number => (words === before.reported ? before.repeated + 1 : 1)

/**
 * Whether a report is of whom the terminal was told of, and not of somebody who was enrolled under that number meanwhile. Of
 * whom it has not acknowledged only the name tells; some write it their own way, and that before they acknowledge, also
 * each time after they were taken off.
 */
export function isOfTold(user: ReportedUser, before: HeldRecord, sameName: SameName): boolean {
  const { name } = readRecord(before.sent ?? '')
  return (
    (before.held !== '' && !isGone(before.held)) ||
    sameName(name, user.name) ||
    (user.name.trim() !== '' && foldName(name.trim()) === foldName(user.name.trim())) ||
    (!before.stranger && repeatedIn(before, wordsOf(user)) > patience)
  )
}

/** Somebody else than was sent: what was sent is undone. */
export function overtaken(user: ReportedUser, before: HeldRecord): ReportedRecord {
  const reported = wordsOf(user)
  return { pin: before.pin, held: '', reported, repeated: repeatedIn(before, reported), undone: true }
}

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
  const tells = (user.verify !== null && (!ends || user.until !== null)) || listing
  const mayBeEcho = tells || before.echo_due
  const echoOfSent = mayBeEcho && sent !== null && isEchoOf(sent)
  const echo = echoOfSent || (mayBeEcho && held !== '' && isEchoOf(held))
  const count = () => {
    if (echo && tells) return { reported: null, repeated: 0 }
    // What only may be an echo ends no row of reports: whoever says each thing twice would be told for ever.
    if (echo) return { reported: before.reported, repeated: before.repeated }
    const reported = wordsOf(user)
    return { reported, repeated: tells || before.told_lately ? repeatedIn(before, reported) : 1 }
  }
  const { reported, repeated } = count()
  const { holder } = readRecord(held || sent || 'x')
  return {
    pin: before.pin,
    held: echo || (repeated > patience && held !== '') ? held : `${holder}\t?`,
    reported,
    repeated,
    // An own word that comes before each acknowledgement would undo them all.
    undone: sent !== null && !echoOfSent && repeated <= patience,
  }
}
