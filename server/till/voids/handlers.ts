import { toTimeRange } from '../../platform/db/time-range.ts'
import type { AreaHandlers } from '../../platform/http/handler-types.ts'
import { listSkippedDocumentNumbers, listVoids, readVoidChunk } from './queries.ts'

export const voidsHandlers: AreaHandlers<'voids'> = {
  'voids.list': async ({ tx, gym, query, zone }) => {
    const made = toTimeRange(query, zone, false)
    const [voids, gaps] = await Promise.all([
      listVoids(tx, gym, { made, ...query }, query),
      listSkippedDocumentNumbers(tx, gym, made),
    ])
    return { ...voids, gaps }
  },

  'voids.export': ({ tx, gym, query, zone, chunk }) =>
    readVoidChunk(tx, gym, { made: toTimeRange(query, zone, false), ...query }, chunk),
}
