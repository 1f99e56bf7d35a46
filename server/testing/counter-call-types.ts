// Types of a counter's requests and answers, with the fields that the tests read.

/** Bodies of all requests. */
export interface CounterRequestBodies {
  id_client?: number
  id_membership?: number
  membership?: { id_membership: number; start_date: string }
  items?: { quantity: number }[]
  owed?: string
  /** Cash, and amounts outside any drawer. */
  paid?: { amount: string }[]
  id_shift?: number
  amount?: string
  out?: boolean
  change?: number
  entries?: { quantity: number }[]
  start_date?: string
  check_in?: string
}
/** Fields read from answers. */
export interface CounterAnswers {
  id: number
  attendance_id: number
  payment: { id: number }
  sale: { id: number }
  resume_date: string
}
