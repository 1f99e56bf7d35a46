// Converts values that PostgreSQL wrote as JSON into the formats of answers.

import { tableWords } from '@torniquete/contract/history-words.ts'
import type { HistoryEntry } from '@torniquete/contract/reports/history.ts'
import type { FieldWords } from '@torniquete/contract/shared/field-words.ts'
import { fromCents, sumToCents } from '@torniquete/contract/shared/money.ts'

/** Format of timestamptz in `to_jsonb`. */
const storedInstant = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?[+-]\d\d:\d\d$/

function formatValue(words: FieldWords | undefined, value: unknown): unknown {
  if (typeof value === 'number') return words?.kind === 'money' ? fromCents(sumToCents(value)) : value
  const mayBeInstant = words === undefined || words.kind === 'instant' || words.kind === 'part'
  return mayBeInstant && typeof value === 'string' && storedInstant.test(value) ? new Date(value).toISOString() : value
}

export function formatEntryValues(entry: HistoryEntry): HistoryEntry {
  // A newer server may record a table unknown to this version.
  const fields = Object.hasOwn(tableWords, entry.entity) ? tableWords[entry.entity].fields : {}
  const changes = entry.changes.map(({ field, before, after }) => ({
    field,
    before: formatValue(fields[field], before),
    after: formatValue(fields[field], after),
  }))
  return { ...entry, changes }
}
