// Compares a user as a terminal reports it with the record that the terminal was sent.
import { verifyAllowed, verifyBlocked } from '@torniquete/contract/door/door.ts'
import { foldName } from '@torniquete/contract/shared/names.ts'
import { makeUnknownRecord, type UserRecord, verifyUnknown } from './desired-state.ts'
import { wasDeletedAtTerminal } from './logged-user-changes.ts'
import type { HeldRecord, ReportedRecord } from './terminal-users.ts'
import type { Terminal } from './terminals.ts'

export interface ReportedUser {
  /** PIN as the terminal writes it: digits, letters, leading zeros. */
  pin: string
  name: string
  card: string
  /** The verification method: 0 and -1 (the group's mode) open, 3 does not; null where it is missing or not understood. */
  verify: number | null
  /** True if they have a password there: method 3 is the password alone. */
  password: boolean
  /** Null where the terminal does not report it. */
  group: number | null
  enabled: boolean | null
  privilege: number | null
  /** First and last day, `YYYY-MM-DD`; null where it reports none. */
  from: string | null
  until: string | null
}

/** True if a terminal that was sent the name `wanted` may report it as `reported`, in its character set and length. */
export type NameMatcher = (wanted: string, reported: string) => boolean

/** How often in a row a terminal may report the same difference before it is accepted as its own way of saying it. */
const patience = 3

/** A report as one text, by which repeats are recognised. */
const wordsOf = ({ verify, password, group, enabled, privilege, from, until, card, name }: ReportedUser): string =>
  [verify, password, group, enabled, privilege, from, until, card, name].join('\t')

/** How often in a row it has reported that, this time included. */
const repeatedIn = (before: HeldRecord, words: string): number => (words === before.reported ? before.repeated + 1 : 1)

/** Bytes from which on the beginning of a name, cut by the terminal, identifies the name. */
export const minDistinctiveNameBytes = 20

/** True if the reported text is that name: some terminals write capitals, drop accents or cut it. */
export function isSameName(name: string, said: string): boolean {
  const beginning = said.replace(/\uFFFD+$/, '').trim()
  const [whole, written] = [foldName(name.trim()), foldName(beginning)]
  return (
    written !== '' &&
    (whole === written || (Buffer.byteLength(beginning) >= minDistinctiveNameBytes && whole.startsWith(written)))
  )
}

/**
 * True if a report is about the person whose record was sent, and not about somebody enrolled under that PIN
 * meanwhile. Before the acknowledgement only the name tells; some terminals spell it in their own way, so a report
 * repeated often enough counts too.
 */
export function isSentPerson(user: ReportedUser, before: HeldRecord, sameName: NameMatcher): boolean {
  const name = before.sent?.name ?? ''
  return (
    (before.held.holder !== '' && !wasDeletedAtTerminal(before.held)) ||
    sameName(name, user.name) ||
    isSameName(name, user.name) ||
    (!before.stranger && repeatedIn(before, wordsOf(user)) > patience)
  )
}

/** The record after a report about somebody else under that number: the sent record was overwritten. */
export function overwrittenRecord(user: ReportedUser, before: HeldRecord): ReportedRecord {
  const reported = wordsOf(user)
  return {
    pin: before.pin,
    held: makeUnknownRecord(''),
    reported,
    repeated: repeatedIn(before, reported),
    undone: true,
    resisted: false,
  }
}

/** How a terminal blocks people (terminals.ts). */
type Blocking = Pick<Terminal, 'block' | 'blockGroup'>

/** True if the user is blocked by the terminal's own way (group or disabled account); null if it does not report that. */
function isKeptOutBy({ group, enabled }: ReportedUser, { block, blockGroup }: Blocking): boolean | null {
  if (block === 'group') return group === null ? null : group === blockGroup
  if (block === 'disable') return enabled === null ? null : !enabled
  return null
}

/** True if the user opens the door by this report; null if it does not say. */
export function isReportedOpen(user: ReportedUser, blocking: Blocking): boolean | null {
  const keptOut = isKeptOutBy(user, blocking)
  if (keptOut !== null) return !keptOut
  if (user.password) return true
  return user.verify === null ? null : user.verify !== verifyBlocked
}

interface JudgementContext {
  sameName: NameMatcher
  blocking: Blocking
  /** The terminal ends rights by itself. */
  ends: boolean
  /** A census is under way: the report says whom it holds, and not that something changed. */
  listing: boolean
}

/**
 * An echo of what the terminal acknowledged or was sent changes nothing. Any other report of somebody whom the gym knows
 * puts in doubt what the terminal holds: a report may be older than the last command, so it is never taken for the truth.
 * What is said in the same words again and again, each time after it was put right, is how this terminal says it. One that
 * does not say how somebody opens, or until when, reports a change in the words of an echo: one such report for each
 * record that it was sent is the echo. But that somebody opens who is to be kept out is never its way of saying so.
 */
export function assessUser(
  user: ReportedUser,
  before: HeldRecord,
  { sameName, blocking, ends, listing }: JudgementContext,
): ReportedRecord {
  // -1 is the group's own mode, which opens like 0.
  const verify = user.verify === -1 ? 0 : user.verify
  const opens = isReportedOpen(user, blocking)
  const { sent, held } = before
  const holder = held.holder || sent?.holder || 'x'
  const isAdmin = holder.startsWith('c') && (user.privilege ?? 0) > 0
  const isSameRight = (record: UserRecord) =>
    record.verify === verifyBlocked
      ? opens !== true
      : (verify === null || record.verify === verify) && isKeptOutBy(user, blocking) !== true
  const isEchoOf = (record: UserRecord) => {
    const samePeriod =
      !ends ||
      record.valid_until === '' ||
      ((user.from ?? record.valid_from) === record.valid_from &&
        (user.until ?? record.valid_until) === record.valid_until)
    return (
      isSameRight(record) && !isAdmin && samePeriod && record.card === user.card && sameName(record.name, user.name)
    )
  }
  const tells = (user.verify !== null && (!ends || user.until !== null)) || listing
  const mayBeEcho = tells || before.echo_due
  const echoOfSent = mayBeEcho && sent !== null && isEchoOf(sent)
  const echo = echoOfSent || (mayBeEcho && held.holder !== '' && isEchoOf(held))
  const canEnter = opens === true && (sent ?? held).verify === verifyBlocked
  const count = () => {
    // An echo of the sent record resets the count; one of the former record, before the acknowledgement, counts.
    if (echo && tells && (sent === null || echoOfSent)) return { reported: null, repeated: 0 }
    // A possible echo does not reset the count: a terminal that says everything twice would be corrected for ever.
    if (echo && !tells) return { reported: before.reported, repeated: before.repeated }
    const reported = wordsOf(user)
    return {
      reported,
      repeated: before.told_lately || (tells && !canEnter && !isAdmin) ? repeatedIn(before, reported) : 1,
    }
  }
  const { reported, repeated } = count()
  const insists = repeated > patience
  // Some say of everybody that they go by their group's mode, at once.
  const saysGroupsMode = user.verify === -1 && !user.password && isKeptOutBy(user, blocking) === null
  const resisted = insists && canEnter && !saysGroupsMode
  const isOwnWay = insists && !resisted
  const doubted = makeUnknownRecord(holder, resisted ? verifyAllowed : verifyUnknown)
  return {
    pin: before.pin,
    held: echo || (isOwnWay && held.holder !== '') ? held : doubted,
    reported,
    repeated,
    // An own word that comes before each acknowledgement would undo them all.
    undone: sent !== null && !echoOfSent && !isOwnWay,
    resisted,
  }
}
