import { showNumber } from '@torniquete/contract/shared/numbers.ts'

/** What a number brought along that was given to a client; '' where it was nothing. */
export function pastVisitsText(visits = 0): string {
  if (visits === 0) return ''
  return visits === 1 ? 'Se añadió 1 visita anterior' : `Se añadieron ${showNumber(visits)} visitas anteriores`
}
