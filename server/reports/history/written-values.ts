// The history keeps columns as PostgreSQL writes them as JSON; an answer has money and instants as all answers have them.
import type { FieldWords } from '@torniquete/contract/field-words.ts'
import type { HistoryEntry } from '@torniquete/contract/history.ts'
import { tableWords } from '@torniquete/contract/history-words.ts'
import { centsOf, fromCents } from '@torniquete/contract/money.ts'

/** As `to_jsonb` writes a timestamptz. What a person typed is no column of this kind. */
const stored = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?[+-]\d\d:\d\d$/

function written(words: FieldWords | undefined, value: unknown): unknown {
  if (typeof value === 'number') return words?.kind === 'money' ? fromCents(centsOf(value)) : value
  const mayBeInstant = words === undefined || words.kind === 'instant' || words.kind === 'part'
  return mayBeInstant && typeof value === 'string' && stored.test(value) ? new Date(value).toISOString() : value
}

export function withWrittenValues(entry: HistoryEntry): HistoryEntry {
  // A newer server beside this one may record what this one has no words for.
  const fields = Object.hasOwn(tableWords, entry.entity) ? tableWords[entry.entity].fields : {}
  const changes = entry.changes.map(({ field, before, after }) => ({
    field,
    before: written(fields[field], before),
    after: written(fields[field], after),
  }))
  return { ...entry, changes }
}
