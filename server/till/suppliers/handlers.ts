import { fail } from '@torniquete/contract/shared/errors.ts'
import { listDeleted, restoreRow } from '../../platform/db/deleted-rows.ts'
import type { AreaHandlers } from '../../platform/http/context.ts'
import { deleteSupplier, insertSupplier, listSuppliers, readSupplier, updateSupplier } from './queries.ts'

export const suppliersHandlers: AreaHandlers<'suppliers'> = {
  'suppliers.list': ({ tx, gym }) => listSuppliers(tx, gym),

  'suppliers.read': async ({ tx, gym, params }) =>
    (await readSupplier(tx, gym, params.id_supplier)) ?? fail('row.missing'),

  'suppliers.create': async ({ tx, gym, body }) =>
    (await readSupplier(tx, gym, await insertSupplier(tx, gym, body))) ?? fail('row.missing'),

  'suppliers.update': async ({ tx, gym, params, body }) => {
    await updateSupplier(tx, gym, params.id_supplier, body)
    return (await readSupplier(tx, gym, params.id_supplier)) ?? fail('row.missing')
  },

  'suppliers.deleted': ({ tx, gym, query }) => listDeleted(tx, gym, 'suppliers', query),

  'suppliers.restore': async ({ tx, gym, params }) => {
    await restoreRow(tx, gym, 'suppliers', params.id_supplier)
    return (await readSupplier(tx, gym, params.id_supplier)) ?? fail('row.missing')
  },

  'suppliers.delete': async ({ tx, gym, params, now }) => {
    if ((await deleteSupplier(tx, gym, params.id_supplier, now)) === 0) fail('row.missing')
    return undefined
  },
}
