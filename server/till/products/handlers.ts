import { fail } from '@torniquete/contract/shared/errors.ts'
import { listDeleted, restoreRow } from '../../platform/db/deleted-rows.ts'
import { makeListAnswer } from '../../platform/db/lists.ts'
import { makeUndoHandlers } from '../../platform/file-import/undo-import.ts'
import type { AreaHandlers } from '../../platform/http/context.ts'
import { refuseWrongPicture, refuseWrongPictureOfNew } from '../../platform/http/picture-addresses.ts'
import { importTable, undoImport } from './import/queries.ts'
import {
  addSimilarCodes,
  clearLostPicture,
  deleteProduct,
  insertProduct,
  listProducts,
  readProduct,
  readProductChunk,
  updateProduct,
} from './queries.ts'

const imports = makeUndoHandlers(importTable, undoImport)

export const productsHandlers: AreaHandlers<'products'> = {
  'products.list': async ({ tx, gym, query }) => makeListAnswer(await listProducts(tx, gym, query), query),

  'products.export': ({ tx, gym, query, chunk }) => readProductChunk(tx, gym, query.product_name, chunk),

  'products.read': async ({ tx, gym, params }) =>
    (await readProduct(tx, gym, params.id_product)) ?? fail('row.missing'),

  'products.create': async ({ tx, gym, body }) => {
    await refuseWrongPictureOfNew('products', 'image', body)
    const product = (await readProduct(tx, gym, await insertProduct(tx, gym, body))) ?? fail('row.missing')
    return addSimilarCodes(tx, gym, product)
  },

  'products.update': async ({ tx, gym, params, body }) => {
    await refuseWrongPicture('products', 'image', body, () => readProduct(tx, gym, params.id_product))
    await updateProduct(tx, gym, params.id_product, body)
    const product = (await readProduct(tx, gym, params.id_product)) ?? fail('row.missing')
    // The warning of similar codes appears only when the code changed.
    return body.code === undefined ? product : addSimilarCodes(tx, gym, product)
  },

  'products.deleted': ({ tx, gym, query }) => listDeleted(tx, gym, 'products', query),

  'products.restore': async ({ tx, gym, params }) => {
    await restoreRow(tx, gym, 'products', params.id_product)
    await clearLostPicture(tx, gym, params.id_product)
    return (await readProduct(tx, gym, params.id_product)) ?? fail('row.missing')
  },

  'products.delete': async ({ tx, gym, params, now }) => {
    if ((await deleteProduct(tx, gym, params.id_product, now)) === 0) fail('row.missing')
    return undefined
  },

  'products.last-import': imports.last,
  'products.undo-import': imports.undo,
}
