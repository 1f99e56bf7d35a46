import type { DraftKind } from './draft-lines.ts'

interface DraftWords {
  /** Title of the list of parked drafts. */
  waiting: string
  /** The place of a refused draft, as a sentence. */
  place: string
  /** Text without a partner. */
  nobody: string
  discard: string
  parked: string
  next: string
  refused: string
  taken: string
  discarded: string
}

export const draftWords: Record<DraftKind, DraftWords> = {
  sale: {
    waiting: 'Ventas en espera',
    place: 'Está en Ventas en espera.',
    nobody: 'Cliente Anónimo',
    discard: 'Descartar venta',
    parked: 'La venta quedó en espera',
    next: 'Se agregó a la venta siguiente',
    refused: 'La venta no se registró',
    taken: 'Esta venta se abrió en otra pestaña.',
    discarded: 'Venta descartada',
  },
  purchase: {
    waiting: 'Compras en espera',
    place: 'Está en Compras en espera.',
    nobody: 'Sin proveedor',
    discard: 'Descartar compra',
    parked: 'La compra quedó en espera',
    next: 'Se agregó a la compra siguiente',
    refused: 'La compra no se registró',
    taken: 'Esta compra se abrió en otra pestaña.',
    discarded: 'Compra descartada',
  },
}
