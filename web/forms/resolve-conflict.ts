// Resolves a version conflict (412) that this form made itself: an earlier save of it, whose answer was lost, was stored.
import { isStale } from '../api/api-error.ts'
import { tagged } from '../api/call.ts'
import { asStored, changesBetween, same } from './rebase.ts'

/** Fields of the row as a body sends them; a picture's fields have the same names and values in both. */
type Changes = Record<string, unknown>

interface Conflict<Row, Saved> {
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
 * Reads the row again after a conflict. Where it holds what was sent, the save is done. Where only this form's own earlier saves
 * have changed it, the save is sent once more for the version that was just read. Any other conflict is thrown again. A field that
 * no row shows, a password, counts as this form's own only when the same value is sent a second time: it may be another's.
 */
export async function resolveConflict<Row, Saved>(
  error: unknown,
  { known, look, shownOf, changes, unanswered, sendAgain }: Conflict<Row, Saved>,
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
