import { documentTexts } from '@torniquete/contract/documents.ts'
import { showInstant } from '@torniquete/contract/shared/dates.ts'
import { showNumber } from '@torniquete/contract/shared/numbers.ts'
import type { NumberGap } from '@torniquete/contract/till/voids.ts'

const others: Partial<Record<NumberGap['kind'], string>> = {
  void: 'Anulaciones',
  shift: 'Cierres de caja',
  collection: 'Cobros de deudas',
}

const pluralOf = (kind: NumberGap['kind']) => others[kind] ?? documentTexts[kind]?.plural ?? 'Documentos'

const textOf = ({ kind, first, last }: NumberGap) => `${pluralOf(kind)} N.º ${showNumber(first)} a ${showNumber(last)}`

/** A line for each restored backup: numbers without a document, because later papers may carry them. */
export function gapLines(gaps: readonly NumberGap[] | undefined, zone: string): string[] {
  // The previous version's server sends no number gaps.
  const all = gaps ?? []
  return [...new Set(all.map(({ copied_at }) => copied_at))].map((copy) => {
    const numbers = all.filter(({ copied_at }) => copied_at === copy).map(textOf)
    return `Restaurado de la copia de ${showInstant(zone, copy)}. Números que no se usan: ${numbers.join('; ')}.`
  })
}
