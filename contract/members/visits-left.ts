// Visits left of visit packs.
import { z } from 'zod'

export const VisitsLeft = z.object({ left: z.number().int(), of: z.number().int() })
export type VisitsLeft = z.infer<typeof VisitsLeft>

/** Returns `Quedan 3 visitas`, `Queda 1 visita` or `Sin visitas: usó las 10`. */
export function formatVisitsLeft({ left, of }: VisitsLeft): string {
  if (left === 0) return of === 1 ? 'Sin visitas: ya la usó' : `Sin visitas: usó las ${of}`
  return left === 1 ? 'Queda 1 visita' : `Quedan ${left} visitas`
}
