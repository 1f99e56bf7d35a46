// Spanish names of all tables whose changes are recorded in the history.
import { apiAreasExceptHistory } from './api-areas.ts'
import type { HistoryEntity } from './reports/history.ts'
import type { RecordedTable } from './shared/history-field-labels.ts'

const recordedTables = apiAreasExceptHistory.flatMap(({ history }) => Object.entries<RecordedTable>(history))

export const historyTableTexts = Object.fromEntries(
  recordedTables.map(([table, { object, fields }]) => [table, { object, fields }]),
) as Record<HistoryEntity, Pick<RecordedTable, 'object' | 'fields'>> // cast, as Object.entries types every key as string

/** Tables whose rows have a name to show. */
export const tablesWithRowNames = recordedTables.flatMap(([table, { named }]) => (named ? [table] : []))
