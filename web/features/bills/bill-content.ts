import type { DocumentKind } from '@torniquete/contract/document-types.ts'
import type { OutboxCallName } from '../../api/outbox-calls.ts'

export interface BillIssuer {
  logo?: string | null
  name?: string | null
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
  voided?: { quantity: number; amount: string }
}

export interface BillVoid {
  number: number
  date: string
  reason: string
  user: string
}

export interface PaperLine {
  label: string
  value: string
}

export interface BillContent {
  issuer: BillIssuer
  title: string
  /** Document number; undefined if the paper combines several documents, which are then listed in `facts`. */
  number: number | undefined
  facts: readonly PaperLine[]
  lines: readonly BillLine[]
  /** Amount charged, as decimal text. */
  total: string
  voided: BillVoid | null
  /** Partial voids, and the amount that remains after them as decimal text; undefined if there are none. */
  partly?: { voids: readonly PaperLine[]; rest: string }
  paid?: readonly PaperLine[]
  owed?: string
}

export const billName = ({ title, number }: Pick<BillContent, 'title' | 'number'>) =>
  number === undefined ? title : `${title} N.º ${number}`

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
