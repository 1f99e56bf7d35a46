// A bill's content as plain values: the owner decides which fields of the issuer are set.

export interface BillIssuer {
  logo?: string | null
  name?: string | null
  phone?: string | null
  address?: string | null
  email?: string | null
  /** Multi-line text. */
  hours?: string | null
  services?: string | null
}

export interface BillLine {
  name: string
  quantity: number
  /** Decimal text. */
  unit_price: string
  discount: number
  tax: number
  /** The partly voided quantity and its amount as decimal text. */
  voided?: { quantity: number; amount: string }
}

export interface BillVoid {
  number: number
  date: string
  reason: string
  user: string
}

/** Both formatted. */
export interface PaperLine {
  label: string
  value: string
}

export interface BillContent {
  issuer: BillIssuer
  title: string
  /** A paper of several documents lists their numbers among its facts. */
  number: number | undefined
  /** Facts above the lines: date, partner, seller. */
  facts: readonly PaperLine[]
  lines: readonly BillLine[]
  /** Amount charged, as decimal text. */
  total: string
  voided: BillVoid | null
  /** Partial voids and the remaining amount as decimal text; undefined if none. */
  partly?: { voids: readonly PaperLine[]; rest: string }
  /** Payments, line by line; undefined if unknown. */
  paid?: readonly PaperLine[]
  /** The amount still owed, formatted; undefined if nothing. */
  owed?: string
}

export const billName = ({ title, number }: Pick<BillContent, 'title' | 'number'>) =>
  number === undefined ? title : `${title} N.º ${number}`
