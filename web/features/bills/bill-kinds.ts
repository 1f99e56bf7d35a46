// The documents with a bill: their texts and void calls.

import type { DocumentKind } from '@torniquete/contract/documents.ts'
import type { BookingCallName } from '../../api/booking-calls.ts'

export type BillKind = 'sale' | 'purchase' | 'payment'

export interface Voiding {
  kind: DocumentKind
  voidCall: BookingCallName & `${string}.void`
  /** Effects of a void beyond the document; empty if the person is asked. */
  consequence: string
}

interface BillKindRules extends Voiding {
  title: string
}

export const billKinds = {
  sale: {
    kind: 'sale',
    title: 'Factura de venta',
    voidCall: 'sales.void',
    consequence: '',
  },
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
} as const satisfies Record<BillKind, BillKindRules>

/** False for an address that names another kind. */
export const isBillKind = (kind: string | undefined): kind is BillKind =>
  kind !== undefined && Object.hasOwn(billKinds, kind)
