import type { DocumentKind } from '@torniquete/contract/document-types.ts'
import type { OutboxCallName } from '../../api/outbox-calls.ts'

export interface BillIssuer {
  logo?: string | null
  name?: string | null
  /** Legal name, RNC and branch on fiscal receipts. */
  identity?: readonly string[]
  phone?: string | null
  address?: string | null
  email?: string | null
  hours?: string | null
  services?: string | null
}

export interface BillLine {
  name: string
  quantity: number
  /** Price of one unit as decimal text. */
  unit_price: string
  discount: number
  tax: number
  /** Amount of the line as decimal text, if it is not computed from price and discount. */
  amount?: string
  isExempt?: boolean
  voided?: { quantity: number; amount: string }
}

export interface BillVoid {
  number: number
  date: string
  reason: string
  user: string
}

export interface PrintedLine {
  label: string
  value: string
}

/** Parts that only an electronic receipt prints. */
export interface ElectronicReceiptFields {
  /** Address of the tax office's page about the receipt. */
  qr: string
  /** Security code and time of the signature. */
  signature: readonly PrintedLine[]
  /** Null if the tax office has accepted the receipt. */
  legend: string | null
}

/** Parts that only a fiscal receipt prints. */
export interface FiscalReceiptFields {
  typeName: string
  ncf: string
  /** Null on paper receipts. */
  electronic: ElectronicReceiptFields | null
  /** Expiry, and the document that a credit note modifies. */
  heading: readonly PrintedLine[]
  /** Exempt amount, and taxed amount and ITBIS by rate. */
  totals: readonly PrintedLine[]
  remark: string | null
}

export interface BillContent {
  issuer: BillIssuer
  title: string
  /** Document number; undefined if the paper combines several documents, which are then listed in `facts`. */
  number: number | undefined
  facts: readonly PrintedLine[]
  lines: readonly BillLine[]
  /** Amount charged, as decimal text. */
  total: string
  voided: BillVoid | null
  /** Partial voids, and the amount that remains after them as decimal text; undefined if there are none. */
  partly?: { voids: readonly PrintedLine[]; rest: string }
  paid?: readonly PrintedLine[]
  owed?: string
  fiscal?: FiscalReceiptFields
}

export const formatBillName = ({ title, number, fiscal }: Pick<BillContent, 'title' | 'number' | 'fiscal'>) =>
  number === undefined ? [title, fiscal?.ncf].filter(Boolean).join(' ') : `${title} N.º ${number}`

export const noCreditNoteText = 'La venta es anterior a los comprobantes fiscales: no lleva nota de crédito'

export type BillKind = 'sale' | 'purchase' | 'payment'

export interface VoidDialogOptions {
  kind: DocumentKind
  voidCall: OutboxCallName & `${string}.void`
  consequence: string
}

export const billKinds = {
  sale: { kind: 'sale', title: 'Factura de venta', voidCall: 'sales.void', consequence: '' },
  purchase: {
    kind: 'purchase',
    title: 'Factura de compra',
    voidCall: 'purchases.void',
    consequence: 'Los productos comprados salen de la existencia.',
  },
  payment: {
    kind: 'payment',
    title: 'Factura de membresía',
    voidCall: 'payments.void',
    consequence: 'La membresía deja de abrir la puerta.',
  },
} as const satisfies Record<BillKind, VoidDialogOptions & { title: string }>

export const isBillKind = (kind: string | undefined): kind is BillKind =>
  kind !== undefined && Object.hasOwn(billKinds, kind)
