// Limits of a terminal's uploads: lines of one upload, and lines a day.
import type { Door } from '../../door.ts'
import type { Terminal } from '../../terminals.ts'

const linesAtOnce = 20_000

/** The answer to an upload with more lines than a terminal has at once: it is not read. */
export const tooMuch = Symbol('too much')

/** An answer's text; null where the terminal must keep what it sent, `tooMuch` where it is not even read. */
export type Reply = string | typeof tooMuch | null

/** Runs `store` for so many lines within the limits; they are charged to the day's quota once stored. */
export async function withinLimits(
  door: Door,
  terminal: Terminal,
  lines: number,
  now: Date,
  store: () => Promise<string>,
): Promise<Reply> {
  if (lines > linesAtOnce) return tooMuch
  const day = await door.day(terminal, now)
  if (!door.quota.admits(terminal.sn, lines, day)) {
    await door.quota.exceeded(terminal, day, now)
    return null
  }
  const answer = await store()
  door.quota.charge(terminal.sn, lines, day)
  return answer
}
