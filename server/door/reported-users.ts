import { allowingVerifyMode, blockingVerifyMode } from '@torniquete/contract/door/door.ts'
import { foldCaseAndAccents } from '@torniquete/contract/shared/text-matching.ts'
import { makeUncertainUserRecord, type UserRecord, uncertainVerifyMode } from './desired-state.ts'
import { wasDeletedAtTerminal } from './terminal-user-changes.ts'
import type { HeldUserRecord, ReportedUserRecord } from './terminal-users.ts'
import type { Terminal } from './terminals.ts'

export interface ReportedUser {
  /** PIN as the terminal reports it, which may have letters and leading zeros. */
  pin: string
  name: string
  card: string
  /** Verification method: 0 and -1 (the group's mode) open, 3 does not; null if missing or unknown. */
  verify: number | null
  /** True if the user has a password, which opens with method 3 (password only). */
  password: boolean
  /** Group of the user; null if the terminal does not report it. */
  group: number | null
  enabled: boolean | null
  privilege: number | null
  from: string | null
  until: string | null
}

/** Compares a desired with a reported name, since terminals have their own character sets and length limits. */
export type NameMatcher = (wanted: string, reported: string) => boolean

/** Number of repeats after which the same difference counts as the terminal's own spelling of the record. */
const maxRepeats = 3

const wordsOf = ({ verify, password, group, enabled, privilege, from, until, card, name }: ReportedUser): string =>
  [verify, password, group, enabled, privilege, from, until, card, name].join('\t')

const repeatedIn = (before: HeldUserRecord, words: string): number =>
  words === before.reported ? before.repeated + 1 : 1

/** Minimum length in bytes at which a truncated name still identifies a person. */
export const minDistinctiveNameBytes = 20

/** True if the reported text is a spelling of that name: some terminals use capitals, drop accents or truncate. */
export function isSameName(name: string, said: string): boolean {
  const beginning = said.replace(/\uFFFD+$/, '').trim()
  const [whole, written] = [foldCaseAndAccents(name.trim()), foldCaseAndAccents(beginning)]
  return (
    written !== '' &&
    (whole === written || (Buffer.byteLength(beginning) >= minDistinctiveNameBytes && whole.startsWith(written)))
  )
}

/**
 * Returns false if another person was enrolled with that PIN. Until the acknowledgement only the name shows this;
 * since some terminals spell names differently, a report repeated often enough counts as the sent person.
 */
export function isSameUser(user: ReportedUser, before: HeldUserRecord, sameName: NameMatcher): boolean {
  const name = before.sent?.name ?? ''
  return (
    (before.held.holder !== '' && !wasDeletedAtTerminal(before.held)) ||
    sameName(name, user.name) ||
    isSameName(name, user.name) ||
    (!before.stranger && repeatedIn(before, wordsOf(user)) > maxRepeats)
  )
}

/** Returns the record after a report about another person with the same PIN, who overwrote the sent record. */
export function makeOverwrittenRecord(user: ReportedUser, before: HeldUserRecord): ReportedUserRecord {
  const reported = wordsOf(user)
  return {
    pin: before.pin,
    held: makeUncertainUserRecord(''),
    reported,
    repeated: repeatedIn(before, reported),
    undone: true,
    resisted: false,
  }
}

type Blocking = Pick<Terminal, 'block' | 'blockGroup'>

/** True if group or disabled account block the user, as configured for the terminal; null if that is not reported. */
function isKeptOutBy({ group, enabled }: ReportedUser, { block, blockGroup }: Blocking): boolean | null {
  if (block === 'group') return group === null ? null : group === blockGroup
  if (block === 'disable') return enabled === null ? null : !enabled
  return null
}

/** True if the reported user can open the door; null if the report does not show it. */
export function canReportedUserEnter(user: ReportedUser, blocking: Blocking): boolean | null {
  const keptOut = isKeptOutBy(user, blocking)
  if (keptOut !== null) return !keptOut
  if (user.password) return true
  return user.verify === null ? null : user.verify !== blockingVerifyMode
}

interface JudgementContext {
  sameName: NameMatcher
  blocking: Blocking
  ends: boolean
  /** True during a census, when a report lists a user and does not mean a change. */
  listing: boolean
}

/**
 * Compares a report with the known record. A report that equals an acknowledged or sent record changes nothing. Any
 * other report makes the record uncertain, since it may be older than the last command. A difference repeated after
 * each correction counts as the terminal's own spelling, unless it opens the door for a blocked person. A report
 * without method or dates cannot be compared completely: one such report per sent record counts as equal.
 */
export function compareReportedUser(
  user: ReportedUser,
  before: HeldUserRecord,
  { sameName, blocking, ends, listing }: JudgementContext,
): ReportedUserRecord {
  // -1 is the group's own mode, which opens like 0.
  const verify = user.verify === -1 ? 0 : user.verify
  const opens = canReportedUserEnter(user, blocking)
  const { sent, held } = before
  const holder = held.holder || sent?.holder || 'x'
  const isAdmin = holder.startsWith('c') && (user.privilege ?? 0) > 0
  const isSameRight = (record: UserRecord) =>
    record.verify === blockingVerifyMode
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
  const canEnter = opens === true && (sent ?? held).verify === blockingVerifyMode
  const count = () => {
    // A report equal to the sent record resets the count. Before the acknowledgement, a report equal to the former
    // record counts.
    if (echo && tells && (sent === null || echoOfSent)) return { reported: null, repeated: 0 }
    // An incomplete report does not reset the count: a terminal that reports all twice would be corrected for ever.
    if (echo && !tells) return { reported: before.reported, repeated: before.repeated }
    const reported = wordsOf(user)
    return {
      reported,
      repeated: before.told_lately || (tells && !canEnter && !isAdmin) ? repeatedIn(before, reported) : 1,
    }
  }
  const { reported, repeated } = count()
  const insists = repeated > maxRepeats
  // Some terminals report the group's mode for every user.
  const saysGroupsMode = user.verify === -1 && !user.password && isKeptOutBy(user, blocking) === null
  const resisted = insists && canEnter && !saysGroupsMode
  const isOwnWay = insists && !resisted
  const doubted = makeUncertainUserRecord(holder, resisted ? allowingVerifyMode : uncertainVerifyMode)
  return {
    pin: before.pin,
    held: echo || (isOwnWay && held.holder !== '') ? held : doubted,
    reported,
    repeated,
    // A spelling of the terminal's own, reported before each acknowledgement, must not undo the sent record.
    undone: sent !== null && !echoOfSent && !isOwnWay,
    resisted,
  }
}
