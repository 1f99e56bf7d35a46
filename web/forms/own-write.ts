// What became of a save that the row's version refused: an earlier one, whose answer was lost, may be stored.
import { isStale } from '../api/api-error.ts'
import { tagged } from '../api/call.ts'
import { asStored, changesBetween, same } from './rebase.ts'

/** What was sent of the row, by the fields of its body; a picture stands in the row as it stands there. */
type Changes = Record<string, unknown>

interface OwnWrite<Row, Saved> {
  /** The row as it was read for the save that was refused. */
  known: Row
  look: (() => Promise<Row>) | undefined
  /** What a form shows of a row, by the fields of its body. */
  shownOf: (row: Row) => Changes
  changes: Changes
  /** What was sent before and got no answer. */
  unanswered: readonly Changes[]
  sendAgain: (ifMatch: string | null) => Promise<Saved>
}

/**
 * It is done where what was sent is what stands there. Where nothing but what one sent oneself made the row another, it is
 * sent once more, of the version that was seen. Of what no row shows, a password, only a repeat is: another's may stand there.
 */
export async function ownWrite<Row, Saved>(
  error: unknown,
  { known, look, shownOf, changes, unanswered, sendAgain }: OwnWrite<Row, Saved>,
): Promise<Saved | Row> {
  const row = error instanceof Error && isStale(error) ? await look?.().catch(() => undefined) : undefined
  if (!row) throw error
  const shown = asStored(shownOf(row))
  const missing = changesBetween<Changes>({ ...row, ...shown }, asStored(changes))
  if (Object.keys(missing).length === 0) return row
  const wasSent = ([field, value]: [string, unknown]) =>
    unanswered.some((each) => field in each && same(asStored(each)[field], value))
  const changed = changesBetween<Changes>(asStored(shownOf(known)), shown)
  const hidden = Object.entries(missing).filter(([field]) => !(field in (row as object))) // rows are objects
  const isOwn = unanswered.length > 0 && [...Object.entries(changed), ...hidden].every(wasSent)
  if (!isOwn) throw error
  return sendAgain(tagged(row).tag)
}
