// The words of all recorded tables. The browser's build puts the value in the place of this file, as of call-rows.ts.
import { areas } from './areas.ts'
import { type FieldWords, type RecordedTable, sharedFields } from './field-words.ts'
import type { HistoryEntity } from './history.ts'

type Recorded = readonly [HistoryEntity, RecordedTable]
// Object.entries forgets the names.
const recorded = areas.flatMap(({ history }) => Object.entries(history) as unknown as readonly Recorded[])

/** A row of the table, as the object of a sentence. */
export const objectWords = Object.fromEntries(recorded.map(([table, { object }]) => [table, object])) as Record<
  HistoryEntity,
  string
>

/** Tables whose rows have a name. */
export const namedTables = recorded.flatMap(([table, { named }]) => (named ? [table] : []))

const told: [string, FieldWords][] = Object.entries(
  Object.assign({}, sharedFields, ...recorded.map(([, { fields }]) => fields)),
)
const isDate = ({ kind }: FieldWords) => kind === 'day' || kind === 'instant'

/** By the names of the columns; dates come last. */
export const fieldWords: Readonly<Record<string, FieldWords | undefined>> = Object.fromEntries(
  told.toSorted(([, one], [, other]) => Number(isDate(one)) - Number(isDate(other))),
)
