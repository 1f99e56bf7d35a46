// Limits of a terminal's uploads: lines of one upload, and lines a day.
import type { Door } from '../../door.ts'
import type { Terminal } from '../../terminals.ts'

const linesAtOnce = 20_000

/** The answer to an upload with more lines than a terminal has at once: it is not read. */
export const tooManyLines = Symbol('too much')

/** An answer's text; null where the terminal must keep what it sent, `tooManyLines` where it is not even read. */
export type TerminalReply = string | typeof tooManyLines | null

/** Runs `store` for so many lines within the limits; they are charged to the day's quota once stored. */
export async function storeWithinLimits(
  door: Door,
  terminal: Terminal,
  lines: number,
  now: Date,
  store: () => Promise<string>,
): Promise<TerminalReply> {
  if (lines > linesAtOnce) return tooManyLines
  const day = await door.localDay(terminal, now)
  if (!door.quota.hasRoomFor(terminal.sn, lines, day)) {
    await door.quota.reportExceeded(terminal, day, now)
    return null
  }
  const answer = await store()
  door.quota.charge(terminal.sn, lines, day)
  return answer
}
