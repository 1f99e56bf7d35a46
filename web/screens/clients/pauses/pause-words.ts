import type { PauseAllowance } from '@torniquete/contract/pauses.ts'

const days = (count: number) => `${count} ${count === 1 ? 'día' : 'días'}`
const pauses = (count: number) => `${count} ${count === 1 ? 'pausa' : 'pausas'}`

/** What may still be taken in this year. */
export function allowanceText(allowance: PauseAllowance | null): string {
  if (!allowance) return 'Su plan no permite pausas.'
  const { days: left, times } = allowance
  if (left === 0 || times === 0) return 'Este año ya no le quedan pausas.'
  return `Le quedan ${days(left)} este año${times === null ? '' : `, en ${pauses(times)} como máximo`}.`
}
