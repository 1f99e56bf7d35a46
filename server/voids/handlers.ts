import { listAnswer } from '../db/lists.ts'
import { betweenOf } from '../db/time-range.ts'
import type { HandlersOf } from '../http/context.ts'
import { listVoids, pieceOfVoids } from './queries.ts'

export const voidsHandlers: HandlersOf<'voids'> = {
  'voids.list': async ({ tx, gym, query, zone }) =>
    listAnswer(await listVoids(tx, gym, { made: betweenOf(query, zone, false), ...query }, query), query),

  'voids.export': ({ tx, gym, query, zone, piece }) =>
    pieceOfVoids(tx, gym, { made: betweenOf(query, zone, false), ...query }, piece),
}
