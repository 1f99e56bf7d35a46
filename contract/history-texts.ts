// Spanish names of all tables whose changes are recorded in the history.
import { apiAreasExceptHistory } from './api-areas.ts'
import type { HistoryTableName } from './reports/history.ts'
import type { FieldKind, FieldLabel, RecordedTableTexts } from './shared/history-field-labels.ts'

export interface HistoryField {
  /** Name with its article. */
  name: string
  /** Format of the values; as text if absent. */
  kind?: FieldKind
}
export interface HistoryTableTexts {
  object: string
  fields: Readonly<Record<string, HistoryField>>
}

const recordedTables = apiAreasExceptHistory.flatMap(({ history }) => Object.entries<RecordedTableTexts>(history))

const readLabel = (label: FieldLabel): HistoryField =>
  typeof label === 'string' ? { name: label } : { name: label[0], kind: label[1] }

export const historyTableTexts = Object.fromEntries(
  recordedTables.map(([table, { object, fields }]) => {
    const read = Object.entries(fields).map(([column, label]) => [column, readLabel(label)])
    return [table, { object, fields: Object.fromEntries(read) }]
  }),
) as Record<HistoryTableName, HistoryTableTexts> // cast, as Object.entries types every key as string

/** Tables whose rows have a name to show. */
export const tablesWithRowNames = recordedTables.flatMap(([table, { named }]) => (named ? [table] : []))
