import { formatPlanName } from '@torniquete/contract/members/memberships.ts'
import type { CollectedDebt, DebtCollection } from '@torniquete/contract/till/debt-collections.ts'

export const formatCollectionName = ({ number }: Pick<DebtCollection, 'number'>): string =>
  `Recibo de cobro N.º ${number}`

/** Name of a paid document: `Mensual N.º 12`. */
export const formatPaidDocumentName = ({ name, number }: CollectedDebt): string =>
  `${name === null ? 'Venta' : formatPlanName(name)} N.º\u00a0${number}`

const several = new Intl.ListFormat('es')
const together = (documents: readonly CollectedDebt[]) => several.format(documents.map(formatPaidDocumentName))

/**
 * States the refund: `Venta N.º 12 está anulada y lo que se pagó de ella ya se devolvió.` Null if no document is
 * voided.
 */
export function formatVoidedDocumentsNote({ documents }: Pick<DebtCollection, 'documents'>): string | null {
  const gone = documents.filter(({ voided }) => voided)
  if (gone.length === 0) return null
  const [are, them] = gone.length === 1 ? ['está anulada', 'ella'] : ['están anuladas', 'ellas']
  return `${together(gone)} ${are} y lo que se pagó de ${them} ya se devolvió.`
}

/** Reason why the collection cannot be voided, and what to do instead; null if it can be voided. */
export function findVoidRefusal({ voided, documents }: Pick<DebtCollection, 'voided' | 'documents'>): string | null {
  if (voided) return 'El cobro ya está anulado.'
  const gone = formatVoidedDocumentsNote({ documents })
  if (gone === null) return null
  const left = documents.filter((document) => !document.voided)
  const rest = left.length > 0 ? ` Para devolver el resto, anula también ${together(left)}.` : ''
  return `Este cobro ya no se anula: ${gone}${rest}`
}
