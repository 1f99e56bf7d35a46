// Visits left of visit packs.
import { z } from 'zod'
import { area } from '../shared/endpoint.ts'
import { staff } from '../shared/roles.ts'
import { id, idsInQuery } from '../shared/shapes.ts'

export const VisitsLeft = z.object({ id_client: id, left: z.number().int(), of: z.number().int() })
export type VisitsLeft = z.infer<typeof VisitsLeft>

/** `Quedan 3 visitas`, `Queda 1 visita`, `Sin visitas: usó las 10`. */
export function formatVisitsLeft({ left, of }: Pick<VisitsLeft, 'left' | 'of'>): string {
  if (left === 0) return of === 1 ? 'Sin visitas: ya la usó' : `Sin visitas: usó las ${of}`
  return left === 1 ? 'Queda 1 visita' : `Quedan ${left} visitas`
}

export const visitsArea = area({
  'visits.left': {
    may: staff,
    method: 'GET',
    path: '/visits/',
    summary: 'How many visits are left to clients whose plan counts them; who has another valid plan is left out',
    query: z.object({ ids: idsInQuery }),
    answer: z.array(VisitsLeft),
    shows: ['attendances', 'payments', 'pauses', 'gym-info'],
  },
})
