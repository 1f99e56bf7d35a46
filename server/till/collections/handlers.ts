import { throwError, throwIfRefused } from '@torniquete/contract/shared/errors.ts'
import { makeListAnswer } from '../../platform/db/paged-lists.ts'
import { joinColumnsAndValues, sql } from '../../platform/db/sql.ts'
import type { AreaHandlers } from '../../platform/http/handler-types.ts'
import { lockDocumentClients, requireRefundShift } from '../bills/queries.ts'
import { listCollections, readCollection, readCollectionChunk } from './queries.ts'

export const collectionsHandlers: AreaHandlers<'collections'> = {
  'collections.list': async ({ tx, gym, query, zone }) => {
    const { items, sums } = await listCollections(tx, { gym, zone }, query)
    return { ...makeListAnswer({ items, total: sums.total }, query), ...sums }
  },

  'collections.export': ({ tx, gym, query, zone, chunk }) => readCollectionChunk(tx, { gym, zone }, query, chunk),

  'collections.read': async ({ tx, gym, params }) =>
    (await readCollection(tx, gym, params.id)) ?? throwError('row.missing'),

  'collections.void': async ({ tx, gym, user, params, body, clock }) => {
    const { id } = params
    // Locks the clients whose debts the collection paid; they are several only after a merge was undone.
    await lockDocumentClients(tx, gym, async () => {
      const payers = await tx.many<{ id: number }>(sql`
        select distinct d.id_client as id from tenders t join debts d on d.gym_id = t.gym_id and d.id = t.id_debt
        where t.gym_id = ${gym} and t.id_collection = ${id} order by 1`)
      return payers.map((client) => client.id)
    })
    const { voided, documents } = (await readCollection(tx, gym, id)) ?? throwError('row.missing')
    const isGone = documents.some((document) => document.voided)
    throwIfRefused(voided ? 'collection.voided' : isGone ? 'collection.document-voided' : null)
    const { reason, id_shift = null } = body
    const row = { gym_id: gym, id_collection: id, reason, created_at: clock(), id_user: user.id, id_shift }
    // The insert fires triggers that refund each tender by its own kind and reopen the debts.
    await tx.run(sql`insert into collection_voids ${joinColumnsAndValues(row)}`)
    await requireRefundShift(tx, gym, body, sql`t.id_collection = ${id} and t.amount < 0`)
    return (await readCollection(tx, gym, id)) ?? throwError('row.missing')
  },
}
