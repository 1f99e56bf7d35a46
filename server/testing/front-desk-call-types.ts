// Types of the front desk's requests and answers, with only the fields that the tests read.

/** Fields from the bodies of all requests, merged into one type. */
export interface FrontDeskBodyFields {
  id_client?: number
  id_membership?: number
  membership?: { id_membership: number; start_date: string }
  items?: { quantity: number }[]
  owed?: string
  /** Payment parts: the first is cash, the second of a payment kind that belongs to no drawer. */
  paid?: { amount: string }[]
  id_shift?: number
  amount?: string
  out?: boolean
  change?: number
  entries?: { quantity: number }[]
  start_date?: string
  check_in?: string
}
/** Fields that tests read from the answers, merged into one type. */
export interface FrontDeskAnswerFields {
  id: number
  attendance_id: number
  payment: { id: number }
  sale: { id: number }
  resume_date: string
}
