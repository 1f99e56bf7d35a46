// What a bill shows, as plain values: the owner decides which fields of the issuer are given.

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
  /** Of the counter-document. */
  number: number
  /** As it is to be read. */
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
  /** Of a paper of several documents theirs stand among the facts. */
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
  /** What of it is still owed, as it is to be read; left out where nothing is. */
  owed?: string
}

export const billName = ({ title, number }: Pick<BillContent, 'title' | 'number'>) =>
  number === undefined ? title : `${title} N.º ${number}`
