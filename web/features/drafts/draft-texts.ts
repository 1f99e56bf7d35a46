import type { DraftKind } from './draft-lines.ts'

const makeWords = (noun: 'venta' | 'compra', title: 'Ventas' | 'Compras', nobody: string) => ({
  waiting: `${title} en espera`,
  place: `Está en ${title} en espera.`,
  nobody,
  discard: `Descartar ${noun}`,
  parked: `La ${noun} quedó en espera`,
  next: `Se agregó a la ${noun} siguiente`,
  refused: `La ${noun} no se registró`,
  taken: `Esta ${noun} se abrió en otra pestaña.`,
  discarded: `${title.slice(0, -1)} descartada`,
})

export const draftTexts: Record<DraftKind, ReturnType<typeof makeWords>> = {
  sale: makeWords('venta', 'Ventas', 'Cliente Anónimo'),
  purchase: makeWords('compra', 'Compras', 'Sin proveedor'),
}
