// A bill's content as plain values: the owner decides which fields of the issuer are set.

export interface BillIssuer {
  logo?: string | null
  name?: string | null
  phone?: string | null
  address?: string | null
  email?: string | null
  /** Lines of text. */
  hours?: string | null
  services?: string | null
}

export interface BillLine {
  name: string
  quantity: number
  /** Decimal text. */
  unit_price: string
  /** Percents. */
  discount: number
  tax: number
  /** The part that was voided by itself: so many of them, and a decimal text. */
  voided?: { quantity: number; amount: string }
}

export interface BillVoid {
  /** Number of the void. */
  number: number
  date: string
  reason: string
  user: string
}

/** Both as they are to be read. */
export interface PaperLine {
  label: string
  value: string
}

export interface BillContent {
  issuer: BillIssuer
  title: string
  /** A paper of several documents lists their numbers among its facts. */
  number: number | undefined
  /** Date, party, who sold: what stands above the lines. */
  facts: readonly PaperLine[]
  lines: readonly BillLine[]
  /** Decimal text: what was charged. */
  total: string
  voided: BillVoid | null
  /** Voids of some lines, and what is left, as a decimal text; left out where there are none. */
  partly?: { voids: readonly PaperLine[]; rest: string }
  /** How it was paid, line by line; left out where that is not known. */
  paid?: readonly PaperLine[]
  /** The amount still owed, formatted; undefined if nothing. */
  owed?: string
}

export const billName = ({ title, number }: Pick<BillContent, 'title' | 'number'>) =>
  number === undefined ? title : `${title} N.º ${number}`
