import { listAnswer } from '../../platform/db/lists.ts'
import { toBetween } from '../../platform/db/time-range.ts'
import type { AreaHandlers } from '../../platform/http/context.ts'
import { chunkOfVoids, listGaps, listVoids } from './queries.ts'

export const voidsHandlers: AreaHandlers<'voids'> = {
  'voids.list': async ({ tx, gym, query, zone }) => {
    const made = toBetween(query, zone, false)
    const [voids, gaps] = await Promise.all([listVoids(tx, gym, { made, ...query }, query), listGaps(tx, gym, made)])
    return { ...listAnswer(voids, query), gaps }
  },

  'voids.export': ({ tx, gym, query, zone, chunk }) =>
    chunkOfVoids(tx, gym, { made: toBetween(query, zone, false), ...query }, chunk),
}
