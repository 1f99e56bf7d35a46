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
  number: number
  /** Date, party, who sold: what stands above the lines. */
  facts: readonly PaperLine[]
  lines: readonly BillLine[]
  /** Decimal text: what was charged. */
  total: string
  voided: BillVoid | null
  /** How it was paid, line by line; left out where that is not known. */
  paid?: readonly PaperLine[]
  /** What of it is still owed, as it is to be read; left out where nothing is. */
  owed?: string
}

export const billName = ({ title, number }: Pick<BillContent, 'title' | 'number'>) => `${title} N.º ${number}`
