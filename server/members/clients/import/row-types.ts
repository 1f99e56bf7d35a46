/** Fields by which people are compared. */
export interface Person {
  name: string
  id_zkteco: number | null
  card_number: string | null
  phone_number: string | null
  email: string | null
  birth_date: string | null
}

export interface ExistingClient extends Person {
  /** True if a person chose the number; a generated one says nothing about identity. */
  is_pin_typed: boolean
  /** Clients merged into this one, as they were. */
  former: readonly Person[]
}

export interface Plan {
  id: number
  name: string
  duration_days: number
}

/** A user of a terminal who is not yet a person of the gym. */
export interface UnknownUser {
  pin: number
  name: string
  /** Normalised by `normalize_card`. */
  card: string | null
  device: string
}

export interface ExistingData {
  today: string
  /** Country code for phones without one. */
  country: string
  clients: readonly ExistingClient[]
  /** Names of staff by PIN. */
  staff: ReadonlyMap<number, string>
  plans: readonly Plan[]
  unknownUsers: readonly UnknownUser[]
}

export interface Period {
  /** Null for the plan of imported clients. */
  plan: Plan | null
  planName: string
  start_date: string
  duration_days: number
}

export interface NewRow extends Person {
  row: number
  address: string | null
  notes: string | null
  /** Paid periods in order, none touching another. */
  periods: Period[]
  /** The PIN is that of an unknown user of a terminal with this card or name. */
  isLinked: boolean
}
