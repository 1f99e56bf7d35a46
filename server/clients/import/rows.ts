// Whom and what rows of a file are about.

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

export interface Plan {
  id: number
  name: string
  duration_days: number
}

export interface Period {
  /** Null: the plan of imported clients. */
  plan: Plan | null
  start_date: string
  duration_days: number
}

export interface NewRow extends Omit<Known, 'card'> {
  row: number
  card_number: string | null
  address: string | null
  notes: string | null
  period: Period | null
  /** Where a terminal has them, as it is told, and whether it has somebody else there. */
  enrolled: { place: string; doubtful: boolean } | null
}
