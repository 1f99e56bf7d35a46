// The lines of a sale that a void refunds, chosen in its dialog.
import type { DocumentKind } from '@torniquete/contract/documents.ts'
import { addSums } from '@torniquete/contract/shared/money.ts'
import { computeLineParts, type LineChoice, type SaleItem } from '@torniquete/contract/till/void-lines.ts'
import { useState } from 'react'
import { useEndpoint } from '../../api/use-endpoint.ts'

export interface VoidLines {
  /** Lines with a remaining quantity. */
  items: readonly SaleItem[]
  isPartial: boolean
  setPartial: (isPartial: boolean) => void
  /** Quantities by line, as typed. */
  typed: Readonly<Record<number, string>>
  type: (line: number, quantity: string) => void
  /** Total of the chosen lines as decimal text; null for the whole document. */
  amount: string | null
  wrong: string | null
  body: { lines?: LineChoice[] }
}

/** Null without a choice: other documents, and a single piece. */
export function useVoidLines(kind: DocumentKind, id: number): VoidLines | null {
  const sale = useEndpoint('sales.read', { params: { id } }, { enabled: kind === 'sale' }).data
  const [isPartial, setPartial] = useState(false)
  const [typed, setTyped] = useState<Readonly<Record<number, string>>>({})
  const items = (sale?.sales_bill_items ?? []).filter((item) => item.quantity > item.voided_quantity)
  const pieces = items.reduce((sum, item) => sum + item.quantity - item.voided_quantity, 0)
  if (pieces < 2) return null
  const chosen = items.flatMap(({ line, quantity, voided_quantity }) => {
    const taken = Number(typed[line] ?? '0')
    return Number.isInteger(taken) && taken > 0 ? [{ line, quantity: taken, left: quantity - voided_quantity }] : []
  })
  const isTooMuch = chosen.some(({ quantity, left }) => quantity > left)
  const lines = chosen.map(({ line, quantity }) => ({ line, quantity }))
  const amount = isTooMuch ? '0.00' : addSums(computeLineParts(items, lines).map((part) => part.amount))
  return {
    items,
    isPartial,
    setPartial,
    typed,
    type: (line, quantity) => setTyped({ ...typed, [line]: quantity }),
    amount: isPartial ? amount : null,
    wrong: isPartial && (isTooMuch || lines.length === 0) ? 'Escribe cuántos se anulan de cada línea.' : null,
    body: isPartial ? { lines } : {},
  }
}
