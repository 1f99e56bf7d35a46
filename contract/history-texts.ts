// Words of all recorded tables.
import { areas } from './areas.ts'
import type { HistoryEntity } from './reports/history.ts'
import type { RecordedTable } from './shared/history-field-names.ts'

const recordedTables = areas.flatMap(({ history }) => Object.entries<RecordedTable>(history))

export const tableWords = Object.fromEntries(
  recordedTables.map(([table, { object, fields }]) => [table, { object, fields }]),
) as Record<HistoryEntity, Pick<RecordedTable, 'object' | 'fields'>> // Object.entries forgets the names

/** Tables whose rows have names. */
export const namedTables = recordedTables.flatMap(([table, { named }]) => (named ? [table] : []))
