import { counted } from '@torniquete/contract/numbers.ts'
import type { PauseAllowance } from '@torniquete/contract/pauses.ts'

/** What may still be taken in this year. */
export function allowanceText(allowance: PauseAllowance | null): string {
  if (!allowance) return 'Su plan no permite pausas.'
  const { days, times } = allowance
  if (days === 0 || times === 0) return 'Este año ya no le quedan pausas.'
  const atMost = times === null ? '' : `, en ${counted(times, 'pausa', 'pausas')} como máximo`
  return `Le quedan ${counted(days, 'día', 'días')} este año${atMost}.`
}
