// Whom and what rows of a file are about.
import { addDays } from '@torniquete/contract/dates.ts'
import type { RowChoices } from '@torniquete/contract/file-import.ts'

/** Somebody of the gym, as far as the same person is known by it. */
export interface Known {
  name: string
  id_zkteco: number | null
  /** As it is compared (`card_form` of the database). */
  card: string | null
  phone_number: string | null
  email: string | null
  birth_date: string | null
}

/** What a file may add to somebody who lacks it. */
export const fillable = ['card_number', 'phone_number', 'email', 'birth_date', 'address', 'notes'] as const
export type Fillable = (typeof fillable)[number]

/** A client of the gym. */
export interface KnownClient extends Known, Record<Fillable, string | null> {
  id: number
  version: number
  /** The day after the last that is paid; null: none ever was. */
  paid_until: string | null
  /** How files called them that were brought before, and were said to be about them; and who went into them by a merge. */
  aliases: readonly string[]
  /** Who went into them, as they were then. */
  former: readonly Known[]
  /** What is paid, in its order. Of who is a client, what is over counts as paid since ever. */
  paid: readonly Span[]
}

/** Days from the first to the one before `end`. */
export interface Span {
  start: string
  end: string
}

export interface Plan {
  id: number
  name: string
  duration_days: number
}

/** Somebody whom a terminal holds and the gym does not know. */
export interface Stranger {
  pin: number
  name: string
  /** As it is compared (`card_form` of the database). */
  card: string | null
  device: string
}

/** By what rows are judged. */
export interface Against {
  today: string
  /** The gym's, of which phones without a country's code are. */
  country: string
  clients: readonly KnownClient[]
  /** Numbers of the staff, with their names. */
  staff: ReadonlyMap<number, string>
  plans: readonly Plan[]
  /** Whom terminals hold and the gym does not know. */
  strangers: readonly Stranger[]
  /** What a person said of rows that are probably of somebody who is a client. */
  choices: RowChoices | null
}

export interface Period {
  /** Null: the plan of imported clients. */
  plan: Plan | null
  start_date: string
  duration_days: number
}
export const spanOf = ({ start_date, duration_days }: Period): Span => ({
  start: start_date,
  end: addDays(start_date, duration_days),
})

export interface NewRow extends Omit<Known, 'card'> {
  row: number
  card_number: string | null
  address: string | null
  notes: string | null
  /** What is paid, each by its own plan, in its order; no day twice. */
  periods: Period[]
  /** Where a terminal has them, as it is told, and whether it has somebody else there. */
  enrolled: { place: string; doubtful: boolean } | null
}

/** A row of somebody who is a client, with what it adds. */
export interface FilledRow {
  row: number
  /** As the file calls them. */
  name: string
  /** As they were when it was judged. */
  into: Pick<KnownClient, 'id' | 'name' | 'version' | 'paid_until'>
  fields: Partial<Record<Fillable, string>>
  /** Days that were not paid yet. */
  periods: Period[]
}

/** What comes of a row that is taken. */
export type Brought = NewRow | FilledRow

export const isFilled = (row: Brought): row is FilledRow => 'into' in row
export const isNew = (row: Brought): row is NewRow => !isFilled(row)
