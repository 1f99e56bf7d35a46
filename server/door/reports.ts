// A user as a terminal reports it, weighed against what the terminal was told.
import type { HeldRecord, ReportedRecord } from './terminal-users.ts'
import { readRecord, writeRecord } from './wanted.ts'

export interface ReportedUser {
  pin: number
  name: string
  card: string
  /** 0 and the group's own mode open; 3 does not. */
  verify: number
  privilege: number | null
}

/** Whether a terminal that was given a name may say it like this. */
export type SameName = (wanted: string, reported: string) => boolean

/**
 * An echo of what the terminal acknowledged or was sent changes nothing. Any other report of somebody whom the gym knows
 * puts in doubt what the terminal holds: a report may be older than the last command, so it is never taken for the truth.
 */
export function weigh(user: ReportedUser, before: HeldRecord | undefined, sameName: SameName): ReportedRecord {
  // -1 is the group's own mode, which opens like 0.
  const verify = user.verify === -1 ? 0 : user.verify
  const isEchoOf = (text: string) => {
    const record = readRecord(text)
    return record.verify === verify && record.card === user.card && sameName(record.name, user.name)
  }
  const sent = before?.sent ?? null
  const echoOfSent = sent !== null && isEchoOf(sent)
  const { holder } = readRecord(before?.held || 'x')
  const enrolled = writeRecord({ holder, verify, card: user.card, name: user.name })
  const known = before && (echoOfSent || isEchoOf(before.held)) ? before.held : `${holder}\t?`
  return {
    pin: user.pin,
    held: holder === 'x' ? enrolled : known,
    privilege: user.privilege ?? before?.privilege ?? 0,
    undone: sent !== null && !echoOfSent,
  }
}
