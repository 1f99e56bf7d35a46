// Spanish names of all tables whose changes are recorded in the history.
import { apiAreasExceptHistory } from './api-areas.ts'
import type { HistoryTableName } from './reports/history.ts'
import type { RecordedTableTexts } from './shared/history-field-labels.ts'

const recordedTables = apiAreasExceptHistory.flatMap(({ history }) => Object.entries<RecordedTableTexts>(history))

export const historyTableTexts = Object.fromEntries(
  recordedTables.map(([table, { object, fields }]) => [table, { object, fields }]),
) as Record<HistoryTableName, Pick<RecordedTableTexts, 'object' | 'fields'>> // cast, as Object.entries types every key as string

/** Tables whose rows have a name to show. */
export const tablesWithRowNames = recordedTables.flatMap(([table, { named }]) => (named ? [table] : []))
