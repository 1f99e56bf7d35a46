// The three documents that have a bill: their words, and the call that voids them.
import type { TillCallName } from '../../api/till-calls.ts'

export type BillKind = 'sale' | 'purchase' | 'payment'

interface BillKindRules {
  title: string
  voidCall: TillCallName & `${string}.void`
  /** What voiding does beyond the bill. */
  consequence: string
}

export const billKinds = {
  sale: {
    title: 'Factura de venta',
    voidCall: 'sales.void',
    consequence: 'Los productos vuelven a la existencia.',
  },
  purchase: {
    title: 'Factura de compra',
    voidCall: 'purchases.void',
    consequence: 'Los productos comprados salen de la existencia.',
  },
  payment: {
    title: 'Factura de membresía',
    voidCall: 'payments.void',
    consequence: 'La membresía deja de abrir la puerta.',
  },
} as const satisfies Record<BillKind, BillKindRules>
