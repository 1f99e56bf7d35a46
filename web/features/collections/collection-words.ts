import type { CollectedDocument, Collection } from '@torniquete/contract/collections.ts'
import { shownPlanName } from '@torniquete/contract/memberships.ts'

export const collectionName = ({ number }: Pick<Collection, 'number'>): string => `Recibo de cobro N.º ${number}`

/** `Mensual N.º 12`. */
export const collectedText = ({ name, number }: CollectedDocument): string =>
  `${name === null ? 'Venta' : shownPlanName(name)} N.º\u00a0${number}`
