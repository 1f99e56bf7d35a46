import { throwError } from '@torniquete/contract/shared/errors.ts'
import { listDeletedRows, markRowDeleted, restoreRow } from '../../platform/db/deleted-rows.ts'
import { nameSortKeySql } from '../../platform/db/name-search.ts'
import { joinColumnsAndValues, makeUpdateStatement, sql } from '../../platform/db/sql.ts'
import type { AreaHandlers } from '../../platform/http/handler-types.ts'
import { readSupplier, undeletedSuppliersSql } from './queries.ts'

export const suppliersHandlers: AreaHandlers<'suppliers'> = {
  'suppliers.list': ({ tx, gym }) =>
    tx.many(sql`${undeletedSuppliersSql} and gym_id = ${gym} order by ${nameSortKeySql(sql`name`)}, id`),

  'suppliers.read': async ({ tx, gym, params }) =>
    (await readSupplier(tx, gym, params.id_supplier)) ?? throwError('row.missing'),

  'suppliers.create': async ({ tx, gym, body }) => {
    const row = { gym_id: gym, ...body }
    const { id } = await tx.one<{ id: number }>(sql`insert into suppliers ${joinColumnsAndValues(row)} returning id`)
    return (await readSupplier(tx, gym, id)) ?? throwError('row.missing')
  },

  'suppliers.update': async ({ tx, gym, params: { id_supplier: id }, body }) => {
    await tx.run(makeUpdateStatement('suppliers', body, sql`gym_id = ${gym} and id = ${id} and deleted_at is null`))
    return (await readSupplier(tx, gym, id)) ?? throwError('row.missing')
  },

  'suppliers.deleted': ({ tx, gym, query }) => listDeletedRows(tx, gym, 'suppliers', query),

  'suppliers.restore': async ({ tx, gym, params }) => {
    await restoreRow(tx, gym, 'suppliers', params.id_supplier)
    return (await readSupplier(tx, gym, params.id_supplier)) ?? throwError('row.missing')
  },

  'suppliers.delete': ({ tx, gym, params, now }) => markRowDeleted(tx, gym, 'suppliers', params.id_supplier, now),
}
