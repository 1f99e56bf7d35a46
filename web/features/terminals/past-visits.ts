import { showNumber } from '@torniquete/contract/shared/numbers.ts'

/** Visits that a client received with a PIN; '' if none. */
export function pastVisitsText(visits = 0): string {
  if (visits === 0) return ''
  return visits === 1 ? 'Se añadió 1 visita anterior' : `Se añadieron ${showNumber(visits)} visitas anteriores`
}
