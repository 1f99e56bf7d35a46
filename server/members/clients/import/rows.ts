// Types of the rows of a file and of known people.
import { addDays } from '@torniquete/contract/shared/dates.ts'
import type { RowChoices } from '@torniquete/contract/shared/file-import.ts'

/** Fields by which people are compared. */
export interface Known {
  name: string
  id_zkteco: number | null
  /** Normalised by `card_form`. */
  card: string | null
  phone_number: string | null
  email: string | null
  birth_date: string | null
}

/** Fields that an import fills if they are empty. */
export const fillable = ['card_number', 'phone_number', 'email', 'birth_date', 'address', 'notes'] as const
export type Fillable = (typeof fillable)[number]

export interface KnownClient extends Known, Record<Fillable, string | null> {
  id: number
  version: number
  /** The day after the last paid one; null if none was. */
  paid_until: string | null
  /** Names in earlier files and of merged clients. */
  aliases: readonly string[]
  /** Clients merged into this one, as they were. */
  former: readonly Known[]
  /** Paid periods in order. Time before today counts as paid. */
  paid: readonly Span[]
}

/** Days from `start` to the day before `end`. */
export interface Span {
  start: string
  end: string
}

export interface Plan {
  id: number
  name: string
  duration_days: number
}

/** An unknown user of a terminal. */
export interface Stranger {
  pin: number
  name: string
  /** Normalised by `card_form`. */
  card: string | null
  device: string
}

/** Reference data for comparing rows. */
export interface Against {
  today: string
  /** Country code for phones without one. */
  country: string
  clients: readonly KnownClient[]
  /** Names of staff by PIN. */
  staff: ReadonlyMap<number, string>
  plans: readonly Plan[]
  /** Unknown users of terminals. */
  strangers: readonly Stranger[]
  /** The person's choices for probable matches. */
  choices: RowChoices | null
}

export interface Period {
  /** Null for the plan of imported clients. */
  plan: Plan | null
  start_date: string
  duration_days: number
}
export const toSpan = ({ start_date, duration_days }: Period): Span => ({
  start: start_date,
  end: addDays(start_date, duration_days),
})

export interface NewRow extends Omit<Known, 'card'> {
  row: number
  card_number: string | null
  address: string | null
  notes: string | null
  /** Paid periods in order, none overlapping. */
  periods: Period[]
  /** Terminal that holds the person; `doubtful` if it has another name there. */
  enrolled: { place: string; doubtful: boolean } | null
}

/** A row that completes a known client. */
export interface FilledRow {
  row: number
  /** Name in the file. */
  name: string
  /** The client at the time of the preview. */
  into: Pick<KnownClient, 'id' | 'name' | 'version' | 'paid_until'>
  fields: Partial<Record<Fillable, string>>
  /** Unpaid days to add. */
  periods: Period[]
}

export type Brought = NewRow | FilledRow

export const isFilled = (row: Brought): row is FilledRow => 'into' in row
export const isNew = (row: Brought): row is NewRow => !isFilled(row)
