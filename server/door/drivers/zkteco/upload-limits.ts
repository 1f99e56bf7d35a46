import type { DoorService } from '../../door-service.ts'
import { recordUploadQuotaExceeded } from '../../terminal-states.ts'
import type { Terminal } from '../../terminals.ts'

const linesAtOnce = 20_000

export const tooManyLinesReply = Symbol('too much')

/** Text of the answer; null if the terminal must repeat the upload, `tooManyLines` if the upload was not read. */
export type ReplyToTerminal = string | typeof tooManyLinesReply | null

/** Runs `store` if that many lines are within the limits. Stored lines count towards the day's quota. */
export async function storeUploadWithinLimits(
  door: DoorService,
  terminal: Terminal,
  lines: number,
  now: Date,
  store: () => Promise<string>,
): Promise<ReplyToTerminal> {
  if (lines > linesAtOnce) return tooManyLinesReply
  const day = await door.localDay(terminal, now)
  if (!door.quota.hasRoomFor(terminal.sn, lines, day)) {
    const { gym, id, sn } = terminal
    const { database, log } = door.services
    if (await database.write({ gym, user: null }, (tx) => recordUploadQuotaExceeded(tx, terminal, day, now)))
      log.warn({ gym, device: id, sn, day }, 'a terminal sends more lines than are taken in a day')
    return null
  }
  const answer = await store()
  door.quota.charge(terminal.sn, lines, day)
  return answer
}
