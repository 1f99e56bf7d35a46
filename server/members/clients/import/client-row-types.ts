/** Fields by which the import recognizes a person. */
export interface ImportedPerson {
  name: string
  id_zkteco: number | null
  card_number: string | null
  phone_number: string | null
  email: string | null
  birth_date: string | null
}

export interface ExistingClient extends ImportedPerson {
  /** True if a person typed the PIN; a generated PIN does not identify a client in a file. */
  is_pin_typed: boolean
  /** Data of clients who were merged into this one. */
  former: readonly ImportedPerson[]
}

export interface ExistingPlan {
  id: number
  name: string
  duration_days: number
}

/** User found on a terminal who is neither client nor staff of the gym. */
export interface UnknownUser {
  pin: number
  name: string
  /** Card number in the form that `normalize_card` returns. */
  card: string | null
  device: string
}

export interface ExistingGymData {
  today: string
  /** Country calling code of phone numbers that state none. */
  country: string
  clients: readonly ExistingClient[]
  /** Names of staff by their PIN. */
  staff: ReadonlyMap<number, string>
  plans: readonly ExistingPlan[]
  unknownUsers: readonly UnknownUser[]
}

export interface ImportedMembershipPeriod {
  /** Plan of the period; null for the hidden plan of imported clients. */
  plan: ExistingPlan | null
  planName: string
  start_date: string
  duration_days: number
}

export interface NewClientRow extends ImportedPerson {
  row: number
  address: string | null
  tax_id: string | null
  legal_name: string | null
  notes: string | null
  /** Paid periods by start date, with at least a day between them. */
  periods: ImportedMembershipPeriod[]
  /** True if the PIN comes from an unknown user of a terminal with the same card or name. */
  isLinked: boolean
}
